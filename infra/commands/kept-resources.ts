import { CloudFormationClient, paginateListStacks } from '@aws-sdk/client-cloudformation';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { collect, createClient, findResource, listResources } from './aws.ts';

/** A resource that CloudFormation kept when it deleted or rolled back its stack. It may have been deleted since. */
export interface KeptResource {
  type: string;
  logicalId: string;
  physicalId: string;
}

/** @param stack its id: a name leads only to a stack that exists. @throws the SDK's errors. */
export async function listKeptResources(stack: string, region: string): Promise<KeptResource[]> {
  const resources = await listResources(stack, region);
  return resources
    .filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_SKIPPED')
    .map(({ ResourceType: type = '', LogicalResourceId: logicalId = '', PhysicalResourceId = '' }) => ({
      type,
      logicalId,
      physicalId: PhysicalResourceId,
    }));
}

/**
 * Lists what a stack left and nobody has deleted since: one missing resource would fail a whole import.
 * @param stack its id. @throws the SDK's errors.
 */
export async function listExistingResources(stack: string, region: string): Promise<KeptResource[]> {
  const kept = await listKeptResources(stack, region);
  const states = await Promise.all(kept.map((resource) => isThere(resource, region)));
  return kept.filter((_, index) => states[index]);
}

/** Calls by resource type that fail or return undefined if a resource does not exist. A resource of another type counts as existing. */
const LOOK_UPS: Readonly<Record<string, (id: string, region: string) => Promise<unknown>>> = {
  'AWS::Cognito::UserPool': (UserPoolId, region) =>
    createClient(CognitoIdentityProviderClient, region).send(new DescribeUserPoolCommand({ UserPoolId })),
  'AWS::DynamoDB::GlobalTable': (TableName, region) =>
    createClient(DynamoDBClient, region).send(new DescribeTableCommand({ TableName })),
  'AWS::S3::Bucket': (Bucket, region) =>
    createClient(S3Client, region).send(new HeadBucketCommand({ Bucket })),
  'AWS::SecretsManager::Secret': async (SecretId, region) => {
    const client = createClient(SecretsManagerClient, region);
    const { DeletedDate } = await client.send(new DescribeSecretCommand({ SecretId }));
    // A deleted secret is kept for some time, and no import takes it.
    return DeletedDate === undefined ? SecretId : undefined;
  },
};

async function isThere({ type, physicalId }: KeptResource, region: string): Promise<boolean> {
  const look = LOOK_UPS[type];
  return look === undefined || (await findResource(look(physicalId, region))) !== undefined;
}

/** The ids of the deleted main stacks of a stage, the newest first. CloudFormation remembers them for 90 days. */
export async function listDeletedStacks(settings: StageSettings): Promise<string[]> {
  const { name, region } = getMainStack(settings);
  const client = createClient(CloudFormationClient, region);
  const pages = paginateListStacks({ client }, { StackStatusFilter: ['DELETE_COMPLETE'] });
  const deleted = await collect(pages, ({ StackSummaries }) => StackSummaries);
  return deleted.flatMap(({ StackName, StackId }) =>
    StackName === name && StackId !== undefined ? [StackId] : [],
  );
}

import type { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import {
  PROFILE_REGIONS,
  toFoundationModelId,
  type ImageModel,
  type ServiceModel,
} from '#contract/model-pool.ts';
import { acknowledge } from './acknowledge.ts';
import { nameIdentity, type Sender } from './stages/sender.ts';

/** The permissions of a function for a resource, and the environment variable by which the function finds the resource. */
export interface Access {
  environment?: Record<string, string>;
  permissions?: iam.PolicyStatement[];
}

// Hand-written statements: CDK's grant methods allow more actions than a function needs.

type TableAction =
  | 'ConditionCheckItem'
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan';
type ImageAction = 'GetObject' | 'PutObject' | 'DeleteObject';

function allow(service: string, actions: string[], ...resources: string[]): iam.PolicyStatement[] {
  return [
    new iam.PolicyStatement({
      actions: actions.map((action) => `${service}:${action}`),
      resources,
    }),
  ];
}

/** A transaction needs only the actions of its parts. */
export function allowTable(table: dynamodb.TableV2, ...actions: TableAction[]): Access {
  return {
    environment: tableEnvironment(table),
    permissions: allow('dynamodb', actions, table.tableArn),
  };
}

export function allowIndexQuery(table: dynamodb.TableV2, ...indexes: string[]): Access {
  return {
    environment: tableEnvironment(table),
    permissions: allow('dynamodb', ['Query'], ...indexes.map((index) => `${table.tableArn}/index/${index}`)),
  };
}

/** `RateLimits` -> `RATE_LIMITS_TABLE` */
function tableEnvironment({ node, tableName }: dynamodb.TableV2): Record<string, string> {
  const name = node.id.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase();
  return { [`${name}_TABLE`]: tableName };
}

type Folder = 'images' | 'references';

/** The actions on the objects in a folder of the bucket of the images, and on no others. */
export function allowImages(bucket: s3.Bucket, folder: Folder, ...actions: ImageAction[]): Access {
  return {
    environment: { IMAGES_BUCKET: bucket.bucketName },
    permissions: allow('s3', actions, bucket.arnForObjects(`${folder}/*`)),
  };
}

/** Allows a function to list the images, and no other objects of the bucket. */
export function allowImageList(bucket: s3.Bucket): Access {
  return {
    environment: { IMAGES_BUCKET: bucket.bucketName },
    permissions: [allowList(bucket, 'ListBucket', 'images')],
  };
}

/** Allows a function to delete the reference images with all of their versions, and no other objects. */
export function allowReferenceErasure(bucket: s3.Bucket): Access {
  return {
    environment: { IMAGES_BUCKET: bucket.bucketName },
    permissions: allowErasure(bucket, 'references'),
  };
}

/** Allows a function to store and list the exported users. */
export function allowUserExport(bucket: s3.Bucket): Access {
  return {
    environment: { USER_EXPORT_BUCKET: bucket.bucketName },
    permissions: [
      allowList(bucket, 'ListBucket', 'users'),
      ...allow('s3', ['PutObject'], bucket.arnForObjects('users/*')),
    ],
  };
}

/** Allows a function to delete an exported user with all versions. */
export function allowExportErasure(bucket: s3.Bucket): Access {
  return {
    environment: { USER_EXPORT_BUCKET: bucket.bucketName },
    permissions: allowErasure(bucket, 'users'),
  };
}

function allowErasure(bucket: s3.Bucket, folder: string): iam.PolicyStatement[] {
  return [
    allowList(bucket, 'ListBucketVersions', folder),
    ...allow('s3', ['DeleteObjectVersion'], bucket.arnForObjects(`${folder}/*`)),
  ];
}

function allowList(
  bucket: s3.Bucket,
  action: 'ListBucket' | 'ListBucketVersions',
  folder: string,
): iam.PolicyStatement {
  return new iam.PolicyStatement({
    actions: [`s3:${action}`],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': `${folder}/*` } },
  });
}

type QueueAction =
  | 'SendMessage'
  | 'ReceiveMessage'
  | 'DeleteMessage'
  | 'ChangeMessageVisibility'
  | 'GetQueueAttributes';

export function allowQueue(queue: sqs.Queue, ...actions: QueueAction[]): Access {
  return {
    environment: { WAITING_QUEUE_URL: queue.queueUrl },
    permissions: allow('sqs', actions, queue.queueArn),
  };
}

type UserPoolAction =
  | 'AdminDeleteUser'
  | 'AdminGetUser'
  | 'AdminSetUserPassword'
  | 'AdminUserGlobalSignOut'
  | 'ListUsers';

export function allowUserPool(pool: cognito.UserPool, ...actions: UserPoolAction[]) {
  return {
    environment: { USER_POOL_ID: pool.userPoolId },
    permissions: allow('cognito-idp', actions, pool.userPoolArn),
  };
}

export function allowSecret(secret: secretsmanager.Secret, variable: string): Access {
  return {
    environment: { [variable]: secret.secretArn },
    permissions: allow('secretsmanager', ['GetSecretValue'], secret.secretArn),
  };
}

/**
 * Allows a function to send e-mail from an identity that SES has verified, and only from the address of the sender.
 * @param more further actions. The guide of SES does not say which action it checks for an e-mail with an attachment.
 */
export function allowEmail(scope: Stack, sender: Sender, ...more: 'SendRawEmail'[]): Access {
  const { fromAddress, region = scope.region } = sender;
  acknowledge(scope, {
    [`AwsSolutions-IAM5[Resource::arn:aws:ses:${region}:<AWS::AccountId>:configuration-set/*]`]:
      'SES also authorizes the default configuration set that an identity may have. The condition limits the sender.',
  });
  const statement = new iam.PolicyStatement({
    actions: ['SendEmail', ...more].map((action) => `ses:${action}`),
    resources: [`identity/${nameIdentity(sender)}`, 'configuration-set/*'].map(
      (resource) => `arn:${scope.partition}:ses:${region}:${scope.account}:${resource}`,
    ),
    conditions: { StringEquals: { 'ses:FromAddress': fromAddress } },
  });
  return { permissions: [statement] };
}

/** Allows a function to invoke the models of the pool, each in its own region. */
export function allowModels(scope: Stack, models: readonly ImageModel[]): Access {
  const resources = models.map(
    ({ id, region }) => `arn:${scope.partition}:bedrock:${region}::foundation-model/${id}`,
  );
  return { permissions: [new iam.PolicyStatement({ actions: ['bedrock:InvokeModel'], resources })] };
}

/**
 * Allows a function to invoke inference profiles from their regions, also with Converse. A profile forwards to its foundation model
 * in any region of its geography; the condition allows these models only through the profiles (Amazon Bedrock user guide,
 * "Geographic cross-Region inference"). One statement names all models, and the condition does not repeat the regions: a role
 * has 10,240 characters for its policies.
 */
export function allowProfiles(scope: Stack, models: readonly Pick<ServiceModel, 'id' | 'regions'>[]): Access {
  if (models.length === 0) return {};
  const nameProfile = (region: string, id: string) =>
    `arn:${scope.partition}:bedrock:${region}:${scope.account}:inference-profile/${id}`;
  const permissions = [
    new iam.PolicyStatement({
      actions: ['bedrock:InvokeModel'],
      resources: models.flatMap(({ id, regions }) => regions.map((region) => nameProfile(region, id))),
    }),
    new iam.PolicyStatement({
      actions: ['bedrock:InvokeModel'],
      resources: models.flatMap(({ id }) =>
        PROFILE_REGIONS.map(
          (region) => `arn:${scope.partition}:bedrock:${region}::foundation-model/${toFoundationModelId(id)}`,
        ),
      ),
      conditions: {
        StringLike: { 'bedrock:InferenceProfileArn': models.map(({ id }) => nameProfile('*', id)) },
      },
    }),
  ];
  return { permissions };
}

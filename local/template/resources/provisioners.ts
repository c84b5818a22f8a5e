import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import { createApiGatewayProvisioners } from './api-gateway.ts';
import { createBucketDeploymentProvisioners, createS3Provisioners } from './s3.ts';
import { createCloudfrontProvisioners } from './cloudfront.ts';
import { createCustomProvisioners, createIamProvisioners, createLambdaProvisioners } from './lambda.ts';
import { createDynamodbProvisioners } from './dynamodb.ts';
import { createEventProvisioners, createSqsProvisioners } from './events.ts';
import { createArn } from '../../credentials.ts';
import { createStableId, type ProvisioningContext } from './context.ts';

/** The types that have an effect only in an AWS account. Any other unknown type causes a warning. */
const IGNORED_TYPES = [
  'AWS::ApiGatewayV2::Stage',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
  'Custom::S3AutoDeleteObjects',
];

/** Creates the provisioners of the resource types that the embedded cloud supports. */
export function createProvisioners(context: ProvisioningContext): Record<string, Provisioner> {
  const ignore: Provisioner = (logicalId) => ({
    ref: logicalId,
    attributes: { Arn: createArn('local', context.region, logicalId), Id: logicalId },
  });
  return {
    ...Object.fromEntries(IGNORED_TYPES.map((type) => [type, ignore])),
    ...createApiGatewayProvisioners(context),
    ...createBucketDeploymentProvisioners(context),
    ...createCloudfrontProvisioners(context),
    ...createCognitoProvisioners(context),
    ...createCustomProvisioners(context),
    ...createDynamodbProvisioners(context),
    ...createEventProvisioners(context),
    ...createIamProvisioners(context),
    ...createLambdaProvisioners(context),
    ...createS3Provisioners(context),
    ...createSecretProvisioners(context),
    ...createSqsProvisioners(context),
  };
}

/** Provisions `AWS::Cognito::UserPool` and its clients. The emulator parses their properties. */
function createCognitoProvisioners({
  cognito,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::Cognito::UserPool': (logicalId, properties) => {
      const poolId = `${region}_${createStableId(stackName, logicalId, 9)}`;
      const { id, arn, providerName } = cognito.createUserPool(poolId, properties);
      return {
        ref: id,
        attributes: { Arn: arn, UserPoolId: id, ProviderName: providerName, ProviderURL: cognito.issuer(id) },
      };
    },
    'AWS::Cognito::UserPoolClient': (logicalId, properties) => {
      const { id } = cognito.createUserPoolClient(createStableId(stackName, logicalId, 26), properties);
      return { ref: id, attributes: { ClientId: id } };
    },
  };
}

const secretProperties = z.object({
  GenerateSecretString: z.object({ SecretStringTemplate: z.string(), GenerateStringKey: z.string() }),
});

/** Provisions `AWS::SecretsManager::Secret` with a generated value. */
function createSecretProvisioners({
  secrets,
  stackName,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::SecretsManager::Secret': (logicalId, properties) => {
      const { GenerateSecretString: options } = secretProperties.parse(properties);
      const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(options.SecretStringTemplate));
      const generated = { [options.GenerateStringKey]: randomBytes(24).toString('base64url') };
      const secretArn = createArn('secretsmanager', region, `secret:${stackName}-${logicalId}`);
      secrets.put(secretArn, JSON.stringify({ ...fields, ...generated }));
      return { ref: secretArn, attributes: { Id: secretArn } };
    },
  };
}

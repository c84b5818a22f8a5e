import type { Provisioner } from '../interpreter.ts';
import { createApiGatewayProvisioners } from './api-gateway.ts';
import { createBucketDeploymentProvisioners } from './bucket-deployment.ts';
import { createCloudfrontProvisioners } from './cloudfront.ts';
import { createCognitoProvisioners } from './cognito.ts';
import { createCustomProvisioners } from './custom-resource.ts';
import { createDynamodbProvisioners } from './dynamodb.ts';
import { createEventProvisioners, createSqsProvisioners } from './events.ts';
import { createIamProvisioners, createLambdaProvisioners } from './lambda.ts';
import { createS3Provisioners } from './s3.ts';
import { createSecretProvisioners } from './secrets.ts';
import { createArn } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';

/** Types that have an effect only in an AWS account. Any other unknown type causes a warning. */
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

/** The resource types that the embedded cloud supports. */
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

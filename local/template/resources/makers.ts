import type { Maker } from '../interpreter.ts';
import { apiGatewayMakers } from './api-gateway.ts';
import { bucketDeploymentMakers } from './bucket-deployment.ts';
import { cloudfrontMakers } from './cloudfront.ts';
import { cognitoMakers } from './cognito.ts';
import { dynamodbMakers } from './dynamodb.ts';
import { eventMakers } from './events.ts';
import { lambdaMakers } from './lambda.ts';
import { arn } from './names.ts';
import { s3Makers } from './s3.ts';
import { secretMakers } from './secrets.ts';
import type { Services } from './services.ts';

/** Known, and nothing to make: they have a meaning in an AWS account only. Every other type is warned of. */
const WITHOUT_MEANING_HERE = [
  'AWS::ApiGatewayV2::Stage',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'Custom::S3AutoDeleteObjects',
];

/** Everything that the embedded cloud understands, by CloudFormation resource type. */
export function makersOf(services: Services): Record<string, Maker> {
  const named: Maker = (logicalId) => ({
    ref: logicalId,
    attributes: { Arn: arn('local', services.region, logicalId), Id: logicalId },
  });
  return {
    ...Object.fromEntries(WITHOUT_MEANING_HERE.map((type) => [type, named])),
    ...apiGatewayMakers(services),
    ...bucketDeploymentMakers(services),
    ...cloudfrontMakers(services),
    ...cognitoMakers(services),
    ...dynamodbMakers(services),
    ...eventMakers(services),
    ...lambdaMakers(services),
    ...s3Makers(services),
    ...secretMakers(services),
  };
}

import { Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { BucketDeployment } from 'aws-cdk-lib/aws-s3-deployment';
import { acknowledge } from '../acknowledge.ts';

/**
 * States why CDK's own function that uploads files may be as it is. All deployments of a stack share it, and nothing of
 * it can be chosen here. It runs while the stack deploys, and never with anything that a user sent.
 * @param bucket the only one it writes to.
 */
export function acknowledgeUploads(deployment: BucketDeployment, bucket: s3.IBucket): void {
  const stack = Stack.of(deployment);
  const handler = deployment.handlerRole.node.scope;
  if (handler === undefined) throw new Error('The role of the uploading function stands alone.');
  const target = stack.getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
  const assets = `arn:${stack.partition}:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${stack.region}`;
  const own = "CDK's own function for uploads, which nothing here can change: ";
  acknowledge(handler, {
    'AwsSolutions-L1': `${own}it runs the Python that CDK releases test it with.`,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]': `${own}the policy lets it write logs.`,
    'AwsSolutions-IAM5[Resource::*]': `${own}CloudFront's actions to clear a cache know no resources of a stack that is being made.`,
    ...Object.fromEntries(
      [
        ...['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'].map(
          (action) => `Action::s3:${action}`,
        ),
        `Resource::<${target}.Arn>/*`,
        `Resource::${assets}/*`,
      ].map((finding) => [
        `AwsSolutions-IAM5[${finding}]`,
        `${own}it copies every file of the site from CDK's bucket into the site's, and removes the old ones.`,
      ]),
    ),
  });
}

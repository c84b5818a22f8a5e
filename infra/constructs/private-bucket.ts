import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

interface PrivateBucketProps extends Pick<
  s3.BucketProps,
  'cors' | 'lifecycleRules' | 'metrics' | 'versioned'
> {
  /** Keeps the bucket when the stack is deleted. The rollback of a first deployment deletes the empty bucket. */
  keepData: boolean;
  /** Why the bucket has no access log. */
  withoutLog: string;
}

/** An encrypted bucket without public access. */
export function createPrivateBucket(
  scope: Construct,
  { keepData, withoutLog, ...props }: PrivateBucketProps,
): s3.Bucket {
  const bucket = new s3.Bucket(scope, 'Bucket', {
    encryption: s3.BucketEncryption.S3_MANAGED,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    autoDeleteObjects: !keepData,
    removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    ...props,
  });
  acknowledge(bucket, { 'AwsSolutions-S1': withoutLog });
  return bucket;
}

/** Acknowledges access to every object of a folder. The finding is on the role of each function that has it. */
export function acknowledgeFolder(bucket: s3.Bucket, folder: string, reason: string): void {
  const stack = Stack.of(bucket);
  const logicalId = stack.getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
  acknowledge(stack, { [`AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${folder}/*]`]: reason });
}

/** CDK's function that empties buckets (`autoDeleteObjects`). All buckets of a stack share it. */
const AUTO_DELETE = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * Gives CDK's function that empties buckets a log group of the stack. The function's own log group would never expire and outlive the
 * stack. The last run, during the deletion of the stack, still finds the log group, because the function refers to it.
 * @throws Error if no bucket of the stack is emptied.
 */
export function expireAutoDeleteLogs(scope: Construct, retention: logs.RetentionDays): void {
  const handler = Stack.of(scope).node.tryFindChild(AUTO_DELETE)?.node.tryFindChild('Handler');
  if (!CfnResource.isCfnResource(handler)) throw new Error(`The stack has no function ${AUTO_DELETE}.`);
  const logGroup = new logs.LogGroup(scope, 'AutoDeleteLogs', {
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  handler.addPropertyOverride('LoggingConfig.LogGroup', logGroup.logGroupName);
}

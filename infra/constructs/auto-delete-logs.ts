import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** CDK's function that empties buckets (`autoDeleteObjects`). All buckets of a stack share it. */
const AUTO_DELETE = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * Gives CDK's function that empties buckets a log group of the stack. Its own one would never expire and outlive the
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

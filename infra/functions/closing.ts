import { Duration, type Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Operation } from '../constructs/operation.ts';
import { deleteUsers, listImages, onImages, onTable, queryIndex } from '../permissions.ts';
import { ledgerEnvironment, type Shared } from './shared.ts';

interface ClosingProps {
  bucket: s3.Bucket;
  pool: cognito.UserPool;
}

/** The functions that delete an account. Apart from those that open it: the user pool waits for those, and these for it. */
export function closingFunctions(stack: Stack, shared: Shared, { bucket, pool }: ClosingProps) {
  const { settings, data } = shared;
  const { users, ledger, thumbnails, purchases } = data;
  const common = {
    environment: {
      ...ledgerEnvironment(shared),
      THUMBNAILS_TABLE: thumbnails.tableName,
      PURCHASES_TABLE: purchases.tableName,
      IMAGES_BUCKET: bucket.bucketName,
      USER_POOL_ID: pool.userPoolId,
    },
    logRetentionDays: settings.logRetentionDays,
  };
  const permissions = [
    onTable(users, 'GetItem', 'UpdateItem'),
    onTable(ledger, 'PutItem'),
    onTable(thumbnails, 'Query', 'GetItem', 'UpdateItem', 'DeleteItem'),
    onTable(purchases, 'Query', 'UpdateItem'),
    listImages(bucket),
    onImages(bucket, 'DeleteObject'),
    deleteUsers(pool),
  ];
  return {
    deleteAccount: new Operation(stack, 'DeleteAccount', {
      ...common,
      operation: 'delete-account',
      description: 'DELETE /api/account',
      permissions,
      // API Gateway waits no longer. What is left by then is taken up by the next call, or by finish-closings.
      timeout: Duration.seconds(29),
    }).function,
    finishClosings: new Operation(stack, 'FinishClosings', {
      ...common,
      operation: 'finish-closings',
      description: 'Finishes the deletion of accounts',
      permissions: [...permissions, queryIndex(users, 'closing')],
      timeout: Duration.minutes(2),
    }).function,
  };
}

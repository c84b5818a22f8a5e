import { Duration, type Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import {
  allowExportErasure,
  allowImageList,
  allowImages,
  allowIndexQuery,
  allowReferenceErasure,
  allowTable,
  allowUserExport,
  allowUserPool,
} from '../permissions.ts';
import { allowCounting, createFunctions, type FunctionContext } from './create-functions.ts';
import { allowStripe } from './payments.ts';

interface AccountDeletionProps {
  bucket: s3.Bucket;
  /** The bucket of the exported users. */
  exportBucket: s3.Bucket;
  pool: cognito.UserPool;
  /** Stripe's API key: a deletion expires the open checkout sessions. */
  secret: secretsmanager.Secret;
}

/** Separate from the other account functions: the user pool depends on the other functions, and these functions depend on the user pool. */
export function createAccountDeletionFunctions(
  stack: Stack,
  context: FunctionContext,
  { bucket, exportBucket, pool, secret }: AccountDeletionProps,
) {
  const { users, ledger, thumbnails, purchases, brandKits, apiKeys, welcomedAddresses } = context.data;
  const access = [
    allowTable(users, 'GetItem', 'UpdateItem'),
    allowTable(ledger, 'PutItem'),
    allowTable(thumbnails, 'Query', 'GetItem', 'UpdateItem', 'DeleteItem'),
    allowTable(purchases, 'Query', 'UpdateItem'),
    allowTable(brandKits, 'DeleteItem'),
    allowTable(apiKeys, 'UpdateItem'),
    allowIndexQuery(apiKeys, 'owner'),
    allowTable(welcomedAddresses, 'GetItem', 'PutItem', 'UpdateItem'),
    allowImageList(bucket),
    allowImages(bucket, 'images', 'DeleteObject'),
    allowReferenceErasure(bucket),
    allowExportErasure(exportBucket),
    allowUserPool(pool, 'AdminGetUser', 'AdminDeleteUser'),
    allowStripe(context, secret),
  ];
  return createFunctions(stack, context, {
    'delete-account': {
      access: [...access, allowCounting(context)],
      // Below API Gateway's timeout of 30 s. The next call or finish-closings completes an interrupted deletion.
      timeout: Duration.seconds(29),
    },
    'finish-closings': {
      description: 'Completes interrupted account deletions',
      access: [...access, allowIndexQuery(users, 'closing')],
      timeout: Duration.minutes(2),
    },
    'delete-orphaned-accounts': {
      description: 'Deletes the accounts whose user no longer exists',
      access: [allowTable(users, 'Scan', 'UpdateItem'), allowUserPool(pool, 'ListUsers', 'AdminGetUser')],
      // Lambda's maximum: it lists all users, 60 in a call.
      timeout: Duration.minutes(15),
    },
    'export-users': {
      description: 'Keeps a copy of the addresses of all users outside the user pool',
      access: [allowUserPool(pool, 'ListUsers'), allowUserExport(exportBucket)],
      // Lambda's maximum: it lists all users, 60 in a call. A repeated run continues.
      timeout: Duration.minutes(15),
    },
    'delete-unconfirmed-users': {
      description: 'Deletes users who did not confirm their address within a day',
      access: [allowUserPool(pool, 'ListUsers', 'AdminGetUser', 'AdminDeleteUser')],
      // Cognito deletes about 10 users a second. The next run continues.
      timeout: Duration.minutes(10),
    },
  });
}

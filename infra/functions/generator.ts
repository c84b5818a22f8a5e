import { Duration, type Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { LIMITS } from '../../contract/limits.ts';
import { Operation } from '../constructs/operation.ts';
import { invokeModels, onImages, onTable, queryIndex } from '../permissions.ts';
import { accountEnvironment, ledgerEnvironment, openAccount, type Shared } from './shared.ts';

/** The functions around thumbnails. */
export function generatorFunctions(stack: Stack, shared: Shared, bucket: s3.Bucket) {
  const { settings, data } = shared;
  const { users, ledger, thumbnails, rateLimits } = data;
  const { logRetentionDays } = settings;
  const images = { THUMBNAILS_TABLE: thumbnails.tableName, IMAGES_BUCKET: bucket.bucketName };
  return {
    generateThumbnail: new Operation(stack, 'GenerateThumbnail', {
      operation: 'generate-thumbnail',
      description: 'POST /api/generate-thumbnail',
      environment: {
        ...accountEnvironment(shared),
        ...images,
        MODEL_POOL: JSON.stringify(settings.models),
        RATE_LIMITS_TABLE: rateLimits.tableName,
        RATE_LIMITS: JSON.stringify(settings.rateLimits),
      },
      permissions: [
        ...openAccount(data),
        onTable(users, 'UpdateItem'),
        onTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        onTable(rateLimits, 'UpdateItem'),
        onImages(bucket, 'GetObject', 'PutObject', 'DeleteObject'),
        invokeModels(stack, settings.models),
      ],
      logRetentionDays,
      timeout: Duration.seconds(LIMITS.generationSeconds),
      // One whole vCPU (Lambda developer guide, "Configure Lambda function memory").
      memorySize: 1769,
      // Beyond this API Gateway answers 503 before anything is charged, where the models would only refuse.
      reservedConcurrency: settings.generateConcurrency,
    }).function,
    listThumbnails: new Operation(stack, 'ListThumbnails', {
      operation: 'list-thumbnails',
      description: 'GET /api/thumbnails and /api/thumbnails/{id}',
      environment: { ...images, USERS_TABLE: users.tableName },
      permissions: [
        onTable(users, 'GetItem'),
        onTable(thumbnails, 'GetItem'),
        queryIndex(thumbnails, 'listed'),
        onImages(bucket, 'GetObject'),
      ],
      logRetentionDays,
    }).function,
    refundAbandoned: new Operation(stack, 'RefundAbandoned', {
      operation: 'refund-abandoned',
      description: 'Gives back what a crashed generation still holds',
      environment: { ...ledgerEnvironment(shared), ...images },
      permissions: [
        onTable(users, 'UpdateItem'),
        onTable(ledger, 'PutItem'),
        onTable(thumbnails, 'GetItem', 'UpdateItem'),
        queryIndex(thumbnails, 'pending'),
        onImages(bucket, 'DeleteObject'),
      ],
      logRetentionDays,
      timeout: Duration.minutes(2),
    }).function,
  };
}

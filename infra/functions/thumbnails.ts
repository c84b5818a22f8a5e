import { Duration, type Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { LIMITS } from '../../contract/limits.ts';
import { allowImages, allowIndexQuery, allowModels, allowTable } from '../permissions.ts';
import {
  accountEnvironment,
  allowAccountCreation,
  createFunctions,
  ledgerEnvironment,
  type FunctionContext,
} from './create-functions.ts';

export function createThumbnailFunctions(stack: Stack, context: FunctionContext, bucket: s3.Bucket) {
  const { settings, data } = context;
  const { users, ledger, thumbnails, rateLimits } = data;
  const images = { THUMBNAILS_TABLE: thumbnails.tableName, IMAGES_BUCKET: bucket.bucketName };
  return createFunctions(stack, context, {
    'generate-thumbnail': {
      environment: {
        ...accountEnvironment(context),
        ...images,
        MODEL_POOL: JSON.stringify(settings.models),
        RATE_LIMITS_TABLE: rateLimits.tableName,
        RATE_LIMITS: JSON.stringify(settings.rateLimits),
      },
      permissions: [
        ...allowAccountCreation(data),
        allowTable(users, 'UpdateItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        allowTable(rateLimits, 'UpdateItem'),
        allowImages(bucket, 'GetObject', 'PutObject', 'DeleteObject'),
        allowModels(stack, settings.models),
      ],
      timeout: Duration.seconds(LIMITS.generationSeconds),
      // One full vCPU (Lambda developer guide, "Configure Lambda function memory").
      memorySize: 1769,
      // Above the limit API Gateway answers 503 before a credit is taken. The models would reject the request anyway.
      reservedConcurrency: settings.generateConcurrency,
    },
    'list-thumbnails': {
      environment: { ...images, USERS_TABLE: users.tableName },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem'),
        allowIndexQuery(thumbnails, 'listed'),
        allowImages(bucket, 'GetObject'),
      ],
    },
    'refund-abandoned': {
      description: 'Refunds interrupted generations',
      environment: { ...ledgerEnvironment(context), ...images },
      permissions: [
        allowTable(users, 'UpdateItem'),
        allowTable(ledger, 'PutItem'),
        allowTable(thumbnails, 'GetItem', 'UpdateItem'),
        allowIndexQuery(thumbnails, 'pending'),
        allowImages(bucket, 'DeleteObject'),
      ],
      timeout: Duration.minutes(2),
    },
  });
}

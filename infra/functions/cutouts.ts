import { Duration, type Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { LIMITS } from '../../contract/limits.ts';
import {
  allowImages,
  allowIndexQuery,
  allowReferenceImages,
  allowProfiles,
  allowTable,
} from '../permissions.ts';
import {
  accountEnvironment,
  allowAccountCreation,
  createFunctions,
  type FunctionContext,
} from './create-functions.ts';

/** A cut-out is a row of the Thumbnails table and an image beside the thumbnails. */
export function createCutoutFunctions(stack: Stack, context: FunctionContext, bucket: s3.Bucket) {
  const { settings, data } = context;
  const { users, thumbnails, rateLimits } = data;
  const images = { THUMBNAILS_TABLE: thumbnails.tableName, IMAGES_BUCKET: bucket.bucketName };
  const models = settings.referenceModels.filter(({ service }) => service === 'cutout');
  return createFunctions(stack, context, {
    'create-cutout': {
      environment: {
        ...accountEnvironment(context),
        ...images,
        REFERENCE_POOL: JSON.stringify(models),
      },
      permissions: [
        ...allowAccountCreation(data),
        allowTable(users, 'UpdateItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        allowTable(rateLimits, 'ConditionCheckItem'),
        allowImages(bucket, 'GetObject', 'PutObject', 'DeleteObject'),
        allowReferenceImages(bucket, 'GetObject'),
        ...allowProfiles(stack, models),
      ],
      timeout: Duration.seconds(LIMITS.generationSeconds),
    },
    'delete-cutout': {
      environment: { ...images, USERS_TABLE: users.tableName },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem'),
        allowImages(bucket, 'DeleteObject'),
      ],
    },
    'list-cutouts': {
      environment: { ...images, USERS_TABLE: users.tableName },
      permissions: [
        allowTable(users, 'GetItem'),
        allowIndexQuery(thumbnails, 'listed'),
        allowImages(bucket, 'GetObject'),
      ],
    },
  });
}

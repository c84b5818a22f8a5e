import { Duration, type Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { LIMITS } from '../../contract/limits.ts';
import { allowImages, allowIndexQuery, allowProfiles, allowTable, type Access } from '../permissions.ts';
import { allowAccountCreation, createFunctions, type FunctionContext } from './create-functions.ts';

interface CutoutContext extends FunctionContext {
  bucket: s3.Bucket;
  imageUrls: Access;
}

/** A cut-out is a row of the Thumbnails table and an image beside the thumbnails. */
export function createCutoutFunctions(stack: Stack, context: CutoutContext) {
  const { bucket, imageUrls } = context;
  const { users, thumbnails, rateLimits } = context.data;
  const models = context.settings.services.filter(({ service }) => service === 'cutout');
  return createFunctions(stack, context, {
    'create-cutout': {
      access: [
        ...allowAccountCreation(context),
        allowTable(users, 'UpdateItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        allowTable(rateLimits, 'ConditionCheckItem'),
        allowImages(bucket, 'images', 'GetObject', 'PutObject', 'DeleteObject'),
        imageUrls,
        allowImages(bucket, 'references', 'GetObject'),
        allowProfiles(stack, models),
      ],
      environment: { SERVICE_POOL: JSON.stringify(models) },
      timeout: Duration.seconds(LIMITS.generationSeconds),
    },
    'delete-cutout': {
      access: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem'),
        allowImages(bucket, 'images', 'DeleteObject'),
      ],
    },
    'list-cutouts': {
      access: [allowTable(users, 'GetItem'), allowIndexQuery(thumbnails, 'listed'), imageUrls],
    },
  });
}

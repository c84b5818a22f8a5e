import { Duration, type Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { LIMITS } from '#contract/limits.ts';
import { isEditService } from '#contract/model-pool.ts';
import { FORMER_LISTED_INDEX, LISTED_INDEX } from '#contract/tables.ts';
import {
  type Access,
  allowImages,
  allowIndexQuery,
  allowProfiles,
  allowQueue,
  allowTable,
} from '../permissions.ts';
import { writeModelPool, writeServicePool } from '../stages/model-pool.ts';
import {
  allowAccountCreation,
  allowCounting,
  createFunctions,
  type FunctionContext,
} from './create-functions.ts';

interface EditContext extends FunctionContext {
  bucket: s3.Bucket;
  imageUrls: Access;
  queue: sqs.Queue;
}

/** An edit is a row of the Thumbnails table and an image beside the thumbnails. */
export function createEditFunctions(stack: Stack, context: EditContext) {
  const { settings, data, bucket, imageUrls, queue } = context;
  const { users, thumbnails, rateLimits } = data;
  const services = settings.services.filter(({ service }) => isEditService(service));
  return createFunctions(stack, context, {
    'create-edit': {
      access: [
        ...allowAccountCreation(context),
        // The packs are read where edits are in early access.
        allowTable(users, 'GetItem', 'UpdateItem'),
        allowTable(thumbnails, 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'),
        allowIndexQuery(thumbnails, 'waiting'),
        allowTable(rateLimits, 'ConditionCheckItem'),
        allowImages(bucket, 'images', 'GetObject', 'PutObject', 'DeleteObject'),
        imageUrls,
        allowQueue(queue, 'SendMessage'),
        allowProfiles(stack, services),
      ],
      environment: {
        MODEL_POOL: writeModelPool(settings.models),
        SERVICE_POOL: writeServicePool(services),
        LONGEST_WAIT_SECONDS: String(settings.longestWaitSeconds),
      },
      timeout: Duration.seconds(LIMITS.generationSeconds),
      // One full vCPU for the pixels of an edit (Lambda developer guide, "Configure Lambda function memory").
      memorySize: 1769,
    },
  });
}

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
      environment: { SERVICE_POOL: writeServicePool(models) },
      timeout: Duration.seconds(LIMITS.generationSeconds),
    },
    'update-cutout': {
      access: [allowTable(users, 'GetItem'), allowTable(thumbnails, 'UpdateItem'), allowCounting(context)],
    },
    'delete-cutout': {
      access: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem'),
        allowImages(bucket, 'images', 'DeleteObject'),
      ],
    },
    'list-cutouts': {
      access: [
        allowTable(users, 'GetItem'),
        allowIndexQuery(thumbnails, LISTED_INDEX, FORMER_LISTED_INDEX),
        imageUrls,
      ],
    },
  });
}

import { Duration, type Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { LIMITS } from '../../contract/limits.ts';
import { referenceUse } from '../../contract/reference-schemas.ts';
import {
  allowImageList,
  allowImages,
  allowIndexQuery,
  allowModels,
  allowProfiles,
  allowQueue,
  allowReferenceImages,
  allowTable,
} from '../permissions.ts';
import {
  accountEnvironment,
  allowAccountCreation,
  createFunctions,
  ledgerEnvironment,
  rateLimitEnvironment,
  type FunctionContext,
} from './create-functions.ts';
import type { StageSettings } from '../stages/settings.ts';
import { createEditFunctions } from './edits.ts';
import type { ReferenceAccess } from './references.ts';

/** What the functions of this file share. */
interface ThumbnailContext extends FunctionContext {
  bucket: s3.Bucket;
  youtube: ReferenceAccess;
  queue: sqs.Queue;
}

export function createThumbnailFunctions(stack: Stack, context: ThumbnailContext) {
  return {
    ...createGenerationFunctions(stack, context),
    ...createGalleryFunctions(stack, context),
    ...createUploadFunctions(stack, context),
    ...createEditFunctions(stack, context),
  };
}

function imagesEnvironment({ data, bucket }: ThumbnailContext) {
  return { THUMBNAILS_TABLE: data.thumbnails.tableName, IMAGES_BUCKET: bucket.bucketName };
}

function poolsEnvironment({ models }: StageSettings, services: StageSettings['referenceModels']) {
  return { MODEL_POOL: JSON.stringify(models), REFERENCE_POOL: JSON.stringify(services) };
}

/** The services that make a new image after a reference. */
function listReferenceServices({ referenceModels }: StageSettings) {
  return referenceUse.options.flatMap((use) => referenceModels.filter(({ service }) => service === use));
}

/** The services whose images may wait in line. */
function listWaitingServices({ referenceModels }: StageSettings) {
  return referenceModels.filter(({ service }) => service !== 'cutout');
}

function longestWaitEnvironment({ settings }: ThumbnailContext) {
  return { LONGEST_WAIT_SECONDS: String(settings.longestWaitSeconds) };
}

/** What both functions that make the image of a generation have. */
function defineGeneration(
  stack: Stack,
  context: ThumbnailContext,
  services: StageSettings['referenceModels'],
) {
  const { settings, data, bucket, youtube, queue } = context;
  const { users, ledger, thumbnails, rateLimits } = data;
  return {
    environment: {
      ...imagesEnvironment(context),
      ...poolsEnvironment(settings, services),
      ...longestWaitEnvironment(context),
      WAITING_QUEUE_URL: queue.queueUrl,
      ...youtube.environment,
    },
    permissions: [
      ...youtube.permissions,
      allowTable(users, 'UpdateItem'),
      allowTable(rateLimits, 'UpdateItem'),
      allowTable(ledger, 'PutItem'),
      allowIndexQuery(thumbnails, 'waiting'),
      allowImages(bucket, 'PutObject', 'DeleteObject'),
      allowReferenceImages(bucket, 'GetObject'),
      allowModels(stack, settings.models),
      ...allowProfiles(stack, services),
    ],
    timeout: Duration.seconds(LIMITS.generationSeconds),
    // One full vCPU (Lambda developer guide, "Configure Lambda function memory").
    memorySize: 1769,
  };
}

function createGenerationFunctions(stack: Stack, context: ThumbnailContext) {
  const { settings, data, bucket, queue } = context;
  const { users, ledger, thumbnails, rateLimits } = data;
  const generation = defineGeneration(stack, context, listReferenceServices(settings));
  const waiting = defineGeneration(stack, context, listWaitingServices(settings));
  return createFunctions(stack, context, {
    'generate-thumbnail': {
      ...generation,
      environment: { ...accountEnvironment(context), ...generation.environment },
      permissions: [
        ...generation.permissions,
        ...allowAccountCreation(data),
        allowTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        allowTable(rateLimits, 'ConditionCheckItem'),
        // For the presigned URL of the image: S3 checks the permissions of the role that signed.
        allowImages(bucket, 'GetObject'),
        allowQueue(queue, 'SendMessage'),
      ],
    },
    'generate-waiting': {
      ...waiting,
      description: 'Continues the generations that wait for a model',
      environment: {
        ...ledgerEnvironment(context),
        ...rateLimitEnvironment(context),
        ...waiting.environment,
      },
      permissions: [
        ...waiting.permissions,
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'UpdateItem'),
        // An edit starts from an image.
        allowImages(bucket, 'GetObject'),
        allowQueue(queue, 'ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes'),
      ],
    },
    'cancel-generation': {
      environment: { ...ledgerEnvironment(context), THUMBNAILS_TABLE: thumbnails.tableName },
      permissions: [
        allowTable(users, 'GetItem', 'UpdateItem'),
        allowTable(ledger, 'PutItem'),
        allowTable(thumbnails, 'GetItem', 'UpdateItem'),
      ],
    },
    'refund-abandoned': {
      description: 'Refunds interrupted generations and those that waited too long, and finishes deletions',
      environment: {
        ...ledgerEnvironment(context),
        ...imagesEnvironment(context),
        ...longestWaitEnvironment(context),
      },
      permissions: [
        allowTable(users, 'UpdateItem'),
        allowTable(ledger, 'PutItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        allowIndexQuery(thumbnails, 'pending'),
        allowImageList(bucket, 'thumbnails'),
        // The edits of a deleted thumbnail.
        allowIndexQuery(thumbnails, 'listed'),
        allowImages(bucket, 'DeleteObject'),
      ],
      timeout: Duration.minutes(2),
    },
  });
}

function createGalleryFunctions(stack: Stack, context: ThumbnailContext) {
  const { users, ledger, thumbnails, purchases, rateLimits } = context.data;
  const { bucket } = context;
  const images = imagesEnvironment(context);
  return createFunctions(stack, context, {
    'list-thumbnails': {
      environment: {
        ...images,
        ...poolsEnvironment(context.settings, listWaitingServices(context.settings)),
        USERS_TABLE: users.tableName,
      },
      permissions: [
        allowTable(users, 'GetItem'),
        // The list adds missing previews.
        allowTable(thumbnails, 'GetItem', 'UpdateItem'),
        allowIndexQuery(thumbnails, 'listed'),
        allowIndexQuery(thumbnails, 'waiting'),
        allowImages(bucket, 'GetObject', 'PutObject', 'DeleteObject'),
      ],
    },
    'delete-thumbnail': {
      environment: { ...images, USERS_TABLE: users.tableName },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem'),
        allowIndexQuery(thumbnails, 'listed'),
        allowImages(bucket, 'DeleteObject'),
      ],
    },
    'save-design': {
      environment: {
        USERS_TABLE: users.tableName,
        ...images,
        ...rateLimitEnvironment(context),
      },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'UpdateItem', 'ConditionCheckItem'),
        allowTable(rateLimits, 'UpdateItem'),
        // The preview of the design, and the one that it replaces.
        allowImages(bucket, 'PutObject', 'DeleteObject'),
      ],
    },
    'export-account': {
      environment: {
        ...ledgerEnvironment(context),
        ...rateLimitEnvironment(context),
        ...images,
        PURCHASES_TABLE: purchases.tableName,
      },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(rateLimits, 'UpdateItem'),
        allowTable(ledger, 'Query'),
        allowTable(thumbnails, 'Query'),
        allowIndexQuery(purchases, 'history'),
        allowImages(bucket, 'GetObject'),
      ],
      // It reads all ledger entries of a user.
      timeout: Duration.seconds(29),
    },
  });
}

function createUploadFunctions(stack: Stack, context: ThumbnailContext) {
  const { users, rateLimits } = context.data;
  const { bucket } = context;
  return createFunctions(stack, context, {
    'create-reference-image': {
      environment: {
        USERS_TABLE: users.tableName,
        IMAGES_BUCKET: bucket.bucketName,
        ...rateLimitEnvironment(context),
      },
      permissions: [
        allowTable(users, 'GetItem'),
        allowTable(rateLimits, 'UpdateItem'),
        // For the presigned uploads: S3 checks the permissions of the role that signed.
        allowReferenceImages(bucket, 'PutObject'),
      ],
    },
    'delete-expired-references': {
      description: 'Deletes reference images within a day',
      environment: { IMAGES_BUCKET: bucket.bucketName },
      permissions: [allowImageList(bucket, 'references'), allowReferenceImages(bucket, 'DeleteObject')],
      timeout: Duration.minutes(2),
    },
  });
}

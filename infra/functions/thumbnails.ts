import { Duration, type Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { LIMITS } from '#contract/limits.ts';
import { MCP } from '#contract/endpoints/public-api.ts';
import { referenceUse } from '#contract/reference-use.ts';
import { FORMER_LISTED_INDEX, LISTED_INDEX } from '#contract/tables.ts';
import {
  allowImageList,
  allowImages,
  allowIndexQuery,
  allowModels,
  allowProfiles,
  allowQueue,
  allowTable,
  type Access,
  allowReferenceErasure,
} from '../permissions.ts';
import {
  allowAccountCreation,
  allowCounting,
  allowMailbox,
  createFunctions,
  type FunctionContext,
} from './create-functions.ts';
import { writeModelPool, writeServicePool } from '../stages/model-pool.ts';
import type { StageSettings } from '../stages/settings.ts';
import { createEditFunctions } from './edits.ts';

/** The resources that the functions of this file share. */
interface ThumbnailContext extends FunctionContext {
  bucket: s3.Bucket;
  /** Permissions to sign the URLs of images. */
  imageUrls: Access;
  /** Permission to look up a channel by its handle. */
  youtube: Access;
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

function poolsEnvironment({ models }: StageSettings, services: StageSettings['services']) {
  return { MODEL_POOL: writeModelPool(models), SERVICE_POOL: writeServicePool(services) };
}

/** The services that make a new image after a reference. */
function listReferenceServices({ services }: StageSettings) {
  return referenceUse.options.flatMap((use) => services.filter(({ service }) => service === use));
}

/** The services whose images may wait in line. */
function listWaitingServices({ services }: StageSettings) {
  return services.filter(({ service }) => service !== 'cutout');
}

function longestWaitEnvironment({ longestWaitSeconds }: StageSettings) {
  return { LONGEST_WAIT_SECONDS: String(longestWaitSeconds) };
}

/** Defines what both functions that make the image of a generation have. */
function defineGeneration(stack: Stack, context: ThumbnailContext, services: StageSettings['services']) {
  const { settings, data, bucket, youtube } = context;
  const { users, ledger, thumbnails } = data;
  return {
    environment: { ...poolsEnvironment(settings, services), ...longestWaitEnvironment(settings) },
    access: [
      youtube,
      allowTable(users, 'UpdateItem'),
      allowCounting(context),
      allowTable(ledger, 'PutItem'),
      allowIndexQuery(thumbnails, 'waiting'),
      allowImages(bucket, 'images', 'PutObject', 'DeleteObject'),
      allowImages(bucket, 'references', 'GetObject'),
      allowModels(stack, settings.models),
      allowProfiles(stack, services),
    ],
    timeout: Duration.seconds(LIMITS.generationSeconds),
    // One full vCPU (Lambda developer guide, "Configure Lambda function memory").
    memorySize: 1769,
  };
}

function createGenerationFunctions(stack: Stack, context: ThumbnailContext) {
  const { settings, data, bucket, imageUrls, queue } = context;
  const { users, ledger, thumbnails, rateLimits } = data;
  const generation = defineGeneration(stack, context, listReferenceServices(settings));
  const waiting = defineGeneration(stack, context, listWaitingServices(settings));
  return createFunctions(stack, context, {
    'generate-thumbnail': {
      ...generation,
      access: [
        ...generation.access,
        ...allowAccountCreation(context),
        // The check of a reference, and its image.
        allowTable(thumbnails, 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'),
        allowImages(bucket, 'images', 'GetObject'),
        allowTable(rateLimits, 'ConditionCheckItem'),
        imageUrls,
        allowQueue(queue, 'SendMessage'),
      ],
    },
    mcp: {
      ...waiting,
      description: `The MCP server at ${MCP.path}`,
      // The permissions of the functions whose endpoints the tools call.
      access: [
        ...waiting.access,
        ...allowMailbox(data),
        ...allowAccountCreation(context),
        allowTable(thumbnails, 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'),
        allowIndexQuery(thumbnails, LISTED_INDEX, FORMER_LISTED_INDEX),
        allowTable(rateLimits, 'ConditionCheckItem'),
        allowImages(bucket, 'images', 'GetObject'),
        imageUrls,
        allowQueue(queue, 'SendMessage'),
      ],
      environment: { ...waiting.environment, EARLY_ACCESS: JSON.stringify(settings.earlyAccess) },
    },
    'generate-waiting': {
      ...waiting,
      description: 'Continues the generations that wait for a model',
      access: [
        ...waiting.access,
        allowTable(users, 'GetItem'),
        // The pause after filtered prompts.
        allowTable(rateLimits, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'UpdateItem'),
        // An edit starts from an image, and a thumbnail can be a reference.
        allowImages(bucket, 'images', 'GetObject'),
        allowQueue(queue, 'ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'GetQueueAttributes'),
      ],
    },
    'cancel-generation': {
      access: [
        allowTable(users, 'GetItem', 'UpdateItem'),
        allowTable(ledger, 'PutItem'),
        allowTable(thumbnails, 'GetItem', 'UpdateItem'),
      ],
    },
    'refund-abandoned': {
      description: 'Refunds interrupted generations and those that waited too long, and finishes deletions',
      access: [
        allowTable(users, 'UpdateItem'),
        allowTable(ledger, 'PutItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        allowCounting(context),
        allowIndexQuery(thumbnails, 'pending'),
        allowImageList(bucket),
        // The edits of a deleted thumbnail.
        allowIndexQuery(thumbnails, LISTED_INDEX, FORMER_LISTED_INDEX),
        allowImages(bucket, 'images', 'DeleteObject'),
      ],
      environment: longestWaitEnvironment(settings),
      timeout: Duration.minutes(2),
    },
  });
}

function createGalleryFunctions(stack: Stack, context: ThumbnailContext) {
  const { users, ledger, thumbnails, purchases, brandKits, apiKeys } = context.data;
  const { settings, bucket, imageUrls } = context;
  return createFunctions(stack, context, {
    'list-thumbnails': {
      access: [
        allowTable(users, 'GetItem'),
        allowCounting(context),
        // The list adds missing previews.
        allowTable(thumbnails, 'GetItem', 'UpdateItem'),
        allowIndexQuery(thumbnails, LISTED_INDEX, FORMER_LISTED_INDEX),
        allowIndexQuery(thumbnails, 'waiting'),
        allowImages(bucket, 'images', 'GetObject', 'PutObject', 'DeleteObject'),
        imageUrls,
      ],
      environment: poolsEnvironment(settings, listWaitingServices(settings)),
    },
    'update-thumbnail': {
      access: [allowTable(users, 'GetItem'), allowTable(thumbnails, 'UpdateItem'), allowCounting(context)],
    },
    'delete-thumbnail': {
      access: [
        allowCounting(context),
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem'),
        allowIndexQuery(thumbnails, LISTED_INDEX, FORMER_LISTED_INDEX),
        allowImages(bucket, 'images', 'DeleteObject'),
      ],
    },
    'save-design': {
      access: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'UpdateItem', 'ConditionCheckItem'),
        allowCounting(context),
        // Permissions to store the preview of a design, and to delete the preview that it replaces.
        allowImages(bucket, 'images', 'PutObject', 'DeleteObject'),
      ],
    },
    'create-thumbnail': {
      access: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem'),
        allowCounting(context),
        allowImages(bucket, 'references', 'GetObject'),
        allowImages(bucket, 'images', 'PutObject'),
        imageUrls,
      ],
      timeout: Duration.seconds(LIMITS.generationSeconds),
      // One full vCPU for the conversion of the photo (Lambda developer guide, "Configure Lambda function memory").
      memorySize: 1769,
    },
    'duplicate-thumbnail': {
      access: [
        allowTable(users, 'GetItem'),
        allowTable(thumbnails, 'GetItem', 'PutItem'),
        allowCounting(context),
        allowImages(bucket, 'images', 'GetObject', 'PutObject'),
      ],
    },
    brand: {
      access: [
        allowTable(users, 'GetItem'),
        allowTable(brandKits, 'GetItem', 'PutItem'),
        // The cut-outs in its layouts.
        allowTable(thumbnails, 'ConditionCheckItem'),
        allowCounting(context),
      ],
    },
    'export-account': {
      access: [
        allowTable(users, 'GetItem'),
        allowCounting(context),
        allowTable(ledger, 'Query'),
        allowTable(thumbnails, 'Query'),
        allowIndexQuery(purchases, 'history'),
        allowTable(brandKits, 'GetItem'),
        allowIndexQuery(apiKeys, 'owner'),
        imageUrls,
      ],
      // It reads all ledger entries of a user.
      timeout: Duration.seconds(29),
    },
  });
}

function createUploadFunctions(stack: Stack, context: ThumbnailContext) {
  const { bucket, data } = context;
  return createFunctions(stack, context, {
    'create-reference-image': {
      access: [
        allowTable(data.users, 'GetItem'),
        allowCounting(context),
        // For the presigned uploads: S3 checks the permissions of the role that signed.
        allowImages(bucket, 'references', 'PutObject'),
      ],
    },
    'delete-expired-references': {
      description: 'Deletes reference images within a day',
      access: [allowReferenceErasure(bucket)],
      timeout: Duration.minutes(2),
    },
  });
}

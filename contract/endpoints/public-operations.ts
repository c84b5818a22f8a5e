import type { ErrorCode } from '../errors.ts';
import { EXAMPLE_PICTURE } from './example-picture.ts';
import type { PublicEndpointName } from './public-api.ts';

/** An example request in the document. The examples of all operations form one session: a request can use the ids of earlier requests. */
interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  idempotencyKey?: string;
  body?: object;
}

/** The description of an operation for developers, and the errors that it has in addition to `COMMON_ERRORS`. */
export interface PublicOperation {
  summary: string;
  description: string;
  errors: readonly ErrorCode[];
  example: Example;
}

const THUMBNAIL = '3f0c2f6e-5d1b-4c8a-9a76-2b1f0e9d8c7b';
const PHOTO = 'c2a1b0d9-8e7f-4a6b-9c5d-4e3f2a1b0c9d';
const EDIT = '8b7d6c5e-4f3a-4b2c-8d1e-0f9e8d7c6b5a';

/** The errors that every operation has. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'account_suspended',
  'pack_required',
  'too_many_requests',
  'internal',
];

const GENERATION_ERRORS: readonly ErrorCode[] = [
  'insufficient_credits',
  'not_found',
  'in_progress',
  'generation_canceled',
  'content_filtered',
  'generations_paused',
  'model_unavailable',
  'generation_timeout',
];

/** The operations, in the order of the document and of its examples. */
export const PUBLIC_OPERATIONS: Record<PublicEndpointName, PublicOperation> = {
  generateThumbnail: {
    summary: 'Generate a thumbnail',
    description:
      'Takes the price of the model from your credits, and answers with the image after some seconds. ' +
      'Answers 202 while every model is busy: the thumbnail waits in line, and GET /v1/thumbnails/{id} with its generationId tells its state. ' +
      'A failed thumbnail is refunded. The URLs of images work for one to seven hours. ' +
      'A reference of the kind thumbnail names a finished thumbnail of your account. Thumbnails with the same setId, a UUID that you make, belong together.',
    errors: [...GENERATION_ERRORS, 'reference_not_found', 'reference_invalid', 'reference_unavailable'],
    example: {
      idempotencyKey: THUMBNAIL,
      body: { prompt: 'A castle of glass at sunset, seen from below', negativePrompt: 'fog' },
    },
  },
  createThumbnail: {
    summary: 'Make a thumbnail of your own picture',
    description:
      'Takes no credits and calls no model. The picture is a JPEG in base64, with at most 3 MB and 1920 x 1080 pixels; each side has at least 320. ' +
      'A photo has no mark of AI until you edit it; a picture that has the mark keeps it. The thumbnail has the model photo, edited-photo or ai-picture, and it can be edited and listed as every other thumbnail.',
    errors: ['not_found', 'in_progress'],
    example: { idempotencyKey: PHOTO, body: { picture: EXAMPLE_PICTURE, name: 'Grey wall' } },
  },
  listThumbnails: {
    summary: 'List thumbnails',
    description:
      'Lists finished thumbnails, newest first, each with new URLs. The cursor of a page requests the next one; the last page has none.',
    errors: [],
    example: { query: { limit: '10' } },
  },
  readThumbnail: {
    summary: 'Read a thumbnail or an edit',
    description:
      'Reads a thumbnail or an edit in any state: pending, waiting, succeeded or failed. A finished thumbnail lists its edits, and the languages of its texts.',
    errors: ['not_found'],
    example: { params: { id: THUMBNAIL } },
  },
  createEdit: {
    summary: 'Edit a thumbnail',
    description:
      'Changes the image of a thumbnail, at the price of the operation. It starts from the image of the thumbnail, or from the edit that baseId names. ' +
      'Answers 202 while the service is busy; GET /v1/thumbnails/{id} with its editId then tells its state.',
    errors: [...GENERATION_ERRORS, 'edit_not_possible'],
    example: {
      params: { id: THUMBNAIL },
      idempotencyKey: EDIT,
      body: { operation: { kind: 'recolor', find: 'the sky', prompt: 'deep red' } },
    },
  },
  readCredits: {
    summary: 'Read credits',
    description: 'Reads the balance of your account.',
    errors: [],
    example: {},
  },
  deleteThumbnail: {
    summary: 'Delete a thumbnail',
    description: 'Deletes a finished or failed thumbnail with its edits and images. It cannot be undone.',
    errors: ['not_found', 'in_progress'],
    example: { params: { id: THUMBNAIL } },
  },
};

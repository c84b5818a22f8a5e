import { duplicateThumbnailSchemas } from '#contract/endpoints/thumbnail-requests.ts';
import { duplicateThumbnail } from '../thumbnails/copies/duplicate-thumbnail.ts';
import { apiHandler } from './http/api-handler.ts';

/** POST /api/thumbnails/{id}/copies: makes a copy of one of the caller's thumbnails, with its image and its design, without a credit. */
export const handler = apiHandler(
  'duplicateThumbnail',
  duplicateThumbnailSchemas,
  async ({ userId, params, body: { copyId } }) => {
    await duplicateThumbnail({ userId, generationId: params.id, copyId });
    return { id: copyId };
  },
);

import { randomUUID } from 'node:crypto';
import { createThumbnailSchemas } from '#contract/endpoints/photo-requests.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { createPhoto } from '../thumbnails/photos/create-photo.ts';
import { apiHandler } from './http/api-handler.ts';

/** POST /api/thumbnails: makes a thumbnail of an uploaded photo, without a model and without a credit. */
export const handler = apiHandler(
  'createThumbnail',
  createThumbnailSchemas,
  async ({ userId, body, remainingMs }) => {
    const endAt = Date.now() + remainingMs;
    const { generationId = randomUUID(), referenceId, name } = body;
    const source = { referenceId };
    const photo = await createPhoto({ userId, generationId, source, name, endAt });
    const { url: imageURL, previewURL } = await signImageUrls(photo);
    return { generationId, imageURL, previewURL };
  },
);

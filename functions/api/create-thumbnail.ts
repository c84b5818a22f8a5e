import { randomUUID } from 'node:crypto';
import { createThumbnailSchemas, publicPhotoSchemas } from '#contract/endpoints/photo-requests.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { InvalidRequestError } from '../platform/errors.ts';
import { createPhoto } from '../thumbnails/photos/create-photo.ts';
import type { PhotoSource } from '../thumbnails/photos/read-photo.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';

/** POST /api/thumbnails: makes a thumbnail of a photo, without a model and without a credit. */
const createThumbnail = apiHandler(
  'createThumbnail',
  createThumbnailSchemas,
  async ({ userId, body, remainingMs }) => {
    const endAt = Date.now() + remainingMs;
    const { generationId = randomUUID(), name } = body;
    const photo = await createPhoto({ userId, generationId, source: chooseSource(body), name, endAt });
    const { url: imageURL, previewURL } = await signImageUrls(photo);
    return { generationId, imageURL, previewURL };
  },
);

/** @throws InvalidRequestError unless the request has exactly one of both sources. */
function chooseSource({
  referenceId,
  picture,
}: {
  referenceId?: string | undefined;
  picture?: string | undefined;
}): PhotoSource {
  if (referenceId !== undefined && picture === undefined) return { referenceId };
  if (referenceId === undefined && picture !== undefined) return { picture };
  throw new InvalidRequestError('send either a referenceId or a picture', {
    params: { field: 'referenceId' },
  });
}

export const handler = publicHandler('createThumbnail', publicPhotoSchemas, createThumbnail);

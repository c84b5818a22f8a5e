import { randomUUID } from 'node:crypto';
import { createCutout } from './cutouts/create-cutout.ts';
import { apiHandler } from './http/api-handler.ts';
import { signImageUrls } from './images/image-bucket.ts';

/** POST /api/cutouts: removes the background of one reference image, at the price of the model. */
export const handler = apiHandler('createCutout', async ({ body, remainingMs, ...caller }) => {
  const { userId, email, authenticatedAt } = caller;
  const { generationId: cutoutId = randomUUID(), referenceId } = body;
  const { imageKey } = await createCutout(
    { userId, email, authenticatedAt, cutoutId, referenceId },
    remainingMs,
  );
  return { cutoutId, ...(await signImageUrls({ imageKey })) };
});

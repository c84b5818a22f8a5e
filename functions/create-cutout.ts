import { randomUUID } from 'node:crypto';
import { createCutout } from './cutouts/create-cutout.ts';
import { apiHandler } from './http/api-handler.ts';
import { signImageUrls } from './images/image-urls.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';

/**
 * POST /api/cutouts: removes the background of one reference image, at the price of the model, or stores a picture as it is.
 */
export const handler = apiHandler('createCutout', async ({ body, remainingMs, ...caller }) => {
  const { userId, email, authenticatedAt } = caller;
  const { generationId: cutoutId = randomUUID(), referenceId, keepsBackground = false } = body;
  // A picture is free, so only this limit bounds what an account stores.
  if (keepsBackground) await enforceRateLimit('uploads', userId);
  const { imageKey } = await createCutout(
    { userId, email, authenticatedAt, cutoutId, referenceId, keepsBackground },
    remainingMs,
  );
  return { cutoutId, ...(await signImageUrls({ imageKey })) };
});

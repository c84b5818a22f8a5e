import { randomUUID } from 'node:crypto';
import { apiHandler } from './http/api-handler.ts';
import { generate } from './thumbnails/generate.ts';
import { signImageUrl } from './thumbnails/image-bucket.ts';

/** POST /api/generate-thumbnail: generates one image at the price of its model. */
export const handler = apiHandler('generateThumbnail', async ({ userId, email, body, remainingMs }) => {
  const { generationId = randomUUID(), prompt, negativePrompt, model } = body;
  const thumbnail = await generate(
    { userId, email, generationId, prompt, negativePrompt, model },
    remainingMs,
  );
  return { imageURL: await signImageUrl(thumbnail.imageKey), generationId };
});

import { randomUUID } from 'node:crypto';
import { apiHandler } from './http/api-handler.ts';
import { Deadline } from './thumbnails/deadline.ts';
import { generate } from './thumbnails/generate.ts';
import { imageUrl } from './thumbnails/image-bucket.ts';

/** POST /api/generate-thumbnail: generates one image at the price of its model. */
export const handler = apiHandler('generateThumbnail', async ({ userId, email, body, remainingMs }) => {
  const { generationId = randomUUID(), prompt, negativePrompt, model } = body;
  const thumbnail = await generate(
    { userId, email, generationId, prompt, negativePrompt, model },
    new Deadline(remainingMs),
  );
  return { imageURL: await imageUrl(thumbnail.imageKey), generationId };
});

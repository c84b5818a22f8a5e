import { randomUUID } from 'node:crypto';
import { generateThumbnailRequest, type GenerateThumbnailResponse } from '../contract/schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { parseBody, requireSelf } from './http/parse.ts';
import { generate } from './thumbnails/generate.ts';
import { signImageUrl } from './thumbnails/image-bucket.ts';

/** POST /api/generate-thumbnail: one picture for the price of its model. */
export const handler = apiHandler(
  async ({ userId, email, event, remainingMs }): Promise<GenerateThumbnailResponse> => {
    const request = parseBody(generateThumbnailRequest, event);
    requireSelf(request.userId, userId);
    const { generationId = randomUUID(), prompt, negativePrompt, model } = request;
    const thumbnail = await generate(
      { userId, email, generationId, prompt, negativePrompt, model },
      remainingMs,
    );
    return { imageURL: await signImageUrl(thumbnail.imageKey), generationId };
  },
);

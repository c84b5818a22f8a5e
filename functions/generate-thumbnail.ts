import { randomUUID } from 'node:crypto';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { generate } from './generation/generate.ts';
import { signImageUrls } from './images/image-urls.ts';
import { readLinePosition } from './waiting-line/line-position.ts';

/**
 * POST /api/generate-thumbnail: generates one image at the price of its model. Answers 202 if every model is busy and the
 * generation waits in line.
 */
const generateThumbnail = apiHandler(
  'generateThumbnail',
  async ({ body, remainingMs, ...caller }) => {
    const { userId, email, authenticatedAt } = caller;
    const { generationId = randomUUID(), prompt, negativePrompt, model, reference } = body;
    const thumbnail = await generate(
      { userId, email, authenticatedAt, generationId, prompt, negativePrompt, model, reference },
      remainingMs,
    );
    if (thumbnail.status === 'waiting') {
      return { generationId, status: 'waiting', ...(await readLinePosition(thumbnail)) };
    }
    const { url: imageURL, previewURL } = await signImageUrls(thumbnail);
    return { imageURL, previewURL, generationId };
  },
  (response) => ('status' in response ? 202 : 200),
);

export const handler = publicHandler('generateThumbnail', generateThumbnail);

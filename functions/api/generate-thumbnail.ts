import { generateThumbnailSchemas, publicGenerationSchemas } from '#contract/endpoints/generation-schemas.ts';
import { randomUUID } from 'node:crypto';
import { createReferenceGuard } from '../thumbnails/generation/guard-reference.ts';
import { planImage } from '../thumbnails/generation/plan-image.ts';
import { createPending } from '../thumbnails/generation/reserve-generation.ts';
import { runGeneration } from '../thumbnails/generation/run-generation.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { readLinePosition } from '../thumbnails/waiting-line/lines.ts';

/**
 * POST /api/generate-thumbnail: generates one image at the price of its model. Answers 202 if every model is busy and the generation waits
 * in line.
 */
const generateThumbnail = apiHandler(
  'generateThumbnail',
  generateThumbnailSchemas,
  async ({ body, remainingMs, ...requester }) => {
    const { userId } = requester;
    const { generationId = randomUUID(), prompt, negativePrompt, model, reference, setId } = body;
    const plan = planImage({ userId, prompt, negativePrompt, model, reference });
    const pending = createPending({ userId, generationId, prompt, negativePrompt, setId }, plan.model);
    const thumbnail = await runGeneration(pending, {
      plan,
      requester,
      guards: createReferenceGuard({ userId, generationId, reference }),
      input: { reference },
      remainingMs,
    });
    if (thumbnail.status === 'waiting') {
      return { generationId, status: 'waiting', ...(await readLinePosition(thumbnail)) };
    }
    const { url: imageURL, previewURL } = await signImageUrls(thumbnail);
    return { imageURL, previewURL, generationId, name: thumbnail.name };
  },
  (response) => ('status' in response ? 202 : 200),
);

export const handler = publicHandler('generateThumbnail', publicGenerationSchemas, generateThumbnail);

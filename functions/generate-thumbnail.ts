import { generateThumbnailSchemas } from '../contract/schemas.ts';
import { randomInt, randomUUID } from 'node:crypto';
import type { ReferenceRequest } from '../contract/reference-schemas.ts';
import type { Session } from './accounts/caller.ts';
import { type ImagePlan, planImage } from './generation/plan-image.ts';
import { requireSucceeded } from './generation/require-succeeded.ts';
import { runGeneration } from './generation/run-generation.ts';
import { apiHandler } from './http/api-handler.ts';
import { publicHandler } from './http/public-handler.ts';
import { signImageUrls } from './images/image-urls.ts';
import { SEED_LIMIT } from './models/adapter.ts';
import type {
  Generation,
  PendingGeneration,
  SucceededGeneration,
  WaitingGeneration,
} from './thumbnails-table/rows.ts';
import { readLinePosition } from './waiting-line/line-position.ts';

export interface GenerateInput
  extends Session, Pick<PendingGeneration, 'generationId' | 'prompt' | 'negativePrompt'> {
  /** A verified address; undefined if unknown. */
  email: string | undefined;
  /** The requested model. Has no effect on a generation with a reference. @default the first of the pool */
  model: string | undefined;
  /** @default the video or channel that the prompt links to */
  reference: ReferenceRequest | undefined;
}

/**
 * Makes a thumbnail, as `runGeneration` does.
 * @param remainingMs remaining invocation time.
 * @throws InvalidRequestError for a model, a text or a reference that cannot be used, `insufficient_credits`,
 * AccountClosedError, `account_suspended`, `unauthorized`, TooManyRequestsError, `in_progress`; `not_found`
 * if the user has deleted the result; GenerationFailedError after the refund, or if refund-abandoned has to refund.
 */
export async function generate(
  input: GenerateInput,
  remainingMs: number,
): Promise<SucceededGeneration | WaitingGeneration> {
  const plan = planImage(input);
  const pending = createPending(input, plan.model);
  const { email, authenticatedAt, reference } = input;
  return toResult(
    await runGeneration(pending, {
      plan,
      requester: { email, authenticatedAt },
      input: { reference },
      remainingMs,
    }),
  );
}

/** The response for a generation in its current state. */
function toResult(thumbnail: Generation): SucceededGeneration | WaitingGeneration {
  return thumbnail.status === 'waiting' ? thumbnail : requireSucceeded(thumbnail);
}

function createPending(input: GenerateInput, { id: model, cost }: ImagePlan['model']): PendingGeneration {
  const { userId, generationId, prompt, negativePrompt } = input;
  const seed = randomInt(1, SEED_LIMIT);
  const createdAt = new Date().toISOString();
  const common = { userId, generationId, prompt, negativePrompt, model, cost, seed, createdAt };
  return { ...common, status: 'pending', startedAt: createdAt, attemptId: randomUUID() };
}

/**
 * POST /api/generate-thumbnail: generates one image at the price of its model. Answers 202 if every model is busy and the
 * generation waits in line.
 */
const generateThumbnail = apiHandler(
  'generateThumbnail',
  generateThumbnailSchemas,
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

import { randomUUID } from 'node:crypto';
import type { Session } from '../accounts/caller.ts';
import type { Image } from '../models/adapter.ts';
import { generateImage } from '../models/generate-image.ts';
import { createReferenceTargets, selectServiceModels } from '../models/reference-pool.ts';
import { LOAD_TIMEOUT_MS, readReferenceImage } from '../references/reference-images.ts';
import { attemptGeneration } from '../generation/attempt-generation.ts';
import { buildImageKey, storeImage } from '../images/image-bucket.ts';
import type { ImagePlan } from '../generation/plan-image.ts';
import { requireSucceeded } from '../generation/require-succeeded.ts';
import { reserveGeneration } from '../generation/reserve-generation.ts';
import type { PendingGeneration, SucceededGeneration, GenerationKey } from '../thumbnails-table/rows.ts';

interface CreateCutoutInput extends Session {
  /** A verified address; undefined if unknown. */
  email: string | undefined;
  /** The idempotency key, and the id of the cut-out. */
  cutoutId: string;
  /** An uploaded reference image of the user. */
  referenceId: string;
}

/**
 * Removes the background of a reference image. A cut-out is a generation of another kind: it is paid, refunded, audited,
 * exported and deleted as one.
 * @param remainingMs remaining invocation time.
 * @throws InvalidRequestError if the stage offers no cut-outs; otherwise what `reserveGeneration`, `attemptGeneration` and
 * `requireSucceeded` throw.
 */
export async function createCutout(
  { userId, email, authenticatedAt, cutoutId, referenceId }: CreateCutoutInput,
  remainingMs: number,
): Promise<SucceededGeneration> {
  const endAt = Date.now() + remainingMs;
  const plan = planCutout(userId, referenceId);
  const createdAt = new Date().toISOString();
  const pending: PendingGeneration = {
    userId,
    generationId: cutoutId,
    kind: 'cutout',
    prompt: '',
    // The model takes none.
    seed: 0,
    model: plan.model.id,
    cost: plan.model.cost,
    status: 'pending',
    createdAt,
    startedAt: createdAt,
    attemptId: randomUUID(),
  };
  const existing = await reserveGeneration(pending, { email, authenticatedAt });
  if (existing !== undefined) return requireSucceeded(existing);
  const cutout = await attemptGeneration(pending, { plan, store, endAt, mayWait: false });
  if (cutout === 'overloaded') throw new Error('A cut-out does not wait in line.');
  return requireSucceeded(cutout);
}

/** A cut-out is a photo, and has no preview. */
async function store({ userId, generationId }: GenerationKey, image: Image, endAt: number) {
  const imageKey = buildImageKey(userId, generationId);
  const signal = AbortSignal.timeout(Math.max(0, endAt - Date.now()));
  await storeImage(imageKey, { ...image, source: 'composite' }, signal);
  return { imageKey };
}

function planCutout(userId: string, referenceId: string): Pick<ImagePlan, 'model' | 'generate'> {
  const models = selectServiceModels('cutout', { prompt: '' });
  return {
    model: models[0],
    async generate(request, deadline) {
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
      const image = await readReferenceImage(userId, referenceId, signal);
      return generateImage(createReferenceTargets('cutout', models, image), request, deadline);
    },
  };
}

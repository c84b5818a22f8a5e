import { createCutoutSchemas } from '#contract/endpoints/finishing-schemas.ts';
import { readFileMark } from '#contract/file-mark.ts';
import { randomUUID } from 'node:crypto';
import { attemptGeneration } from '../thumbnails/generation/attempt-generation.ts';
import type { GeneratedImage, ImagePlan } from '../thumbnails/generation/plan-image.ts';
import {
  createPending,
  reserveGeneration,
  type Guards,
} from '../thumbnails/generation/reserve-generation.ts';
import { apiHandler } from './http/api-handler.ts';
import { buildImageKey, storeImage } from '../images/image-bucket.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { generateImage } from '../models/generate-image.ts';
import { createReferenceTargets, selectServiceModels } from '../models/service-pool.ts';
import { getRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { LOAD_TIMEOUT_MS, readPicture, readReferenceImage } from '../images/references/reference-images.ts';
import { requireSucceeded } from '../thumbnails/table/queries.ts';
import { type GenerationKey, MARKED_PICTURE, PICTURE } from '../thumbnails/table/rows.ts';

/**
 * Stores a cut-out or a picture without a preview. A cut-out is a photo that a model has changed, so it is marked as a composite. A picture
 * is stored unchanged, so it keeps the mark that its file has.
 */
async function store({ userId, generationId }: GenerationKey, image: GeneratedImage, endAt: number) {
  const imageKey = buildImageKey(userId, generationId);
  const signal = AbortSignal.timeout(Math.max(0, endAt - Date.now()));
  const isPicture = image.model === PICTURE || image.model === MARKED_PICTURE;
  const mark = isPicture ? 'none' : 'composite';
  await storeImage(imageKey, { ...image, mark }, signal);
  return { imageKey };
}

type CutoutPlan = Pick<ImagePlan, 'generate'> & { model: { id: string; cost: number } };

function planPicture(userId: string, referenceId: string): CutoutPlan {
  return {
    model: { id: PICTURE, cost: 0 },
    async generate(_request, deadline) {
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
      const { png: content, ...size } = await readPicture(userId, referenceId, signal);
      return {
        type: 'image/png',
        content,
        ...size,
        model: readFileMark(content) === 'none' ? PICTURE : MARKED_PICTURE,
      };
    },
  };
}

function planCutout(userId: string, referenceId: string): CutoutPlan {
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

const withName = (plan: CutoutPlan, name: string | undefined): CutoutPlan =>
  name === undefined
    ? plan
    : { ...plan, generate: async (...request) => ({ ...(await plan.generate(...request)), name }) };

/**
 * A picture is free, so only this limit bounds the amount that an account stores. A picture that another limit refuses does not count as an
 * upload.
 */
function createUploadGuard(userId: string): Guards {
  const rateLimit = getRateLimit('uploads', userId);
  return { uploads: { write: rateLimit.write, refuse: () => rateLimit.exceededError() } };
}

/**
 * POST /api/cutouts: removes the background of one reference image, at the price of the model, or stores a picture unchanged. A cut-out is
 * a kind of generation: it is paid, refunded, audited, exported and deleted like every generation. A picture is a cut-out without a model,
 * at the price of 0.
 */
export const handler = apiHandler(
  'createCutout',
  createCutoutSchemas,
  async ({ body, remainingMs, ...requester }) => {
    const endAt = Date.now() + remainingMs;
    const { userId } = requester;
    const { generationId: cutoutId = randomUUID(), referenceId, keepsBackground = false, name } = body;
    const plan = withName(
      keepsBackground ? planPicture(userId, referenceId) : planCutout(userId, referenceId),
      name,
    );
    const pending = createPending({ userId, generationId: cutoutId, kind: 'cutout', prompt: '' }, plan.model);
    const cutout =
      (await reserveGeneration(pending, requester, keepsBackground ? createUploadGuard(userId) : {})) ??
      (await attemptGeneration(pending, { plan, store, endAt, mayWait: false }));
    if (cutout === 'overloaded') throw new Error('A cut-out does not wait in line.');
    const { imageKey } = requireSucceeded(cutout);
    return { cutoutId, ...(await signImageUrls({ imageKey })) };
  },
);

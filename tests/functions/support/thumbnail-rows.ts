import type { ErrorParams } from '#contract/errors.ts';
import type { Failure } from '../../../functions/thumbnails/table/generation-failure.ts';
import type {
  DeletedGeneration,
  SucceededGeneration,
  KeptGeneration,
} from '../../../functions/thumbnails/table/rows.ts';
import { USER } from './event.ts';

/** Its last digit, `e`, selects shard 2. */
export const GENERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const PROMPT = 'a castle tutorial, wide angle';
export const IMAGE_KEY = `images/${USER}/${GENERATION}.png`;
export const PREVIEW_KEY = `images/${USER}/${GENERATION}.webp`;
/** The keys that a deletion deletes. Only an upscaled image is a JPEG. */
export const IMAGE_KEYS = [IMAGE_KEY, `images/${USER}/${GENERATION}.jpg`, PREVIEW_KEY];

const common = {
  userId: USER,
  generationId: GENERATION,
  prompt: PROMPT,
  model: 'first',
  seed: 7,
  cost: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
};

export function succeededRow(changes: Partial<SucceededGeneration> = {}): SucceededGeneration {
  return {
    ...common,
    status: 'succeeded',
    imageKey: `images/${USER}/${changes.generationId ?? GENERATION}.png`,
    width: 1344,
    height: 768,
    endedAt: '2026-11-21T09:00:09.000Z',
    ...changes,
  };
}

export function failedRow(
  failure: Failure['code'] = 'internal',
  failureParams?: ErrorParams,
): KeptGeneration {
  return {
    ...common,
    status: 'failed',
    failure,
    ...(failureParams && { failureParams }),
    endedAt: '2026-11-21T09:00:09.000Z',
    // In the year 2100.
    expiresAt: 4_102_444_800,
  };
}

export function deletedRow(changes: Partial<DeletedGeneration> = {}): DeletedGeneration {
  const { userId, generationId, cost, createdAt } = common;
  const deletedAt = '2026-11-21T09:05:00.000Z';
  return {
    userId,
    generationId,
    cost,
    createdAt,
    status: 'deleted',
    endedAs: 'succeeded',
    deletedAt,
    ...changes,
  };
}

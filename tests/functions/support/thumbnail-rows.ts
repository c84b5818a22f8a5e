import type { FailureCode } from '../../../functions/thumbnails/generation-failure.ts';
import type {
  PendingThumbnail,
  SucceededThumbnail,
  Thumbnail,
} from '../../../functions/thumbnails/thumbnails-table.ts';
import { USER } from './event.ts';

/** Its last digit, `e`, selects shard 2. */
export const GENERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const PROMPT = 'a castle tutorial, wide angle';
export const IMAGE_KEY = `thumbnails/${USER}/${GENERATION}.png`;

const common = {
  userId: USER,
  generationId: GENERATION,
  prompt: PROMPT,
  model: 'first',
  seed: 7,
  cost: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
};

export function pendingRow(changes: Partial<PendingThumbnail> = {}): PendingThumbnail {
  return { ...common, status: 'pending', ...changes };
}

export function succeededRow(changes: Partial<SucceededThumbnail> = {}): SucceededThumbnail {
  return {
    ...common,
    status: 'succeeded',
    imageKey: `thumbnails/${USER}/${changes.generationId ?? GENERATION}.png`,
    width: 1344,
    height: 768,
    endedAt: '2026-11-21T09:00:09.000Z',
    ...changes,
  };
}

export function failedRow(failure: FailureCode = 'internal'): Thumbnail {
  return { ...common, status: 'failed', failure, endedAt: '2026-11-21T09:00:09.000Z' };
}

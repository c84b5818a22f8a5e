import { succeededRow } from '../../support/thumbnail-rows.ts';
import type { Item } from './database.ts';

const CREATED_AT = '2026-11-20T09:00:00.000Z';

/** A ledger entry as the functions write it. */
export function ledgerItem(userId: string, kind: string, ref: string, amount: number, more: Item = {}): Item {
  const entryId = kind === 'welcome' ? 'welcome' : `${kind}#${ref}`;
  return { userId, entryId, kind, amount, ref, createdAt: CREATED_AT, ...more };
}

/** A thumbnail's record as the functions write it. */
export function thumbnailItem(userId: string, generationId: string, status: string, more: Item = {}): Item {
  const attributes: Record<string, Item> = {
    pending: {
      pendingShard: String(Number.parseInt(generationId.slice(-1), 16) % 4),
      startedAt: CREATED_AT,
      attemptId: 'attempt-1',
    },
    waiting: {
      pendingShard: String(Number.parseInt(generationId.slice(-1), 16) % 4),
      startedAt: CREATED_AT,
      waitingSince: CREATED_AT,
      waitingLine: 'price-1',
    },
    succeeded: {
      ...succeededRow(),
      imageKey: `images/${userId}/${generationId}.png`,
      endedAt: CREATED_AT,
      listedAt: CREATED_AT,
    },
    failed: { failure: 'internal', endedAt: CREATED_AT, expiresAt: 4_102_444_800 },
    deleted: { endedAs: 'succeeded', deletedAt: CREATED_AT },
  };
  const content = status === 'deleted' ? {} : { prompt: 'a castle', model: 'first', seed: 7 };
  const common = { userId, generationId, status, cost: 1, createdAt: CREATED_AT };
  return { ...attributes[status], ...common, ...content, ...more };
}

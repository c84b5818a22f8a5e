import { refundEntry } from '../ledger/ledger-table.ts';
import { postEntry } from '../ledger/ledger.ts';
import type { FailureCode } from './generation-failure.ts';
import {
  findThumbnail,
  markFailedWrite,
  parseThumbnail,
  type PendingThumbnail,
  type Thumbnail,
} from './thumbnails-table.ts';

/**
 * Fails a pending generation and refunds its credits, in one transaction. Idempotent; changes nothing if the generation
 * has already ended.
 * @returns whether this call refunded, and the stored thumbnail.
 * @throws when the outcome is unknown; the generation is then still pending, or already refunded.
 */
export async function failGeneration(
  pending: PendingThumbnail,
  failure: FailureCode,
): Promise<{ refunded: boolean; thumbnail: Thumbnail | undefined }> {
  const { userId, generationId, cost } = pending;
  const outcome = await postEntry(refundEntry(userId, generationId, cost), {
    companionWrite: markFailedWrite(pending, failure),
  });
  switch (outcome.kind) {
    case 'posted':
      return {
        refunded: true,
        thumbnail: { ...pending, status: 'failed', failure, endedAt: new Date().toISOString() },
      };
    case 'refused':
      return { refunded: false, thumbnail: outcome.existing && parseThumbnail(outcome.existing) };
    case 'duplicate':
      return { refunded: false, thumbnail: await findThumbnail(pending) };
    default:
      throw new Error(`The ledger refused the refund of a generation: ${outcome.kind}.`);
  }
}

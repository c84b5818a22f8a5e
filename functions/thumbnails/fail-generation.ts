import { refundEntry } from '../ledger/ledger-table.ts';
import { postEntry } from '../ledger/ledger.ts';
import type { Failure } from './generation-failure.ts';
import { parseThumbnail, type ThumbnailRecord, type UnfinishedThumbnail } from './thumbnails-table-rows.ts';
import { findRecord, markFailedWrite } from './thumbnails-table.ts';

/**
 * Fails an unfinished generation and refunds its credits, in one transaction. Idempotent; changes nothing if the
 * generation has ended, or if another attempt has started since it was read.
 * @returns whether this call refunded, and the stored record.
 * @throws when the outcome is unknown; the generation is then still unfinished, or already refunded.
 */
export async function failGeneration(
  unfinished: UnfinishedThumbnail,
  failure: Failure,
): Promise<{ refunded: boolean; thumbnail: ThumbnailRecord | undefined }> {
  const { userId, generationId, cost } = unfinished;
  const outcome = await postEntry(refundEntry(userId, generationId, cost), {
    companionWrite: markFailedWrite(unfinished, failure),
  });
  switch (outcome.kind) {
    case 'posted':
      return {
        refunded: true,
        thumbnail: {
          ...unfinished,
          status: 'failed',
          failure: failure.code,
          failureReason: failure.reason,
          endedAt: new Date().toISOString(),
        },
      };
    case 'refused':
      return { refunded: false, thumbnail: outcome.existing && parseThumbnail(outcome.existing) };
    case 'duplicate':
      return { refunded: false, thumbnail: await findRecord(unfinished) };
    default:
      throw new Error(`The ledger refused the refund of a generation: ${outcome.kind}.`);
  }
}

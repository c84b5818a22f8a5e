import { refundEntry } from '../ledger/ledger-table.ts';
import { postEntry } from '../ledger/ledger.ts';
import type { Failure } from '../shared/generation-failure.ts';
import { parseThumbnail, type ThumbnailRecord, type UnfinishedThumbnail } from '../thumbnails-table/rows.ts';
import { markFailedWrite } from '../thumbnails-table/life-cycle.ts';
import { findRecord } from '../thumbnails-table/queries.ts';

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
  const refusals = await postEntry(refundEntry(userId, generationId, cost), {
    writes: { record: markFailedWrite(unfinished, failure) },
  });
  if (refusals === undefined) {
    const { code, reason: failureReason } = failure;
    const endedAt = new Date().toISOString();
    return {
      refunded: true,
      thumbnail: { ...unfinished, status: 'failed', failure: code, failureReason, endedAt },
    };
  }
  if (refusals.has('record')) {
    const existing = refusals.findItem('record');
    return { refunded: false, thumbnail: existing && parseThumbnail(existing) };
  }
  if (refusals.has('duplicate')) return { refunded: false, thumbnail: await findRecord(unfinished) };
  throw new Error(`The ledger refused the refund of a generation: ${refusals.names.join(', ')}.`);
}

import { refundEntry } from '../../credits/ledger/new-entries.ts';
import { postEntry } from '../../credits/ledger/ledger.ts';
import type { Failure } from '../table/generation-failure.ts';
import { parseGeneration, type Generation, type UnfinishedGeneration } from '../table/rows.ts';
import { markFailedWrite, toFailureFields } from '../table/life-cycle.ts';
import { findGeneration } from '../table/queries.ts';

/**
 * Fails an unfinished generation and refunds its credits, in one transaction. Idempotent. Changes nothing if the generation has ended, or
 * if another attempt has started since the generation was read.
 * @returns true in `refunded` if this call refunded the credits, and the stored generation.
 * @throws if the outcome is unknown. The generation is then unfinished, or already refunded.
 */
export async function failGeneration(
  unfinished: UnfinishedGeneration,
  failure: Failure,
): Promise<{ refunded: boolean; thumbnail: Generation | undefined }> {
  const { userId, generationId, cost } = unfinished;
  const fields = toFailureFields(failure);
  const refusals = await postEntry(refundEntry(userId, generationId, cost), {
    writes: { generation: markFailedWrite(unfinished, fields) },
  });
  if (refusals === undefined) return { refunded: true, thumbnail: { ...unfinished, ...fields } };
  if (refusals.has('generation')) {
    const existing = refusals.findItem('generation');
    return { refunded: false, thumbnail: existing && parseGeneration(existing) };
  }
  if (refusals.has('duplicate')) return { refunded: false, thumbnail: await findGeneration(unfinished) };
  throw new Error(`The ledger refused the refund of a generation: ${refusals.names.join(', ')}.`);
}

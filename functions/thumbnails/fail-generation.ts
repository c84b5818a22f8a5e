import { move } from '../ledger/ledger.ts';
import { refund } from '../ledger/movement.ts';
import { parseThumbnail, type FailureCode, type Pending, type Thumbnail } from './record.ts';
import { findThumbnail, markFailed } from './thumbnails-table.ts';

/**
 * Ends a pending generation in failure and gives its credits back, in one transaction. Done twice, or after the
 * generation ended otherwise, it changes nothing.
 * @returns whether this call refunded, and the generation as it stands now.
 * @throws when the outcome is unknown; the generation is then still pending, or already refunded.
 */
export async function failGeneration(
  pending: Pending,
  failure: FailureCode,
): Promise<{ refunded: boolean; thumbnail: Thumbnail | undefined }> {
  const outcome = await move(refund(pending.userId, pending.generationId, pending.cost), {
    alongside: markFailed(pending, failure),
  });
  switch (outcome.kind) {
    case 'moved':
      return {
        refunded: true,
        thumbnail: { ...pending, status: 'failed', failure, endedAt: new Date().toISOString() },
      };
    case 'refused':
      return {
        refunded: false,
        thumbnail: outcome.existing && parseThumbnail(outcome.existing),
      };
    case 'already_moved':
      return { refunded: false, thumbnail: await findThumbnail(pending) };
    case 'insufficient':
    case 'no_account':
    case 'closed':
      throw new Error(`The refund of a generation met ${outcome.kind}.`);
  }
}

import { transact } from '../aws/transact.ts';
import { TooManyRequestsError } from '../errors/errors.ts';
import { landSpend } from '../ledger/spending.ts';
import { logger } from '../telemetry/logger.ts';
import { parseThumbnail, type Pending, type Succeeded, type Thumbnail } from './record.ts';
import { leavePendingIndex, markSucceeded, markSucceededAlone } from './thumbnails-table.ts';

/** What painting adds to a generation. */
type Picture = Pick<Succeeded, 'model' | 'imageKey' | 'width' | 'height'>;

/** How long an account may be too busy, in ms: what is kept of the invocation has to last for what follows, too. */
const CONFLICT_BUDGET_MS = 1_000;

/**
 * Ends a generation in success, unless it has ended already, and its spend with it: one transaction. Where the account
 * is too busy, the record is settled alone, for nobody shall lose a picture to that: it stays in the index of pending
 * ones until refund-abandoned lands the spend.
 * @returns the generation as it stands afterwards: succeeded, or failed where refund-abandoned came first.
 * @throws when the outcome is unknown, or the record is gone.
 */
export async function settle(pending: Pending, picture: Picture): Promise<Thumbnail> {
  const succeeded: Succeeded = {
    ...pending,
    ...picture,
    status: 'succeeded',
    endedAt: new Date().toISOString(),
  };
  try {
    const conditions = await transact(
      [markSucceeded(succeeded), landSpend(spendOf(succeeded))],
      CONFLICT_BUDGET_MS,
    );
    return conditions === undefined ? succeeded : parseThumbnail(conditions[0]?.existing);
  } catch (error) {
    if (!(error instanceof TooManyRequestsError)) throw error;
    logger.warn('settled alone');
    return markSucceededAlone(succeeded);
  }
}

/** Lands the spend of a generation that was settled alone. Done twice, it changes nothing. */
export async function finishSettling(thumbnail: Succeeded): Promise<void> {
  await transact([leavePendingIndex(thumbnail), landSpend(spendOf(thumbnail))]);
}

function spendOf({ userId, generationId }: Thumbnail) {
  return { userId, ref: generationId };
}

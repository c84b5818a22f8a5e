import { endClosing, unfinishedClosings } from '../ledger/closing.ts';
import { logger } from '../telemetry/logger.ts';
import { closeAccount } from './close-account.ts';

/** No invocation lives this long, in ms: what began before the account was shut has come to its end. */
const SETTLED_AFTER_MS = 120_000;

/**
 * Goes through every closing once more when nothing can be under way any more. That finishes one that was cut off, and
 * removes what a call that began earlier has written since: a picture, a receipt. One that cannot be finished now does
 * not keep the others waiting; the next run meets it again.
 * @throws AggregateError after the run when there were such, so that the invocation counts as failed.
 */
export async function finishClosings(now: number): Promise<{ finished: number }> {
  const closedBefore = new Date(now - SETTLED_AFTER_MS).toISOString();
  const failures: unknown[] = [];
  let finished = 0;
  for await (const userId of unfinishedClosings(closedBefore)) {
    try {
      await closeAccount(userId);
      await endClosing(userId);
      finished += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  logger.info('closings finished', { finished, failed: failures.length });
  if (failures.length > 0) throw new AggregateError(failures, 'Some accounts were not closed.');
  return { finished };
}

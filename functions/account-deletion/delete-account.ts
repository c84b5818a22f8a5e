import { forfeitCredits } from '../ledger/clawback.ts';
import {
  listUnfinishedClosings,
  markClosed,
  markClosingFinished,
  removeStripeCustomer,
} from '../ledger/users-table.ts';
import { removeReceipts } from '../payments/purchases-table.ts';
import { logger } from '../shared/logger.ts';
import { eraseThumbnails } from '../thumbnails/erase-thumbnails.ts';
import { deleteUser } from './user-pool.ts';

/** Longer than any invocation runs, in ms: a call that started before the closing has ended by then. */
const FINISH_AFTER_MS = 120_000;

/**
 * Deletes a user's data: images and prompts, remaining credits, the links to Stripe, and the sign-in. The ledger and
 * the purchases stay, under an id that no longer identifies a person.
 *
 * The account is marked closed first, so that nothing new starts, and the sign-in is deleted last. Each step is
 * idempotent, so an interrupted deletion is completed by repeating all of it: by the user, or by finish-closings.
 */
export async function deleteAccount(userId: string): Promise<void> {
  await markClosed(userId, new Date().toISOString());
  // Before the credits, because ending the pending generations refunds them.
  const thumbnails = await eraseThumbnails(userId);
  const credits = await forfeitCredits(userId);
  await removeReceipts(userId);
  await removeStripeCustomer(userId);
  await deleteUser(userId);
  logger.info('account closed', { ...thumbnails, credits });
}

/**
 * Repeats every deletion once no earlier call can still be running. This completes an interrupted deletion, and removes
 * what such a call wrote after it: an image or a receipt. A deletion that fails does not stop the others; the next run
 * repeats it.
 * @throws AggregateError after the run if any failed, so that the invocation counts as failed.
 */
export async function finishClosings(now: number): Promise<{ finished: number }> {
  const closedBefore = new Date(now - FINISH_AFTER_MS).toISOString();
  const failures: unknown[] = [];
  let finished = 0;
  for await (const userId of listUnfinishedClosings(closedBefore)) {
    try {
      await deleteAccount(userId);
      await markClosingFinished(userId);
      finished += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  logger.info('closings finished', { finished, failed: failures.length });
  if (failures.length > 0) throw new AggregateError(failures, 'Some accounts were not closed.');
  return { finished };
}

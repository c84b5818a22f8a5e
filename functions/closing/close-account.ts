import { forfeitCredits, shutAccount } from '../ledger/closing.ts';
import { forgetCustomer } from '../payments/customers.ts';
import { forgetReceipts } from '../payments/purchases-table.ts';
import { logger } from '../telemetry/logger.ts';
import { eraseThumbnails } from '../thumbnails/erase.ts';
import { deleteUser } from './user-pool.ts';

/**
 * Deletes what a user has here: pictures and their prompts, credits left, the way to the person in payments, sign-in.
 * The ledger and the purchases stay, under an id that leads to nobody.
 *
 * The account is shut first, so that nothing begins behind our back, and the sign-in goes last. Each step may be done
 * any number of times, so what was cut off is made good by doing it all again: by the person, or by finish-closings.
 */
export async function closeAccount(userId: string): Promise<void> {
  await shutAccount(userId, new Date().toISOString());
  // Before the credits: what is under way is ended, and its credits come back first.
  const thumbnails = await eraseThumbnails(userId);
  const credits = await forfeitCredits(userId);
  await forgetReceipts(userId);
  await forgetCustomer(userId);
  await deleteUser(userId);
  logger.info('account closed', { ...thumbnails, credits });
}

import { deleteUser, findVerifiedAddress } from '../accounts/user-pool.ts';
import {
  addAccount,
  hashMailbox,
  refuseWelcome,
  removeAccount,
} from '../accounts/welcomed-addresses-table.ts';
import { expireKeys } from '../api-keys/api-keys-table.ts';
import { deleteBrand } from '../brand/brand-table.ts';
import { takeAllCredits } from '../ledger/deleted-account.ts';
import {
  findUser,
  listUnfinishedDeletions,
  markAccountDeleted,
  removeAttribute,
  type User,
} from '../ledger/users-table.ts';
import { expireOpenSessions } from '../payments/checkout-sessions.ts';
import { removeReceipts } from '../purchases/purchases-table.ts';
import { deleteReferenceImages } from '../references/reference-bucket.ts';
import { requireEnv } from '../shared/environment.ts';
import { CodedError } from '../shared/errors.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { eraseThumbnails } from './erase-thumbnails.ts';
import { eraseExportedUser } from './user-export.ts';

/**
 * Ends the connection of a closed account and its mailbox. The mailbox keeps the id of an account that bought or that an
 * operator suspended, because what it leaves open counts for the next account. Call it before the link to Stripe is removed,
 * which shows that the account bought, and before the sign-in is deleted, which has the address. Idempotent.
 */
async function leaveMailbox(userId: string, userPoolId: string): Promise<void> {
  const user = await findUser(userId);
  if (user === undefined) return;
  const isKept = hasBought(user) || isSuspendedByOperator(user);
  const mailbox = user.mailbox ?? (isKept ? await findMailbox(userId, userPoolId) : undefined);
  if (mailbox === undefined) return;
  if (isKept) await refuseWelcome(mailbox);
  else await removeAccount(mailbox, userId);
  // An account with a mailbox is one of its accounts already, unless an operator has released another one from it.
  if (user.mailbox === undefined) await addAccount(mailbox, userId);
  else await removeAttribute(userId, 'mailbox');
}

const hasBought = ({ stripeCustomerId, shortfall = 0 }: User) =>
  stripeCustomerId !== undefined || shortfall > 0;

/** A suspension that was taken over from another account of the mailbox has no action of an operator. */
const isSuspendedByOperator = ({ suspendedAt, operatorActions }: User) =>
  suspendedAt !== undefined && operatorActions !== undefined;

async function findMailbox(userId: string, userPoolId: string): Promise<string | undefined> {
  const address = await findVerifiedAddress(userPoolId, userId);
  return address === undefined ? undefined : hashMailbox(address);
}

const USER_POOL_ID = requireEnv('USER_POOL_ID');

/**
 * Longer than any invocation runs and than an upload URL is valid, in ms: a call or an upload that started before the
 * deletion has ended by then.
 */
const FINISH_AFTER_MS = 480_000;
/** Stripe expires a checkout session after a day, in ms, so an older deletion has no open one. */
const SESSION_LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Deletes a user's data: images, prompts and reference images, the brand, remaining credits, the links to Stripe, the names of
 * API keys, and the sign-in. The keys are refused from now on, and expire. The ledger and
 * the purchases stay, under an id that no longer identifies a person. What the account leaves open, such as a lost dispute,
 * counts for the next account of its mailbox.
 *
 * The account is marked closed first, so that nothing new starts, and the sign-in is deleted last. Each step is
 * idempotent, so an interrupted deletion is completed by repeating all of it: by the user, or by finish-closings.
 * @param authenticatedAt the user's sign-in (ISO 8601); undefined for finish-closings.
 * @returns false if Stripe failed, which delays no other step: finish-closings repeats it.
 * @throws `unauthorized` if the account does not accept tokens of that sign-in.
 */
export async function deleteAccount(userId: string, authenticatedAt?: string): Promise<boolean> {
  const isDeleted = await markAccountDeleted(userId, new Date().toISOString(), authenticatedAt);
  if (!isDeleted) throw new CodedError('unauthorized');
  await leaveMailbox(userId, USER_POOL_ID);
  // Early, so that a creator who pays on another tab is stopped. A payment that completes anyway is refunded.
  const isDisconnected = await disconnectStripe(userId);
  // Before the credits, because ending the pending generations refunds them.
  const thumbnails = await eraseThumbnails(userId);
  const references = await deleteReferenceImages(userId);
  const credits = await takeAllCredits(userId);
  await removeReceipts(userId);
  await deleteBrand(userId);
  await expireKeys(userId, Date.now());
  await eraseExportedUser(userId);
  await deleteUser(USER_POOL_ID, userId);
  logger.info('account deleted', { ...thumbnails, references, credits });
  return isDisconnected;
}

/** Expires the open checkout sessions, and removes the link to the customer. @returns false if Stripe failed. */
async function disconnectStripe(userId: string): Promise<boolean> {
  const { stripeCustomerId, closedAt = '' } = (await findUser(userId)) ?? {};
  if (stripeCustomerId === undefined) return true;
  try {
    await expireOpenSessions(stripeCustomerId);
  } catch (error) {
    logger.error('checkout sessions could not be expired', errorTrace(error));
    if (Date.now() - Date.parse(closedAt) < SESSION_LIFETIME_MS) return false;
  }
  // Stripe keeps the customer for its own accounting.
  await removeAttribute(userId, 'stripeCustomerId');
  return true;
}

/**
 * Repeats every deletion once no earlier call can still be running. This completes an interrupted deletion, and removes
 * what such a call wrote after it: an image, a reference image or a receipt. A deletion that fails does not stop the others; the next run
 * repeats it.
 * @throws AggregateError after the run if any failed, so that the invocation counts as failed.
 */
export async function finishAccountDeletions(now: number): Promise<{ finished: number }> {
  const closedBefore = new Date(now - FINISH_AFTER_MS).toISOString();
  const failures: unknown[] = [];
  let finished = 0;
  for await (const userId of listUnfinishedDeletions(closedBefore)) {
    try {
      if (!(await deleteAccount(userId))) throw new Error('Checkout sessions could not be expired.');
      await removeAttribute(userId, 'closing');
      finished += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  logger.info('account deletions finished', { finished, failed: failures.length });
  if (failures.length > 0) throw new AggregateError(failures, 'Some accounts were not deleted.');
  return { finished };
}

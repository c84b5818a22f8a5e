import { deleteUser, findVerifiedAddress } from '../accounts/user-pool.ts';
import {
  addAccount,
  hashMailbox,
  refuseWelcome,
  removeAccount,
} from '../accounts/welcomed-addresses-table.ts';
import { expireKeys } from '../accounts/api-keys/api-keys-table.ts';
import { deleteBrand } from '../thumbnails/brand/brand-table.ts';
import { takeAllCredits } from '../credits/ledger/deleted-account.ts';
import {
  findUser,
  listUnfinishedDeletions,
  markAccountDeleted,
  removeAttribute,
  type User,
} from '../credits/ledger/users-table.ts';
import { expireOpenSessions } from '../credits/payments/checkout-sessions.ts';
import { removeReceipts } from '../credits/purchases/purchases-table.ts';
import { deleteReferenceImages } from '../images/references/reference-bucket.ts';
import { requireEnv } from '../platform/environment.ts';
import { CodedError } from '../platform/errors.ts';
import { errorTrace, logger } from '../platform/logger.ts';
import { eraseThumbnails } from '../thumbnails/deletion/erase-thumbnails.ts';
import { eraseExportedUser } from './user-export.ts';

/**
 * Ends the connection between a deleted account and its mailbox. If the account bought a pack, or if an operator suspended it, the mailbox
 * keeps the id of the account: its disputes, shortfall and suspension count for the next account. Call this function before the link to
 * Stripe is removed, because the link shows that the account bought. Call it also before the sign-in is deleted, because the sign-in has
 * the address. Idempotent.
 */
async function leaveMailbox(userId: string, userPoolId: string): Promise<void> {
  const user = await findUser(userId);
  if (user === undefined) return;
  const isKept = hasBought(user) || isSuspendedByOperator(user);
  const mailbox = user.mailbox ?? (isKept ? await findMailbox(userId, userPoolId) : undefined);
  if (mailbox === undefined) return;
  if (isKept) await refuseWelcome(mailbox);
  else await removeAccount(mailbox, userId);
  // An account with a mailbox is already in the list of the mailbox, unless an operator has released another account of the mailbox.
  if (user.mailbox === undefined) await addAccount(mailbox, userId);
  else await removeAttribute(userId, 'mailbox');
}

/** The packs tell it if a restoration as of an earlier time took the link to Stripe. */
const hasBought = ({ stripeCustomerId, shortfall = 0, packs }: User) =>
  stripeCustomerId !== undefined || shortfall > 0 || Object.keys(packs).length > 0;

/**
 * Returns true if an operator suspended this account. If the suspension came from another account of the mailbox, this account has no
 * action of an operator.
 */
const isSuspendedByOperator = ({ suspendedAt, operatorActions }: User) =>
  suspendedAt !== undefined && operatorActions !== undefined;

async function findMailbox(userId: string, userPoolId: string): Promise<string | undefined> {
  const address = await findVerifiedAddress(userPoolId, userId);
  return address === undefined ? undefined : hashMailbox(address);
}

const USER_POOL_ID = requireEnv('USER_POOL_ID');

/**
 * The time after which a deletion is repeated, in ms. It is longer than any invocation, and longer than an upload URL is valid. A call or
 * an upload that started before the deletion has ended after this time.
 */
const FINISH_AFTER_MS = 480_000;
/** The lifetime of a checkout session, in ms. Stripe expires a session after a day, so an older deletion has no open session. */
const SESSION_LIFETIME_MS = 24 * 60 * 60_000;

interface DeletionRequest {
  /** The time of the user's sign-in (ISO 8601). */
  authenticatedAt: string;
  /** Counts the request after the account is marked as deleted. @throws TooManyRequestsError; finish-closings then does the other steps. */
  count: () => Promise<void>;
}

/**
 * Deletes a user's data: images, prompts and reference images, the brand, the remaining credits, the links to Stripe, the names of API
 * keys, and the sign-in. The keys are refused from this time, and expire. The ledger and the purchases stay, under an id that no longer
 * identifies a person. A lost dispute, a shortfall or a suspension of the account counts for the next account of its mailbox.
 *
 * The account is marked as deleted first, so that no new work starts. The sign-in is deleted last. Each step is idempotent, so an
 * interrupted deletion is completed by repeating all steps: by the user, or by finish-closings.
 * @param request the request of the user. Undefined for finish-closings.
 * @returns false if Stripe failed. This delays no other step: finish-closings repeats the step.
 * @throws `unauthorized` if the account does not accept tokens of that sign-in; the error of `count`.
 */
export async function deleteAccount(userId: string, request?: DeletionRequest): Promise<boolean> {
  const isDeleted = await markAccountDeleted(userId, new Date().toISOString(), request?.authenticatedAt);
  if (!isDeleted) throw new CodedError('unauthorized');
  await request?.count();
  await leaveMailbox(userId, USER_POOL_ID);
  // The sessions expire early, so that a creator cannot pay in another tab. A payment that completes anyway is refunded.
  const isDisconnected = await disconnectStripe(userId);
  // The thumbnails are erased before the credits are taken, because ending the pending generations refunds credits.
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
  // Stripe keeps the customer for its accounting.
  await removeAttribute(userId, 'stripeCustomerId');
  return true;
}

/**
 * Repeats every deletion after all earlier calls have ended. This completes an interrupted deletion. It also removes data that such a call
 * wrote after the deletion: an image, a reference image or a receipt. A failed deletion does not stop the others, and the next run repeats
 * it.
 * @throws AggregateError after the run, if a deletion failed, so that the invocation counts as failed.
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

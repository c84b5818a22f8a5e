import { carryShortfall } from '../credits/ledger/deleted-account.ts';
import { findAccountState, findUser, setMailbox, type User } from '../credits/ledger/users-table.ts';
import { hasDisputedPurchase } from '../credits/purchases/purchases-table.ts';
import { addAccount, hashMailbox, listAccounts } from './welcomed-addresses-table.ts';

/** The result of a review of the other accounts with the same mailbox, including deleted accounts. */
interface MailboxReview {
  /** The time of a suspension (ISO 8601, UTC). Undefined if no other account is suspended. */
  suspendedAt: string | undefined;
  /** True if another account has a payment whose dispute is open or was lost. */
  isDisputed: boolean;
}

/**
 * Adds an account to the accounts of its mailbox. Suspends the account if another account of the mailbox is suspended. An account without a
 * mailbox cannot buy, so a purchase always has a mailbox that connects a deleted account with the next account of the same person.
 * Idempotent.
 * @param email a verified address.
 */
export async function joinMailbox(userId: string, email: string): Promise<User | undefined> {
  const mailbox = await hashMailbox(email);
  const { suspendedAt } = await reviewAccounts(userId, await addAccount(mailbox, userId));
  await setMailbox(userId, mailbox, suspendedAt);
  return findUser(userId);
}

/**
 * Reviews the other accounts of a mailbox, and carries the shortfalls of the deleted accounts to this account. The function reads the state
 * of the accounts each time, because a dispute can begin or be won after the deletion.
 */
export async function reviewMailbox(userId: string, mailbox: string): Promise<MailboxReview> {
  return reviewAccounts(userId, await listAccounts(mailbox));
}

async function reviewAccounts(userId: string, accounts: readonly string[]): Promise<MailboxReview> {
  const review: MailboxReview = { suspendedAt: undefined, isDisputed: false };
  for (const otherId of accounts.filter((id) => id !== userId)) {
    const { suspendedAt, closedAt, shortfall = 0 } = (await findAccountState(otherId)) ?? {};
    review.suspendedAt ??= suspendedAt;
    if (await hasDisputedPurchase(otherId)) review.isDisputed = true;
    // The shortfall of a disputed payment stays with its account: if the dispute is won, the shortfall is no longer due.
    else if (closedAt !== undefined && shortfall > 0) await carryShortfall(otherId, userId, shortfall);
  }
  return review;
}

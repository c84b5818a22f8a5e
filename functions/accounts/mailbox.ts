import { carryShortfall } from '../ledger/deleted-account.ts';
import { findUser, setMailbox, type User } from '../ledger/users-table.ts';
import { hasDisputedPurchase } from '../purchases/purchases-table.ts';
import { addAccount, hashMailbox, listAccounts } from './welcomed-addresses-table.ts';

/** What the other accounts of a mailbox, deleted ones included, mean for one of them. */
interface MailboxReview {
  /** The time of a suspension (ISO 8601, UTC). */
  suspendedAt: string | undefined;
  /** Whether a dispute of one of their payments is open or was lost. */
  isDisputed: boolean;
}

/**
 * Adds an account to those of its mailbox, and suspends it if another one is suspended. An account without a mailbox cannot
 * buy, so a deleted account and the next one of its mailbox are always known as such. Idempotent.
 * @param email a verified address.
 */
export async function joinMailbox(userId: string, email: string): Promise<User | undefined> {
  const mailbox = await hashMailbox(email);
  const { suspendedAt } = await reviewAccounts(userId, await addAccount(mailbox, userId));
  await setMailbox(userId, mailbox, suspendedAt);
  return findUser(userId);
}

/**
 * Reviews the other accounts of a mailbox, and carries the shortfalls of the deleted ones to this account. Their state is
 * read each time, because a dispute can begin or be won after the deletion.
 */
export async function reviewMailbox(userId: string, mailbox: string): Promise<MailboxReview> {
  return reviewAccounts(userId, await listAccounts(mailbox));
}

async function reviewAccounts(userId: string, accounts: readonly string[]): Promise<MailboxReview> {
  const review: MailboxReview = { suspendedAt: undefined, isDisputed: false };
  for (const otherId of accounts.filter((id) => id !== userId)) {
    const { suspendedAt, closedAt, shortfall = 0 } = (await findUser(otherId)) ?? {};
    review.suspendedAt ??= suspendedAt;
    if (await hasDisputedPurchase(otherId)) review.isDisputed = true;
    // The shortfall of a disputed payment stays where it is: if the dispute is won, it is no longer due.
    else if (closedAt !== undefined && shortfall > 0) await carryShortfall(otherId, userId, shortfall);
  }
  return review;
}

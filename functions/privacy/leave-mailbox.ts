import { findVerifiedAddress } from '../accounts/user-pool.ts';
import {
  addAccount,
  hashMailbox,
  refuseWelcome,
  removeAccount,
} from '../accounts/welcomed-addresses-table.ts';
import { findUser, removeAttribute, type User } from '../ledger/users-table.ts';

/**
 * Ends the connection of a closed account and its mailbox. The mailbox keeps the id of an account that bought or that an
 * operator suspended, because what it leaves open counts for the next account. Call it before the link to Stripe is removed,
 * which shows that the account bought, and before the sign-in is deleted, which has the address. Idempotent.
 */
export async function leaveMailbox(userId: string, userPoolId: string): Promise<void> {
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

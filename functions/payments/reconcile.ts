import type { PurchaseState } from '../../contract/schemas.ts';
import { findBalance } from '../ledger/account.ts';
import { findClawback, giveBackTaken, takeBack } from '../ledger/clawback.ts';
import { move, openAccount } from '../ledger/ledger.ts';
import { purchase, welcome } from '../ledger/movement.ts';
import { findPurchased } from '../ledger/purchased.ts';
import { logger } from '../telemetry/logger.ts';
import {
  countClawback,
  countCreditsBought,
  countPaymentAfterClosing,
  countUnmatchedPayment,
} from '../telemetry/metrics.ts';
import { packOfPrice } from './packs.ts';
import { clawbacks, outstanding, type Clawback, type Payment } from './payment.ts';
import { recordPurchase } from './purchases-table.ts';

type Pack = NonNullable<ReturnType<typeof packOfPrice>>;

/**
 * Brings the ledger in line with a payment as it stands: credits it if it is paid, takes back what was refunded or
 * disputed, restores what fell away. Every movement is keyed by its cause, so this may run any number of times, at the
 * same time and with an old look at the payment, and the end is the same. That is why one function serves every event.
 * @throws when the outcome is unknown; then the event is to be sent again.
 */
export async function reconcile(payment: Payment): Promise<void> {
  const pack = packOfPrice(payment.priceId ?? '');
  if (payment.status !== 'paid') {
    await record(payment, pack, payment.status === 'failed' ? 'failed' : 'pending');
    return;
  }
  const credits = await creditsOf(payment, pack);
  if (credits === undefined) {
    await recordUnmatched(payment, pack);
    return;
  }
  const takings = clawbacks(payment, credits);
  for (const { causeId, stands } of takings) if (!stands) await giveBackTaken(payment.userId, causeId);
  for (const { causeId, credits: part } of outstanding(takings, await askedFor(payment.userId, takings))) {
    const { taken, shortfall } = await takeBack(payment.userId, causeId, part);
    if (taken + shortfall > 0) countClawback(taken, shortfall);
  }
  await record(payment, pack, stateOf(payment, takings, credits));
}

/**
 * Credits the payment, once.
 * @returns what it bought; undefined for one that is not what the pack costs. A payment that was credited before
 * bought what it bought then, whatever its price sells now.
 */
async function creditsOf(payment: Payment, pack: Pack | undefined): Promise<number | undefined> {
  if (pack?.amount === payment.amount && pack.currency === payment.currency) {
    await credit(payment, pack);
    return pack.credits;
  }
  return findPurchased(payment.userId, payment.sessionId);
}

/** By cause: what was taken for it, or found missing, so far. */
async function askedFor(userId: string, takings: readonly Clawback[]): Promise<Map<string, number>> {
  const asked = new Map<string, number>();
  for (const { causeId } of takings) {
    const found = await findClawback(userId, causeId);
    if (found !== undefined) asked.set(causeId, found.taken + found.shortfall);
  }
  return asked;
}

async function credit({ userId, sessionId }: Payment, { credits }: Pack): Promise<void> {
  const movement = purchase(userId, sessionId, credits);
  let outcome = await move(movement);
  if (outcome.kind === 'no_account') {
    // The welcome goes by the address that the user pool has verified: it is given when the user comes with it.
    await openAccount(welcome(userId, 0), { welcomeDue: true });
    outcome = await move(movement);
  }
  if (outcome.kind === 'moved') countCreditsBought(credits);
  else if (outcome.kind !== 'already_moved') throw new Error(`A purchase met ${outcome.kind}.`);
}

/**
 * Writes how the purchase stands. That of a closed account leads to nobody: a receipt names a person. Credits that were
 * paid for after the closing stay where nobody can spend them, and somebody is told that there is money to give back.
 * @returns what `recordPurchase` does.
 */
async function record(
  payment: Payment,
  pack: { name: string; credits: number } | undefined,
  state: PurchaseState,
): Promise<PurchaseState | undefined> {
  const closed = (await findBalance(payment.userId))?.closed === true;
  const before = await recordPurchase(closed ? { ...payment, receiptUrl: undefined } : payment, pack, state);
  if (closed && state === 'paid' && before !== 'paid') {
    countPaymentAfterClosing();
    logger.error('payment for a closed account', { sessionId: payment.sessionId });
  }
  return before;
}

/** Paid, but not what the pack costs: somebody has to look. Sending the event again would change nothing. */
async function recordUnmatched(payment: Payment, pack: Pack | undefined): Promise<void> {
  const before = await record(payment, pack && { ...pack, credits: 0 }, 'unmatched');
  if (before === 'unmatched') return;
  countUnmatchedPayment();
  const { sessionId, priceId, amount, currency } = payment;
  logger.error('payment does not match a pack', { sessionId, priceId, amount, currency });
}

function stateOf({ disputes }: Payment, takings: Clawback[], credits: number): PurchaseState {
  if (disputes.some(({ stands }) => stands)) return 'disputed';
  const standing = takings.filter(({ stands }) => stands);
  if (standing.length === 0) return 'paid';
  const takenBack = standing.reduce((sum, taking) => sum + taking.credits, 0);
  return takenBack === credits ? 'refunded' : 'partly_refunded';
}

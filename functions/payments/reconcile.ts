import type { PurchaseState } from '../../contract/schemas.ts';
import { applyClawback, findClawback, reverseClawback } from '../ledger/clawback.ts';
import { findEntry, purchaseEntry, welcomeEntry } from '../ledger/ledger-table.ts';
import { openAccount, postEntry } from '../ledger/ledger.ts';
import { findUser } from '../ledger/users-table.ts';
import { logger } from '../shared/logger.ts';
import {
  countClawback,
  countCreditsBought,
  countPaymentAfterClosing,
  countUnmatchedPayment,
} from '../shared/metrics.ts';
import { findPackByPrice, type Pack } from './packs.ts';
import { computeOutstanding, computeReversals, type Payment, type ReversalCredits } from './payment.ts';
import { savePurchase, type PurchasedPack } from './purchases-table.ts';

/**
 * Makes the ledger match the current state of a payment: credits a paid session, claws back refunds and disputes, and
 * restores credits of reversals that became inactive. Idempotent, and safe to run concurrently or with an outdated
 * payment, because each cause is booked once. Therefore one function handles every event.
 * @throws when the outcome is unknown; Stripe then has to send the event again.
 */
export async function reconcile(payment: Payment): Promise<void> {
  const { userId } = payment;
  const pack = findPackByPrice(payment.priceId ?? '');
  if (payment.status !== 'paid') {
    await recordPurchase(payment, pack, payment.status === 'failed' ? 'failed' : 'pending');
    return;
  }
  const credits = await creditPayment(payment, pack);
  if (credits === undefined) {
    await recordUnmatched(payment, pack);
    return;
  }
  const reversals = computeReversals(payment, credits);
  for (const { causeId, isActive } of reversals) if (!isActive) await reverseClawback(userId, causeId);
  const clawedBackByCause = await readClawbacks(userId, reversals);
  for (const { causeId, credits: part } of computeOutstanding(reversals, clawedBackByCause)) {
    const { taken, shortfall } = await applyClawback(userId, causeId, part);
    if (taken + shortfall > 0) countClawback(taken, shortfall);
  }
  await recordPurchase(payment, pack, getPaidState(payment, reversals, credits));
}

/**
 * Credits a paid payment, once.
 * @returns the credits that it bought; undefined if it does not match the pack's price. A payment that was credited
 * earlier keeps its credits, even if the pack's price has changed since.
 */
async function creditPayment(payment: Payment, pack: Pack | undefined): Promise<number | undefined> {
  const { userId, sessionId, amount, currency } = payment;
  if (pack?.amount !== amount || pack.currency !== currency) {
    return (await findEntry(purchaseEntry(userId, sessionId, 0)))?.amount;
  }
  const entry = purchaseEntry(userId, sessionId, pack.credits);
  let outcome = await postEntry(entry);
  if (outcome.kind === 'no_account') {
    // The welcome credits need a verified address, so they are granted when the user next signs in with one.
    await openAccount(welcomeEntry(userId, 0), { welcomeDue: true });
    outcome = await postEntry(entry);
  }
  if (outcome.kind === 'posted') countCreditsBought(pack.credits);
  else if (outcome.kind !== 'duplicate') throw new Error(`The ledger refused a purchase: ${outcome.kind}.`);
  return pack.credits;
}

/** By cause: the credits that were taken or recorded as shortfall. */
async function readClawbacks(
  userId: string,
  reversals: readonly ReversalCredits[],
): Promise<Map<string, number>> {
  const clawedBackByCause = new Map<string, number>();
  for (const { causeId } of reversals) {
    const clawback = await findClawback(userId, causeId);
    if (clawback !== undefined) clawedBackByCause.set(causeId, clawback.taken + clawback.shortfall);
  }
  return clawedBackByCause;
}

/**
 * Saves the purchase. A closed account's purchase has no receipt, because a receipt names a person. A payment for a
 * closed account cannot be spent, so an operator is alerted to refund it.
 * @returns the previous state of the purchase, as `savePurchase` does.
 */
async function recordPurchase(
  payment: Payment,
  pack: PurchasedPack | undefined,
  state: PurchaseState,
): Promise<PurchaseState | undefined> {
  const isClosed = (await findUser(payment.userId))?.closedAt !== undefined;
  const previous = await savePurchase(
    isClosed ? { ...payment, receiptUrl: undefined } : payment,
    pack,
    state,
  );
  if (isClosed && state === 'paid' && previous !== 'paid') {
    countPaymentAfterClosing();
    logger.error('payment for a closed account', { sessionId: payment.sessionId });
  }
  return previous;
}

/** An operator must check a payment that does not match the pack's price. A retry of the event would not help. */
async function recordUnmatched(payment: Payment, pack: Pack | undefined): Promise<void> {
  const previous = await recordPurchase(payment, pack && { ...pack, credits: 0 }, 'unmatched');
  if (previous === 'unmatched') return;
  countUnmatchedPayment();
  const { sessionId, priceId, amount, currency } = payment;
  logger.error('payment does not match a pack', { sessionId, priceId, amount, currency });
}

function getPaidState(
  { disputes }: Payment,
  reversals: readonly ReversalCredits[],
  credits: number,
): PurchaseState {
  if (disputes.some(({ isActive }) => isActive)) return 'disputed';
  const active = reversals.filter(({ isActive }) => isActive);
  if (active.length === 0) return 'paid';
  const reversed = active.reduce((sum, reversal) => sum + reversal.credits, 0);
  return reversed === credits ? 'refunded' : 'partly_refunded';
}

import Stripe from 'stripe';
import type { PurchaseState } from '../../contract/purchase-schemas.ts';
import { applyClawback, findClawback, isReversed, reverseClawback } from '../ledger/clawback.ts';
import { findEntry, purchaseEntry, welcomeEntry } from '../ledger/ledger-table.ts';
import { openAccount } from '../ledger/ledger.ts';
import { postPurchase } from '../ledger/purchase.ts';
import { findUser } from '../ledger/users-table.ts';
import { countEarlierPacks } from '../purchases/earlier-packs.ts';
import { findPurchaseState, type PurchasedPack, savePurchase } from '../purchases/purchases-table.ts';
import { logger } from '../shared/logger.ts';
import {
  countClawback,
  countCreditsBought,
  countCreditsCollected,
  countPaymentAfterDeletion,
  countUnmatchedPayment,
} from '../shared/metrics.ts';
import { OWN_METADATA } from './checkout-sessions.ts';
import { findPackByPrice, type Pack } from './packs.ts';
import {
  computeOutstanding,
  computeReversals,
  computeRevision,
  type Dispute,
  type Payment,
  type ReversalCredits,
} from './payment.ts';
import { callStripe } from './stripe-client.ts';

/**
 * Counts a dispute that was won and is lost again as two disputes: the won one, and a second one with its own cause,
 * because the ledger books each cause once.
 */
async function splitReopenedDisputes(payment: Payment): Promise<Payment> {
  const disputes = await Promise.all(payment.disputes.map((dispute) => split(payment.userId, dispute)));
  return { ...payment, disputes: disputes.flat() };
}

async function split(userId: string, dispute: Dispute): Promise<Dispute[]> {
  const second = { ...dispute, id: `${dispute.id}#lost` };
  const isReopened = dispute.isLost
    ? await isReversed(userId, dispute.id)
    : !dispute.isActive && (await findClawback(userId, second.id)) !== undefined;
  return isReopened ? [{ ...dispute, isActive: false }, second] : [dispute];
}

/**
 * Refunds the remainder of a payment. Idempotent: Stripe stores the key for a day, then rejects a second full refund.
 * @throws Stripe's errors unchanged, except for a payment that cannot be refunded, e.g. because it is disputed.
 */
async function refundPayment({ sessionId, paymentIntentId }: Payment): Promise<void> {
  if (paymentIntentId === undefined) return;
  try {
    await callStripe((stripe) =>
      stripe.refunds.create(
        { payment_intent: paymentIntentId, metadata: { ...OWN_METADATA, cause: 'account_deleted' } },
        { idempotencyKey: `refund-${sessionId}` },
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    logger.error('payment could not be refunded', { sessionId, code: error.code });
  }
}

/**
 * Makes the ledger match the current state of a payment: credits a paid session, claws back refunds and disputes, and
 * restores credits of reversals that became inactive. Idempotent, and safe to run concurrently or with an outdated
 * payment, because each cause is booked once. Therefore one function handles every event.
 * @throws when the outcome is unknown; Stripe then has to send the event again.
 */
export async function reconcile(read: Payment): Promise<void> {
  const payment = await splitReopenedDisputes(read);
  const { userId } = payment;
  const pack = findPackByPrice(payment.priceId ?? '');
  if (payment.status !== 'paid') {
    await recordPurchase(payment, pack, payment.status === 'failed' ? 'failed' : 'pending');
    return;
  }
  const bought = await creditPayment(payment, pack);
  if (bought === undefined) {
    await recordUnmatched(payment, pack);
    return;
  }
  const { credits, packId } = bought;
  const reversals = computeReversals(payment, credits);
  const state = getPaidState(payment, reversals, credits);
  // Before its credits are taken: a shortfall that may be won back must not be carried to another account.
  if (state === 'disputed') await recordPurchase(payment, pack, state);
  for (const { causeId, isActive } of reversals)
    if (!isActive) await reverseClawback(userId, causeId, packId);
  const clawedBackByCause = await readClawbacks(userId, reversals);
  for (const { causeId, credits: part } of computeOutstanding(reversals, clawedBackByCause)) {
    const { taken, shortfall } = await applyClawback(userId, causeId, part, packId);
    if (taken + shortfall > 0) countClawback(taken, shortfall);
  }
  if (state !== 'disputed') await recordPurchase(payment, pack, state);
}

/**
 * Credits a paid payment, once.
 * @returns what it bought; undefined if it does not match the pack's price. A payment that was credited
 * earlier keeps its credits, even if the pack's price or credits have changed since.
 */
async function creditPayment(
  payment: Payment,
  pack: Pack | undefined,
): Promise<{ credits: number; packId: string | undefined } | undefined> {
  const { userId, sessionId, amount, currency } = payment;
  const findBooked = async () => {
    const entry = await findEntry(purchaseEntry(userId, sessionId, 0));
    return entry && { credits: entry.amount, packId: entry.pack ?? pack?.id };
  };
  if (pack?.amount !== amount || pack.currency !== currency) return findBooked();
  const post = () => postPurchase(userId, sessionId, pack.credits, pack.id);
  let outcome = await post();
  if (outcome.kind === 'no_account') {
    // The welcome credits need a verified address, so they are granted when the user next signs in with one.
    await openAccount(welcomeEntry(userId, 0), { welcomeDueAt: new Date().toISOString() });
    outcome = await post();
  } else if (outcome.kind === 'packs_not_counted') {
    await countEarlierPacks(userId);
    outcome = await post();
  }
  const { kind } = outcome;
  if (kind === 'no_account' || kind === 'packs_not_counted')
    throw new Error(`The ledger refused a purchase: ${kind}.`);
  if (kind === 'duplicate') return findBooked();
  countCreditsBought(pack.credits);
  if (outcome.collected > 0) countCreditsCollected(outcome.collected);
  return { credits: pack.credits, packId: pack.id };
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
 * Saves the purchase. A closed account's purchase has no receipt, because a receipt names a person. A payment that was
 * credited after the closing cannot be spent, so it is refunded; the refund's own event takes the credits back.
 */
async function recordPurchase(
  payment: Payment,
  pack: PurchasedPack | undefined,
  state: PurchaseState,
): Promise<void> {
  const purchase = { ...payment, revision: computeRevision(payment) };
  const { userId, sessionId } = payment;
  if ((await findUser(userId))?.closedAt === undefined) return savePurchase(purchase, pack, state);
  const isLate = isKept(state) && (await findEntry(purchaseEntry(userId, sessionId, 0)))?.isLate === true;
  // Counted before it is saved: a save that lost its response must not hide the payment from the operator.
  if (isLate && !isKept(await findPurchaseState(userId, sessionId))) {
    countPaymentAfterDeletion();
    logger.error('payment for a closed account', { sessionId });
  }
  await savePurchase({ ...purchase, receiptUrl: undefined }, pack, state);
  // Last, because a repeated event of a refunded payment would not be counted.
  if (isLate) await refundPayment(payment);
}

/** Whether the seller has at least a part of the money. */
function isKept(state: PurchaseState | undefined): boolean {
  return state === 'paid' || state === 'partly_refunded';
}

/** An operator must check a payment that does not match the pack's price. A retry of the event would not help. */
async function recordUnmatched(payment: Payment, pack: Pack | undefined): Promise<void> {
  const { userId, sessionId, priceId, amount, currency } = payment;
  if ((await findPurchaseState(userId, sessionId)) !== 'unmatched') {
    countUnmatchedPayment();
    logger.error('payment does not match a pack', { sessionId, priceId, amount, currency });
  }
  await recordPurchase(payment, pack && { ...pack, credits: 0 }, 'unmatched');
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

import Stripe from 'stripe';
import type { PurchaseState } from '#contract/endpoints/purchase-schemas.ts';
import { findEntry } from '../ledger/entries.ts';
import { purchaseEntry, welcomeEntry } from '../ledger/new-entries.ts';
import { openAccount } from '../ledger/ledger.ts';
import { postPurchase } from '../ledger/purchase.ts';
import { bookReversal, listBookedReversals, type BookedReversal } from '../ledger/reversals.ts';
import { findUser } from '../ledger/users-table.ts';
import { findPurchaseState, type PurchasedPack, savePurchase } from '../purchases/purchases-table.ts';
import { logger } from '../../platform/logger.ts';
import {
  countClawback,
  countCreditsBought,
  countCreditsCollected,
  countPaymentAfterDeletion,
  countUnmatchedPayment,
} from '../../platform/metrics.ts';
import { OWN_METADATA } from './checkout-sessions.ts';
import { findPackByPrice, type Pack } from './packs.ts';
import { computeRevision, findNextStep, findPaidState, type Payment } from './payment.ts';
import { callStripe } from './stripe-client.ts';

/**
 * Refunds the part of a payment that is not yet refunded. Idempotent: Stripe stores the key for a day, and then rejects a second full
 * refund.
 * @throws Stripe's errors unchanged, except if the payment cannot be refunded, e.g. because it is disputed.
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
 * Makes the ledger match the current state of a payment: credits a paid session, claws back refunds and disputes, and restores credits of
 * refunds and disputes that became inactive. Idempotent. Concurrent calls and calls with an outdated payment are safe, because each booking
 * has its position in the bookings of the payment. Therefore one function handles every event.
 * @returns true if this call found that the payment was paid, but matches no pack's price.
 * @throws if the outcome is unknown. Stripe must then send the event again.
 */
export async function reconcile(payment: Payment): Promise<boolean> {
  const pack = findPackByPrice(payment.priceId ?? '');
  if (payment.status !== 'paid') {
    await recordPurchase(payment, [], pack, payment.status === 'failed' ? 'failed' : 'pending');
    return false;
  }
  const bought = await creditPayment(payment, pack);
  const purchased = pack && { ...pack, settled: bought?.settled };
  const state = findPaidState(payment);
  const hasReversals = payment.refunds.length + payment.disputes.length > 0;
  let booked = hasReversals ? await listBookedReversals(payment.userId, payment.sessionId) : [];
  // The purchase is saved before its credits are taken. Otherwise a shortfall that may be won back could be carried to another account.
  if (state === 'disputed') await recordPurchase(payment, booked, purchased, state);
  if (hasReversals) booked = await bookReversals(payment, bought, booked);
  if (bought === undefined) return recordUnmatched(payment, booked, pack, state);
  if (state !== 'disputed') await recordPurchase(payment, booked, purchased, state);
  return false;
}

/** The most bookings of other calls for the same payment during this call. */
const MAX_STALE = 10;

/**
 * Books the refunds and disputes of a payment. A payment that bought nothing has no credits to take, but its ended refunds and disputes are
 * booked, so that its revision increases.
 * @returns all bookings of the payment.
 * @throws Error if other calls keep booking for the payment.
 */
async function bookReversals(
  payment: Payment,
  bought: Bought | undefined,
  known: readonly BookedReversal[],
): Promise<BookedReversal[]> {
  let booked = [...known];
  for (let stale = 0; stale < MAX_STALE;) {
    const step = findNextStep(payment, bought?.credits ?? 0, booked);
    if (step === undefined) return booked;
    const outcome = await bookReversal({ ...payment, pack: bought?.packId }, booked, step);
    if (outcome.kind === 'no_account') return booked;
    if (outcome.kind === 'booked') {
      const { kind, credits, shortfall } = outcome.booking;
      if (kind === 'take' && credits + shortfall > 0) countClawback(credits, shortfall);
      booked.push(outcome.booking);
    } else {
      stale += 1;
      booked = await listBookedReversals(payment.userId, payment.sessionId);
    }
  }
  throw new Error('Other events kept changing the bookings of a payment.');
}

/** The credits and the pack that a payment bought. */
interface Bought {
  credits: number;
  packId: string | undefined;
  /** The credits of the payment that settled the shortfall. */
  settled: number | undefined;
}

/**
 * Credits a paid payment once.
 * @returns the credits and the pack, or undefined if the payment does not match the pack's price. A payment that was credited earlier keeps
 * its credits, even if the price or the credits of the pack have changed since.
 */
async function creditPayment(payment: Payment, pack: Pack | undefined): Promise<Bought | undefined> {
  const { userId, sessionId, amount, currency } = payment;
  const findBooked = async () => {
    const entry = await findEntry(purchaseEntry(userId, sessionId, 0));
    return entry && { credits: entry.amount, packId: entry.pack, settled: entry.settled };
  };
  if (pack?.amount !== amount || pack.currency !== currency) return findBooked();
  const post = () => postPurchase(userId, sessionId, pack.credits, pack.id);
  let outcome = await post();
  if (outcome.kind === 'no_account') {
    // The welcome credits need a verified address, so they are granted when the user next signs in with an address.
    await openAccount(welcomeEntry(userId, 0), { welcomeDueAt: new Date().toISOString() });
    outcome = await post();
  }
  if (outcome.kind === 'no_account') throw new Error('The ledger refused a purchase: no_account.');
  if (outcome.kind === 'duplicate') return findBooked();
  countCreditsBought(pack.credits);
  const { collected } = outcome;
  if (collected > 0) countCreditsCollected(collected);
  return { credits: pack.credits, packId: pack.id, settled: collected > 0 ? collected : undefined };
}

/**
 * Saves the purchase. The purchase of a deleted account has no receipt, because a receipt names a person. Credits from a payment after the
 * deletion cannot be spent, so the payment is refunded. The event of the refund takes the credits back.
 */
async function recordPurchase(
  payment: Payment,
  booked: readonly BookedReversal[],
  pack: PurchasedPack | undefined,
  state: PurchaseState,
): Promise<void> {
  const purchase = { ...payment, revision: computeRevision(payment, booked) };
  const { userId, sessionId } = payment;
  if ((await findUser(userId))?.closedAt === undefined) return savePurchase(purchase, pack, state);
  const isLate = isKept(state) && (await findEntry(purchaseEntry(userId, sessionId, 0)))?.isLate === true;
  // The payment is counted before the purchase is saved: a save that lost its response must not hide the payment from the operator.
  if (isLate && !isKept(await findPurchaseState(userId, sessionId))) {
    countPaymentAfterDeletion();
    logger.error('payment for a closed account', { sessionId });
  }
  await savePurchase({ ...purchase, receiptUrl: undefined }, pack, state);
  // The refund comes last, because a repeated event of a refunded payment would not be counted.
  if (isLate) await refundPayment(payment);
}

/** Returns true if the seller has at least a part of the money. */
function isKept(state: PurchaseState | undefined): boolean {
  return state === 'paid' || state === 'partly_refunded';
}

/** The saved states of a payment that was not paid yet. */
const UNPAID: ReadonlySet<PurchaseState | undefined> = new Set([undefined, 'pending', 'failed']);

/**
 * Saves a payment that does not match the pack's price. While the seller has the money, an operator must check the payment. A retry of the
 * event would not help.
 * @returns true if the payment was not saved as unmatched before.
 */
async function recordUnmatched(
  payment: Payment,
  booked: readonly BookedReversal[],
  pack: Pack | undefined,
  paidState: PurchaseState,
): Promise<boolean> {
  const { userId, sessionId, priceId, amount, currency } = payment;
  const state = isKept(paidState) ? 'unmatched' : paidState;
  const isNew = state === 'unmatched' && UNPAID.has(await findPurchaseState(userId, sessionId));
  if (isNew) {
    countUnmatchedPayment();
    logger.error('payment does not match a pack', { sessionId, priceId, amount, currency });
  }
  await recordPurchase(payment, booked, pack && { ...pack, credits: 0 }, state);
  return isNew;
}

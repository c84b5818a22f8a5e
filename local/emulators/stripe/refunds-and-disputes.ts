import { invalidRequest } from './api/errors.ts';
import type { EmulatorState } from './emulator-state.ts';
import { formatMoney } from './money.ts';
import { newId, type Charge, type Dispute, type Refund } from './objects.ts';

/**
 * Refunds a payment in full or in part.
 * @param amount in minor units. Default: the unrefunded amount.
 * @throws StripeApiError when the amount is not available or the payment is disputed.
 */
export function createRefund(state: EmulatorState, charge: Charge, amount?: number): Refund {
  const remaining = charge.amount - charge.amount_refunded;
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid and cannot be refunded.`);
  if (charge.refunded) {
    const code = 'charge_already_refunded';
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code });
  }
  if (filterByCharge(state.data.disputes, charge).some(({ status }) => status !== 'won')) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: 'charge_disputed' });
  }
  const refunded = amount ?? remaining;
  if (refunded > remaining) {
    const [wanted, left] = [refunded, remaining].map((value) => formatMoney(value, charge.currency));
    const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`;
    throw invalidRequest(message, { param: 'amount' });
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: refunded,
    charge: charge.id,
    created: state.seconds(),
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  };
  state.data.refunds.set(refund.id, refund);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += refunded;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit('refund.created', refund);
  state.emit('charge.refunded', charge, previous);
  // Stripe sends this event when the bank has assigned a reference to the refund.
  state.emit('refund.updated', refund);
  return refund;
}

/**
 * Fails a refund and returns its amount to the charge (https://docs.stripe.com/refunds, "Failed refunds").
 * @throws StripeApiError for a refund that has already failed.
 */
export function failRefund(state: EmulatorState, refund: Refund): void {
  const charge = state.data.charges.get(refund.charge ?? '');
  if (refund.status !== 'succeeded' || charge === undefined) {
    throw invalidRequest(`Refund ${refund.id} is ${refund.status ?? 'closed'} and cannot fail.`);
  }
  refund.status = 'failed';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  state.emit('refund.updated', refund, { status: 'succeeded' });
  state.emit('refund.failed', refund);
}

/**
 * Opens a dispute: the customer's bank withdraws the money until the dispute is closed.
 * @param amount in minor units. Default: the unrefunded amount.
 * @throws StripeApiError for a payment that cannot be disputed.
 */
export function createDispute(state: EmulatorState, charge: Charge, amount?: number): Dispute {
  const remaining = charge.amount - charge.amount_refunded;
  if (!charge.paid || remaining === 0) throw invalidRequest(`Charge ${charge.id} has no amount to dispute.`);
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} has already been disputed.`);
  if (amount !== undefined && (amount < 1 || amount > charge.amount)) {
    throw invalidRequest(`The amount of a dispute is from 1 to ${charge.amount}.`, { param: 'amount' });
  }
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: amount ?? remaining,
    charge: charge.id,
    created: state.seconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  state.data.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  state.emit('charge.dispute.created', dispute);
  return dispute;
}

/** @throws StripeApiError for a dispute that is already closed. */
export function closeDispute(state: EmulatorState, dispute: Dispute, outcome: 'won' | 'lost'): void {
  if (dispute.status !== 'needs_response') {
    throw invalidRequest(`Dispute ${dispute.id} is already closed as ${dispute.status}.`);
  }
  dispute.status = outcome;
  state.emit('charge.dispute.closed', dispute, { status: 'needs_response' });
}

export function filterByCharge<T extends Refund | Dispute>(
  table: ReadonlyMap<string, T>,
  { id }: Charge,
): T[] {
  return [...table.values()].filter(({ charge }) => charge === id);
}

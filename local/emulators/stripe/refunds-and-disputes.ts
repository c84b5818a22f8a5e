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
  const { id, currency, payment_intent, amount_refunded, refunded } = charge;
  const remaining = charge.amount - amount_refunded;
  if (!charge.paid) throw invalidRequest(`Charge ${id} was not paid and cannot be refunded.`);
  if (refunded) throw invalidRequest(`Charge ${id} has already been refunded.`);
  if (filterByCharge(state.data.disputes, charge).some(({ status }) => status !== 'won')) {
    throw invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`);
  }
  if (amount !== undefined && amount > remaining) {
    const [wanted, left] = [amount, remaining].map((value) => formatMoney(value, currency));
    throw invalidRequest(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`);
  }
  const refund: Refund = {
    ...state.commonFields(newId('re'), 'refund'),
    amount: amount ?? remaining,
    charge: id,
    currency,
    payment_intent,
    status: 'succeeded',
  };
  state.data.refunds.set(refund.id, refund);
  charge.amount_refunded += refund.amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit('refund.created', refund);
  state.emit('charge.refunded', charge, { amount_refunded, refunded });
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
    throw invalidRequest(`Refund ${refund.id} has already failed and cannot fail again.`);
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
  const { id, currency, payment_intent } = charge;
  const remaining = charge.amount - charge.amount_refunded;
  if (!charge.paid || remaining === 0) throw invalidRequest(`Charge ${id} has no amount to dispute.`);
  if (charge.disputed) throw invalidRequest(`Charge ${id} has already been disputed.`);
  if (amount !== undefined && (amount < 1 || amount > charge.amount)) {
    throw invalidRequest(`The amount of a dispute is from 1 to ${charge.amount}.`);
  }
  const dispute: Dispute = {
    ...state.commonFields(newId('du'), 'dispute'),
    amount: amount ?? remaining,
    charge: id,
    currency,
    payment_intent,
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
  const { id, status } = dispute;
  if (status !== 'needs_response') throw invalidRequest(`Dispute ${id} is already closed as ${status}.`);
  dispute.status = outcome;
  state.emit('charge.dispute.closed', dispute, { status });
}

export function filterByCharge<T extends Refund | Dispute>(
  table: ReadonlyMap<string, T>,
  { id }: Charge,
): T[] {
  return [...table.values()].filter(({ charge }) => charge === id);
}

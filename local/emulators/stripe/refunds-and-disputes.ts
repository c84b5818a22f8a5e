import { invalidRequest } from './api/operation.ts';
import type { EmulatorState } from './emulator-state.ts';
import { type Charge, type Dispute, formatMoney, newId, type Refund } from './objects.ts';

/** The statuses that a refund can have next (https://docs.stripe.com/refunds, "Refund statuses"). */
const NEXT_REFUND_STATUSES: Record<string, readonly string[]> = {
  pending: ['succeeded', 'requires_action', 'failed', 'canceled'],
  requires_action: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
};

/**
 * The statuses that a dispute can have next. A status that begins with `warning` belongs to an inquiry. In rare cases a won dispute is lost
 * later, or a closed inquiry becomes a dispute.
 */
const NEXT_DISPUTE_STATUSES: Record<string, readonly string[]> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: ['needs_response'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: ['lost'],
};

const CLOSED_DISPUTE = new Set(['won', 'lost', 'warning_closed']);

export function listNextStatuses({ object, status }: Refund | Dispute): readonly string[] {
  const next = object === 'refund' ? NEXT_REFUND_STATUSES : NEXT_DISPUTE_STATUSES;
  return next[status ?? ''] ?? [];
}

/** Returns true if a dispute withholds the money of the payment. */
export function isWithheld({ status }: Dispute): boolean {
  return status !== 'won' && !status.startsWith('warning');
}

export interface RefundOptions {
  /** The amount in minor units. @default the unrefunded amount */
  amount?: number | undefined;
  /** @default succeeded */
  status?: 'succeeded' | 'pending';
  metadata?: Record<string, string>;
}

/**
 * Refunds a payment in full or in part.
 * @throws StripeApiError if the amount is not available or the payment is disputed.
 */
export function createRefund(
  state: EmulatorState,
  charge: Charge,
  { amount, status = 'succeeded', metadata }: RefundOptions = {},
): Refund {
  const { id, currency, payment_intent, amount_refunded, refunded } = charge;
  const remaining = charge.amount - amount_refunded;
  if (!charge.paid) throw invalidRequest(`Charge ${id} was not paid and cannot be refunded.`);
  if (refunded) {
    const code = 'charge_already_refunded';
    throw invalidRequest(`Charge ${id} has already been refunded.`, { code });
  }
  if (filterByCharge(state.data.disputes, charge).some(isWithheld)) {
    const code = 'charge_disputed';
    throw invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, { code });
  }
  if (amount !== undefined && amount > remaining) {
    const [wanted, left] = [amount, remaining].map((value) => formatMoney(value, currency));
    throw invalidRequest(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`);
  }
  const refund: Refund = {
    ...state.commonFields(newId('re'), 'refund', metadata),
    amount: amount ?? remaining,
    charge: id,
    currency,
    payment_intent,
    status,
  };
  state.data.refunds.set(refund.id, refund);
  charge.amount_refunded += refund.amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  state.emit('refund.created', refund);
  state.emit('charge.refunded', charge, { amount_refunded, refunded });
  // Stripe sends this event when the bank has assigned a reference to the refund.
  if (status === 'succeeded') state.emit('refund.updated', refund);
  return refund;
}

/**
 * Changes the status of a refund. If a refund fails or is canceled, its amount returns to the charge (https://docs.stripe.com/refunds,
 * "Failed refunds").
 * @throws StripeApiError if the new status cannot follow the current status.
 */
export function updateRefund(state: EmulatorState, refund: Refund, status: string): void {
  const { status: previous } = refund;
  requireNextStatus(refund, status);
  const charge = state.data.charges.get(refund.charge ?? '');
  refund.status = status;
  if ((status === 'failed' || status === 'canceled') && charge !== undefined) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  state.emit('refund.updated', refund, { status: previous });
  if (status === 'failed') state.emit('refund.failed', refund);
}

export interface DisputeOptions {
  /** The amount in minor units. @default the amount that no completed refund has returned, or the whole amount of a refunded payment */
  amount?: number | undefined;
  /** The status of the new dispute. An inquiry (`warning_needs_response`) withdraws no money. @default needs_response */
  status?: 'needs_response' | 'warning_needs_response';
}

/** The statuses of a refund that has not returned its money yet. */
const UNFINISHED_REFUND = new Set(['pending', 'requires_action']);

/**
 * Opens a dispute: the customer's bank withdraws the money until the dispute is closed. A refund or an earlier dispute does not prevent a
 * dispute. A pending refund then fails with `charge_for_pending_refund_disputed` (Stripe API reference, "The Refund object",
 * `failure_reason`).
 * @throws StripeApiError if the payment cannot be disputed.
 */
export function createDispute(
  state: EmulatorState,
  charge: Charge,
  { amount, status = 'needs_response' }: DisputeOptions = {},
): Dispute {
  const { id, currency, payment_intent } = charge;
  if (!charge.paid) throw invalidRequest(`Charge ${id} has no amount to dispute.`);
  const unfinished = filterByCharge(state.data.refunds, charge)
    .filter((refund) => UNFINISHED_REFUND.has(refund.status ?? ''))
    .reduce((sum, refund) => sum + refund.amount, 0);
  const remaining = charge.amount - charge.amount_refunded + unfinished;
  if (amount !== undefined && (amount < 1 || amount > charge.amount)) {
    throw invalidRequest(`The amount of a dispute is from 1 to ${charge.amount}.`);
  }
  const dispute: Dispute = {
    ...state.commonFields(newId('du'), 'dispute'),
    amount: amount ?? (remaining > 0 ? remaining : charge.amount),
    charge: id,
    currency,
    payment_intent,
    reason: 'fraudulent',
    status,
    balance_transactions: [],
  };
  state.data.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  state.emit('charge.dispute.created', dispute);
  if (isWithheld(dispute)) moveMoney(state, dispute);
  return dispute;
}

/** Changes the status of a dispute. @throws StripeApiError if the new status cannot follow the current status. */
export function updateDispute(state: EmulatorState, dispute: Dispute, status: string): void {
  const { status: previous } = dispute;
  const wasWithheld = isWithheld(dispute);
  requireNextStatus(dispute, status);
  dispute.status = status;
  const event = CLOSED_DISPUTE.has(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';
  state.emit(event, dispute, { status: previous });
  if (wasWithheld !== isWithheld(dispute)) moveMoney(state, dispute);
}

/** Withdraws the disputed money from the seller or returns it, depending on the status of the dispute. */
function moveMoney(state: EmulatorState, dispute: Dispute): void {
  const isWithdrawal = isWithheld(dispute);
  dispute.balance_transactions.push({ amount: isWithdrawal ? -dispute.amount : dispute.amount });
  state.emit(`charge.dispute.funds_${isWithdrawal ? 'withdrawn' : 'reinstated'}`, dispute);
}

export function filterByCharge<T extends Refund | Dispute>(
  table: ReadonlyMap<string, T>,
  { id }: Charge,
): T[] {
  return [...table.values()].filter(({ charge }) => charge === id);
}

function requireNextStatus(object: Refund | Dispute, status: string): void {
  if (listNextStatuses(object).includes(status)) return;
  throw invalidRequest(`${object.id} is ${object.status ?? 'new'} and cannot become ${status}.`);
}

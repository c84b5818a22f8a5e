import { refused } from '../api/errors.ts';
import { newId } from '../ids.ts';
import { formatMoney } from '../money.ts';
import type { Charge, Refund } from '../objects.ts';
import type { World } from '../world.ts';

interface NewRefund {
  /** @default all that is left */
  amount?: number | undefined;
  reason?: Refund['reason'] | undefined;
  metadata?: Record<string, string> | undefined;
}

/**
 * Gives a payment back, in full or in part.
 * @throws StripeApiError when there is not so much left, or the bank has taken the money back already.
 */
export function refundCharge(world: World, charge: Charge, { amount, reason, metadata }: NewRefund): Refund {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid) throw refused(`Charge ${charge.id} was not paid; there is nothing to refund.`);
  if (charge.refunded) {
    const code = 'charge_already_refunded';
    throw refused(`Charge ${charge.id} has already been refunded.`, { code });
  }
  if (charge.disputed && !isDisputeWon(world, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw refused(message, { code: 'charge_disputed' });
  }
  const wanted = amount ?? left;
  if (wanted > left) {
    const money = (value: number) => formatMoney(value, charge.currency);
    const message = `Refund amount (${money(wanted)}) is greater than unrefunded amount on charge (${money(left)})`;
    throw refused(message, { param: 'amount' });
  }
  const refund: Refund = {
    id: newId('refund'),
    object: 'refund',
    amount: wanted,
    balance_transaction: null,
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.state.refunds.set(refund.id, refund);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += wanted;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge, previous);
  // The bank's reference, by which a customer can look for the money, comes a little later.
  refund.destination_details = {
    card: {
      reference: '0000000000000000',
      reference_status: 'available',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type: 'card',
  };
  world.emit('refund.updated', refund, { destination_details: { card: { reference_status: 'pending' } } });
  return refund;
}

/**
 * The bank could not take a refund: the money is back with the merchant (https://docs.stripe.com/refunds, "Failed
 * refunds").
 * @throws StripeApiError when it failed before.
 */
export function failRefund(world: World, refund: Refund): void {
  const charge = world.state.charges.get(refund.charge ?? '');
  if (refund.status !== 'succeeded' || charge === undefined) {
    throw refused(`Refund ${refund.id} is ${refund.status ?? 'closed'}; it cannot fail.`);
  }
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  world.emit('refund.updated', refund, { status: 'succeeded' });
  world.emit('refund.failed', refund);
}

function isDisputeWon(world: World, charge: Charge): boolean {
  return [...world.state.disputes.values()]
    .filter((dispute) => dispute.charge === charge.id)
    .every(({ status }) => status === 'won');
}

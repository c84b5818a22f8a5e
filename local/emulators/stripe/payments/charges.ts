import { newId } from '../ids.ts';
import type { Charge, PaymentIntent } from '../objects.ts';
import type { World } from '../world.ts';

export type Method = 'card' | 'bacs_debit';

/** Puts a charge on a payment: pending where the money takes days, failed where the card was declined. */
export function addCharge(
  world: World,
  intent: PaymentIntent,
  {
    method,
    status,
    email,
  }: { method: Method; status: 'succeeded' | 'pending' | 'failed'; email: string | null },
): Charge {
  const id = newId('charge');
  const paid = status !== 'failed';
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'LOCAL STAND-IN',
    captured: paid,
    created: world.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : DECLINED,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcome(status),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: intent.payment_method ?? newId('paymentMethod'),
    payment_method_details: { type: method },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: status === 'succeeded' ? receiptUrl(world, id) : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
  world.state.charges.set(id, charge);
  intent.latest_charge = id;
  return charge;
}

/** What Stripe tells a customer whose card was refused, whatever the bank's reason. */
export const DECLINED = 'Your card was declined.';

export function receiptUrl(world: World, chargeId: string): string {
  return `${world.endpoint}/receipts/${chargeId}`;
}

function outcome(status: 'succeeded' | 'pending' | 'failed'): Charge['outcome'] {
  const declined = status === 'failed';
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: declined ? 'declined_by_network' : 'approved_by_network',
    reason: declined ? 'generic_decline' : null,
    risk_level: 'normal',
    risk_score: 1,
    seller_message: declined
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: declined ? 'issuer_declined' : 'authorized',
  };
}

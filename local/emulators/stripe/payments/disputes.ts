import { refused } from '../api/errors.ts';
import { newId } from '../ids.ts';
import type { Charge, Dispute } from '../objects.ts';
import type { World } from '../world.ts';

/** A merchant has about a week to answer. */
const DAYS_TO_ANSWER = 7;

/**
 * The customer's bank takes the money back, until the dispute is decided.
 * @param amount what is disputed. Default: what was not refunded.
 * @throws StripeApiError when there is nothing to dispute, or it is under way.
 */
export function disputeCharge(world: World, charge: Charge, amount?: number): Dispute {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid || left === 0) throw refused(`Charge ${charge.id} has nothing left to dispute.`);
  if (charge.disputed) throw refused(`Charge ${charge.id} has been disputed already.`);
  if (amount !== undefined && (amount < 1 || amount > charge.amount)) {
    throw refused(`A dispute is for 1 to ${charge.amount}.`, { param: 'amount' });
  }
  const dispute: Dispute = {
    id: newId('dispute'),
    object: 'dispute',
    amount: amount ?? left,
    balance_transactions: [],
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(charge.billing_details.email),
    evidence_details: {
      due_by: world.seconds() + DAYS_TO_ANSWER * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
  world.state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  world.emit('charge.dispute.created', dispute);
  return dispute;
}

/**
 * The bank decides.
 * @throws StripeApiError when it has decided before.
 */
export function closeDispute(world: World, dispute: Dispute, outcome: 'won' | 'lost'): void {
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw refused(`Dispute ${dispute.id} is closed: it was ${dispute.status}.`);
  }
  const previous = { status: dispute.status };
  dispute.status = outcome;
  dispute.evidence_details.due_by = null;
  world.emit('charge.dispute.closed', dispute, previous);
}

function noEvidence(email: string | null): Dispute['evidence'] {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: email,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}

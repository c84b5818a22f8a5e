import type Stripe from 'stripe';
import type { Charge } from '../../objects.ts';
import { refundCharge } from '../../payments/refunds.ts';
import type { World } from '../../world.ts';
import { missing, refused } from '../errors.ts';
import { page, PAGE_BY_TIME } from '../lists.ts';
import { operation } from '../operation.ts';
import { ignored, integer, metadata, oneOf, text, unsupported, type Documented } from '../params.ts';
import { chargeById, paymentIntentById } from './payments.ts';

const CREATE = {
  amount: integer({ min: 1 }),
  charge: text(),
  payment_intent: text(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
  instructions_email: ignored,
  currency: unsupported,
  customer: unsupported,
  origin: unsupported,
  refund_application_fee: unsupported,
  reverse_transfer: unsupported,
} satisfies Documented<Stripe.RefundCreateParams>;

/** Of refunds and disputes alike. */
export const BY_PAYMENT = {
  ...PAGE_BY_TIME,
  charge: text(),
  payment_intent: text(),
} satisfies Documented<Stripe.RefundListParams>;

export const refundOperations = [
  operation('POST', '/v1/refunds', CREATE, ({ charge, payment_intent, ...params }, { world }) =>
    refundCharge(world, paidCharge(world, charge, payment_intent), params),
  ),
  operation('GET', '/v1/refunds', BY_PAYMENT, ({ charge, payment_intent, ...params }, { world }) => {
    const rows = [...world.state.refunds.values()].filter(
      (refund) =>
        (charge === undefined || refund.charge === charge) &&
        (payment_intent === undefined || refund.payment_intent === payment_intent),
    );
    return page(rows, params, { kind: 'refund', url: '/v1/refunds' });
  }),
  operation('GET', '/v1/refunds/{id}', {}, (_, { world, id }) => {
    const refund = world.state.refunds.get(id);
    if (refund === undefined) throw missing('refund', id);
    return refund;
  }),
];

function paidCharge(world: World, chargeId: string | undefined, paymentIntentId: string | undefined): Charge {
  if (chargeId !== undefined && paymentIntentId !== undefined) {
    throw refused('You may only specify one of these parameters: charge, payment_intent.', {
      param: 'charge',
    });
  }
  if (chargeId !== undefined) return chargeById(world, chargeId, 'charge');
  if (paymentIntentId === undefined) {
    throw refused(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
      },
    );
  }
  const { latest_charge } = paymentIntentById(world, paymentIntentId, 'payment_intent');
  if (latest_charge === null) {
    throw refused(`This PaymentIntent (${paymentIntentId}) does not have a successful charge to refund.`);
  }
  return chargeById(world, latest_charge);
}

import type Stripe from 'stripe';
import type { Charge, PaymentIntent } from '../../objects.ts';
import type { World } from '../../world.ts';
import { missing } from '../errors.ts';
import { page, PAGE_BY_TIME } from '../lists.ts';
import { operation } from '../operation.ts';
import { ignored, text, unsupported, type Documented } from '../params.ts';

const LIST = {
  ...PAGE_BY_TIME,
  customer: text(),
  payment_intent: text(),
  transfer_group: unsupported,
} satisfies Documented<Stripe.ChargeListParams>;

export const paymentOperations = [
  operation('GET', '/v1/payment_intents/{id}', { client_secret: ignored }, (_, { world, id }) => {
    return paymentIntentById(world, id);
  }),
  operation('GET', '/v1/charges/{id}', {}, (_, { world, id }) => chargeById(world, id)),
  operation('GET', '/v1/charges', LIST, ({ customer, payment_intent, ...params }, { world }) => {
    const rows = [...world.state.charges.values()].filter(
      (charge) =>
        (customer === undefined || charge.customer === customer) &&
        (payment_intent === undefined || charge.payment_intent === payment_intent),
    );
    return page(rows, params, { kind: 'charge', url: '/v1/charges' });
  }),
];

export function paymentIntentById(world: World, id: string, param?: string): PaymentIntent {
  const intent = world.state.paymentIntents.get(id);
  if (intent === undefined) throw missing('payment_intent', id, param);
  return intent;
}

export function chargeById(world: World, id: string, param?: string): Charge {
  const charge = world.state.charges.get(id);
  if (charge === undefined) throw missing('charge', id, param);
  return charge;
}

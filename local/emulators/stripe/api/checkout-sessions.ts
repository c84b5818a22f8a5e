import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { newId, type LineItem, type Session } from '../objects.ts';
import { getResource, invalidRequest } from './errors.ts';
import { listPage, operation, PAGE } from './operation.ts';
import { email, integer, metadata, text, url } from './params.ts';

const PATH = '/v1/checkout/sessions';
const LIFETIME_SECONDS = 24 * 60 * 60;

const lineItemParams = z.strictObject({ price: text(), quantity: integer({ min: 1, max: 999_999 }) });

const createParams = z.strictObject({
  mode: z.literal('payment'),
  line_items: z.array(lineItemParams).min(1),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_email: email.optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata }).prefault({}),
});

export const checkoutSessionOperations = [
  operation('POST', PATH, createParams.shape, createSession),
  operation('GET', PATH, { ...PAGE, payment_intent: text().optional() }, ({ data }, params) => {
    const sessions = Array.from(data.checkouts.values(), ({ session }) => session);
    return listPage(sessions, params, PATH);
  }),
  operation('GET', `${PATH}/:id`, {}, ({ data }, _params, id) => {
    return getResource(data.checkouts, 'checkout.session', id).session;
  }),
];

function createSession(state: EmulatorState, params: z.output<typeof createParams>): Session {
  const { customer: customerId, customer_email: customerEmail } = params;
  if (customerId !== undefined && customerEmail !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer_email',
    });
  }
  const customer =
    customerId === undefined
      ? undefined
      : getResource(state.data.customers, 'customer', customerId, 'customer');
  const knownEmail = customer === undefined ? customerEmail : customer.email;
  const lineItems = params.line_items.map((item, index) =>
    createLineItem(state, item, `line_items[${index}]`),
  );
  const [currency = '', ...others] = new Set(lineItems.map((item) => item.currency));
  if (others.length > 0) {
    throw invalidRequest('All prices on a Checkout Session must have the same currency.', {
      param: 'line_items',
    });
  }
  const id = newId('cs_test');
  const common = state.commonFields(id, 'checkout.session', params.metadata);
  const session: Session = {
    ...common,
    amount_total: lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency,
    customer: customer?.id ?? null,
    customer_details: knownEmail === undefined || knownEmail === null ? null : { email: knownEmail },
    expires_at: common.created + LIFETIME_SECONDS,
    mode: params.mode,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: params.success_url,
    url: `${state.data.endpoint}/pay/${id}`,
  };
  state.data.checkouts.set(id, { session, lineItems, payment: params.payment_intent_data });
  return session;
}

function createLineItem(
  { data }: EmulatorState,
  { price: priceId, quantity }: z.output<typeof lineItemParams>,
  param: string,
): LineItem {
  const price = getResource(data.prices, 'price', priceId, `${param}[price]`);
  if (!price.active) {
    const message = 'The price specified is inactive. This field only accepts active prices.';
    throw invalidRequest(message, { param: `${param}[price]` });
  }
  return {
    id: newId('li'),
    object: 'item',
    amount_total: price.unit_amount * quantity,
    currency: price.currency,
    description: data.products.get(price.product)?.name ?? '',
    price: { ...price },
    quantity,
  };
}

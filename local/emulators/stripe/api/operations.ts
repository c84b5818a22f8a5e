import { z } from 'zod';
import { isSuccess } from '../webhook-dispatcher.ts';
import { newId, type Customer, type WebhookEndpoint, type Price } from '../objects.ts';
import { checkoutSessionOperations } from './checkout-sessions.ts';
import {
  getResource,
  invalidRequest,
  boolean,
  email,
  integer,
  metadata,
  text,
  url,
  listPage,
  operation,
  PAGE,
  type Operation,
} from './operation.ts';
import { createRefund } from '../refunds-and-disputes.ts';
import type { EmulatorState } from '../emulator-state.ts';

const ENDPOINTS = '/v1/webhook_endpoints';

/** A URL that Stripe accepts. Stripe refuses addresses of this machine. */
const publicUrl = url.refine((address) => !/^(localhost|\[::1\]|127\..*)$/.test(new URL(address).hostname), {
  error: 'Invalid URL: URL must be publicly accessible.',
});
const enabledEvents = z.array(text()).min(1);
const eventFilter = {
  ...PAGE,
  types: z.array(text()).max(20).optional(),
  delivery_success: boolean.optional(),
  starting_after: text().optional(),
  created: z.strictObject({ gte: integer({ min: 0, max: 9_999_999_999 }) }).optional(),
};
const paymentFilter = { ...PAGE, payment_intent: text().optional() };
const refundParams = {
  payment_intent: text(),
  amount: integer({ min: 1, max: 99_999_999 }).optional(),
  metadata,
};

const PATH = '/v1/prices';

const createParams = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: integer({ min: 0, max: 99_999_999 }),
  product: text().optional(),
  product_data: z.strictObject({ name: text() }).optional(),
  lookup_key: text(200).optional(),
  transfer_lookup_key: boolean.default(false),
  tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
});

const listParams = {
  ...PAGE,
  active: boolean.optional(),
  lookup_keys: z.array(text()).max(10).optional(),
};

const priceOperations = [
  operation('POST', PATH, createParams.shape, createPrice),
  operation('GET', PATH, listParams, ({ data }, { lookup_keys: keys, ...params }) => {
    const prices = [...data.prices.values()];
    const named = keys && prices.filter(({ lookup_key }) => lookup_key !== null && keys.includes(lookup_key));
    return listPage(named ?? prices, params, PATH);
  }),
  operation('GET', `${PATH}/:id`, {}, ({ data }, _params, id) => getResource(data.prices, 'price', id)),
  operation('POST', `${PATH}/:id`, { active: boolean }, ({ data }, { active }, id) =>
    Object.assign(getResource(data.prices, 'price', id), { active }),
  ),
  operation('GET', '/v1/products/:id', {}, ({ data }, _params, id) =>
    getResource(data.products, 'product', id),
  ),
];

function createPrice(state: EmulatorState, params: z.output<typeof createParams>): Price {
  const { product, product_data: newProduct, lookup_key: lookupKey = null } = params;
  if ((product === undefined) === (newProduct === undefined)) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', {
      param: 'product',
    });
  }
  if (product !== undefined) getResource(state.data.products, 'product', product, 'product');
  const holder = [...state.data.prices.values()].find((price) => price.lookup_key === lookupKey);
  if (lookupKey !== null && holder !== undefined && !params.transfer_lookup_key) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalidRequest(message, { param: 'lookup_key' });
  }
  const price = {
    id: newId('price'),
    currency: params.currency,
    lookup_key: lookupKey,
    product: product ?? newId('prod'),
    unit_amount: params.unit_amount,
  };
  return addPrice(state, price, newProduct?.name);
}

/**
 * Adds a price. If another price has the same lookup key, the new price takes over the key.
 * @param productName the name of a new product.
 */
export function addPrice(
  state: EmulatorState,
  price: Pick<Price, 'id' | 'currency' | 'lookup_key' | 'product' | 'unit_amount'>,
  productName?: string,
): Price {
  const { id, lookup_key: lookupKey, product } = price;
  const { prices, products } = state.data;
  if (productName !== undefined) {
    products.set(product, { ...state.commonFields(product, 'product'), active: true, name: productName });
  }
  for (const other of prices.values()) if (other.lookup_key === lookupKey) other.lookup_key = null;
  const created: Price = { ...state.commonFields(id, 'price'), ...price, active: true, type: 'one_time' };
  prices.set(id, created);
  return created;
}

/**
 * All operations of the API that the emulator has. The emulator stores webhook endpoints for the setup commands and their tests, but sends
 * no events to these endpoints. Events go to the webhook that `setWebhook` names, as with `stripe listen`.
 */
export const OPERATIONS: readonly Operation[] = [
  operation('POST', '/v1/customers', { email: email.optional(), metadata }, (state, params) => {
    const customer: Customer = {
      ...state.commonFields(newId('cus'), 'customer', params.metadata),
      email: params.email ?? null,
    };
    state.data.customers.set(customer.id, customer);
    state.emit('customer.created', customer);
    return customer;
  }),
  operation('GET', '/v1/refunds', paymentFilter, ({ data }, params) =>
    listPage(data.refunds.values(), params, '/v1/refunds'),
  ),
  operation('POST', '/v1/refunds', refundParams, (state, { payment_intent: intentId, ...options }) => {
    const intent = getResource(state.data.paymentIntents, 'payment_intent', intentId, 'payment_intent');
    const charge = getResource(state.data.charges, 'charge', intent.latest_charge ?? '', 'payment_intent');
    return createRefund(state, charge, options);
  }),
  operation('GET', '/v1/disputes', paymentFilter, ({ data }, params) =>
    listPage(data.disputes.values(), params, '/v1/disputes'),
  ),
  ...checkoutSessionOperations,
  ...priceOperations,
  operation(
    'GET',
    '/v1/events',
    eventFilter,
    ({ data }, { types, delivery_success: success, created, starting_after: after, limit }) => {
      const records = [...data.events.values()];
      const end = after === undefined ? records.length : records.findIndex(({ event }) => event.id === after);
      const events = records
        .slice(0, Math.max(0, end))
        .filter(({ attempts }) => success === undefined || attempts.some(isSuccess) === success)
        .map(({ event }) => event)
        .filter((event) => types?.includes(event.type) !== false && event.created >= (created?.gte ?? 0));
      return listPage(events, { limit }, '/v1/events');
    },
  ),
  operation(
    'POST',
    ENDPOINTS,
    { url: publicUrl, enabled_events: enabledEvents, metadata },
    (state, params) => {
      const common = state.commonFields(newId('we'), 'webhook_endpoint', params.metadata);
      const endpoint: WebhookEndpoint = { ...params, ...common, status: 'enabled' };
      state.data.webhookEndpoints.set(endpoint.id, endpoint);
      // Only the response to this request contains the secret.
      return { ...endpoint, secret: newId('whsec') };
    },
  ),
  operation('GET', ENDPOINTS, PAGE, ({ data }, params) =>
    listPage(data.webhookEndpoints.values(), params, ENDPOINTS),
  ),
  operation(
    'POST',
    `${ENDPOINTS}/:id`,
    { enabled_events: enabledEvents.optional(), disabled: boolean.optional(), metadata },
    ({ data }, { enabled_events: events, disabled, metadata: added }, id) => {
      const endpoint = getResource(data.webhookEndpoints, 'webhook endpoint', id);
      endpoint.enabled_events = events ?? endpoint.enabled_events;
      Object.assign(endpoint.metadata, added);
      if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
      return endpoint;
    },
  ),
  operation('DELETE', `${ENDPOINTS}/:id`, {}, ({ data }, _params, id) => {
    const { object } = getResource(data.webhookEndpoints, 'webhook endpoint', id);
    data.webhookEndpoints.delete(id);
    return { id, object, deleted: true };
  }),
];

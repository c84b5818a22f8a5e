import { z } from 'zod';
import { isSuccess } from '../webhook-dispatcher.ts';
import { newId, type Customer, type WebhookEndpoint } from '../objects.ts';
import { checkoutSessionOperations } from './checkout-sessions.ts';
import { getResource } from './errors.ts';
import {
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
import { priceOperations } from './prices.ts';

const ENDPOINTS = '/v1/webhook_endpoints';

/** Stripe refuses addresses of this machine. */
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

/**
 * All operations of the API that the emulator has. It stores webhook endpoints for the setup commands and their tests,
 * but sends nothing to them: events go to the one webhook that `setWebhook` names, as with `stripe listen`.
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

import { z } from 'zod';
import { newId, type Customer, type WebhookEndpoint } from '../objects.ts';
import { checkoutSessionOperations } from './checkout-sessions.ts';
import { getResource } from './errors.ts';
import { listPage, operation, PAGE, type Operation } from './operation.ts';
import { boolean, email, metadata, text, url } from './params.ts';
import { priceOperations } from './prices.ts';

const ENDPOINTS = '/v1/webhook_endpoints';

/** Stripe refuses addresses of this machine. */
const publicUrl = url.refine((address) => !/^(localhost|\[::1\]|127\..*)$/.test(new URL(address).hostname), {
  error: 'Invalid URL: URL must be publicly accessible.',
});
const enabledEvents = z.array(text()).min(1);
const paymentFilter = { ...PAGE, payment_intent: text().optional() };

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
  operation('GET', '/v1/disputes', paymentFilter, ({ data }, params) =>
    listPage(data.disputes.values(), params, '/v1/disputes'),
  ),
  ...checkoutSessionOperations,
  ...priceOperations,
  operation('POST', ENDPOINTS, { url: publicUrl, enabled_events: enabledEvents }, (state, params) => {
    const common = state.commonFields(newId('we'), 'webhook_endpoint');
    const endpoint: WebhookEndpoint = { ...common, ...params, status: 'enabled' };
    state.data.webhookEndpoints.set(endpoint.id, endpoint);
    // Only the response to this request contains the secret.
    return { ...endpoint, secret: newId('whsec') };
  }),
  operation('GET', ENDPOINTS, PAGE, ({ data }, params) =>
    listPage(data.webhookEndpoints.values(), params, ENDPOINTS),
  ),
  operation(
    'POST',
    `${ENDPOINTS}/:id`,
    { enabled_events: enabledEvents.optional(), disabled: boolean.optional() },
    ({ data }, { enabled_events: events, disabled }, id) => {
      const endpoint = getResource(data.webhookEndpoints, 'webhook endpoint', id);
      endpoint.enabled_events = events ?? endpoint.enabled_events;
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

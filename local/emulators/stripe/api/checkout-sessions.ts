import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';
import { newId, type LineItem, type Session } from '../objects.ts';
import { expireSession } from '../payments.ts';
import { buildPageUrl } from '../store.ts';
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
} from './operation.ts';

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
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  customer_update: z.strictObject({ address: z.enum(['auto', 'never']) }).optional(),
  consent_collection: z.strictObject({ terms_of_service: z.enum(['none', 'required']) }).optional(),
  custom_text: z
    .strictObject({ terms_of_service_acceptance: z.strictObject({ message: text(1_200) }) })
    .optional(),
});

const expand = z.array(text()).default([]);
const listParams = {
  ...PAGE,
  customer: text().optional(),
  payment_intent: text().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  expand,
};

export const checkoutSessionOperations = [
  operation('POST', PATH, createParams.shape, createSession),
  operation('GET', PATH, listParams, (state, { expand: paths, ...params }) => {
    const page = listPage(
      Array.from(state.data.checkouts.values(), ({ session }) => session),
      params,
      PATH,
    );
    const sessionPaths = paths.map((path) => path.replace(/^data\./, ''));
    return { ...page, data: page.data.map((session) => expandSession(state, session, sessionPaths)) };
  }),
  operation('GET', `${PATH}/:id`, { expand }, (state, params, id) => {
    const { session } = getResource(state.data.checkouts, 'checkout.session', id);
    return expandSession(state, session, params.expand);
  }),
  operation('POST', `${PATH}/:id/expire`, {}, (state, _params, id) => {
    const { session } = getResource(state.data.checkouts, 'checkout.session', id);
    if (session.status !== 'open') {
      throw invalidRequest(`Only Checkout Sessions with a status in ["open"] can be expired.`);
    }
    expireSession(state, session);
    return session;
  }),
];

function createSession(state: EmulatorState, params: z.output<typeof createParams>): Session {
  const { customer: customerId, customer_email: customerEmail = null } = params;
  if (customerId !== undefined && customerEmail !== null) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer_email',
    });
  }
  const customer =
    customerId === undefined
      ? undefined
      : getResource(state.data.customers, 'customer', customerId, 'customer');
  const knownEmail = customer?.email ?? customerEmail;
  const lineItems = params.line_items.map((item, index) =>
    createLineItem(state, item, `line_items[${index}]`),
  );
  const [currency = '', ...others] = new Set(lineItems.map((item) => item.currency));
  if (others.length > 0) {
    throw invalidRequest('All prices on a Checkout Session must have the same currency.');
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
    customer_details: knownEmail === null ? null : { email: knownEmail },
    expires_at: common.created + LIFETIME_SECONDS,
    mode: params.mode,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: params.success_url,
    url: null,
  };
  session.url = buildPageUrl(state.endpoint, session);
  const asksConsent = params.consent_collection?.terms_of_service === 'required';
  const terms = params.custom_text?.terms_of_service_acceptance.message ?? 'I agree to the terms of service.';
  state.data.checkouts.set(id, {
    session,
    lineItems,
    payment: params.payment_intent_data,
    ...(asksConsent && { terms }),
  });
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

/** Replaces ids with objects (Stripe API reference, "Expanding Responses"). */
function expandSession({ data }: EmulatorState, session: Session, paths: readonly string[]): object {
  const intent = data.paymentIntents.get(session.payment_intent ?? '') ?? null;
  const charge = data.charges.get(intent?.latest_charge ?? '') ?? null;
  const lineItems = data.checkouts.get(session.id)?.lineItems ?? [];
  const expansions: Record<string, object> = {
    customer: { customer: data.customers.get(session.customer ?? '') ?? null },
    line_items: {
      line_items: listPage(lineItems.toReversed(), { limit: 100 }, `${PATH}/${session.id}/line_items`),
    },
    payment_intent: { payment_intent: intent },
    'payment_intent.latest_charge': { payment_intent: intent && { ...intent, latest_charge: charge } },
  };
  return paths.reduce<object>((expanded, path) => {
    if (Object.hasOwn(expansions, path)) return { ...expanded, ...expansions[path] };
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }, session);
}

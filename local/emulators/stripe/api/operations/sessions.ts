import type Stripe from 'stripe';
import type { Price, Session } from '../../objects.ts';
import { formatMoney, leastCharge } from '../../money.ts';
import { addSession, expireSession } from '../../payments/sessions.ts';
import type { Checkout } from '../../store.ts';
import type { World } from '../../world.ts';
import { missing, notImplemented, refused } from '../errors.ts';
import { page, PAGE, PAGE_BY_TIME } from '../lists.ts';
import { operation } from '../operation.ts';
import { email, hash, oneOf, required, text, unsupported, type Documented, type Parsed } from '../params.ts';
import { SESSION_PARAMS } from './session-params.ts';

type Params = Parsed<typeof SESSION_PARAMS>;

const PATH = '/v1/checkout/sessions';

const LIST = {
  ...PAGE_BY_TIME,
  customer: text(),
  customer_account: unsupported,
  customer_details: hash({ email: required(email) }),
  payment_intent: text(),
  payment_link: unsupported,
  status: oneOf('complete', 'expired', 'open'),
  subscription: unsupported,
} satisfies Documented<Stripe.Checkout.SessionListParams>;

export const sessionOperations = [
  operation('POST', PATH, SESSION_PARAMS, (params, { world }) => createSession(world, params)),
  operation(
    'GET',
    PATH,
    LIST,
    ({ customer, customer_details, payment_intent, status, ...params }, { world }) => {
      const sessions = Array.from(world.state.checkouts.values(), ({ session }) => session).filter(
        (session) =>
          (customer === undefined || session.customer === customer) &&
          (customer_details === undefined || session.customer_details?.email === customer_details.email) &&
          (payment_intent === undefined || session.payment_intent === payment_intent) &&
          (status === undefined || session.status === status),
      );
      return page(sessions, params, { kind: 'checkout.session', url: PATH });
    },
  ),
  operation('GET', `${PATH}/{id}`, {}, (_, { world, id }) => checkoutById(world, id).session),
  operation('GET', `${PATH}/{id}/line_items`, PAGE, (params, { world, id }) => {
    const { lineItems } = checkoutById(world, id);
    return page(lineItems.toReversed(), params, { kind: 'item', url: `${PATH}/${id}/line_items` });
  }),
  operation('POST', `${PATH}/{id}/expire`, {}, (_, { world, id }) => {
    const checkout = checkoutById(world, id);
    const { status } = checkout.session;
    if (status !== 'open') {
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status ?? ''}\`.`,
      );
    }
    expireSession(world, checkout);
    return checkout.session;
  }),
];

function createSession(world: World, params: Params): Session {
  if (params.mode !== 'payment') throw notImplemented(`mode "${params.mode}"`, 'mode');
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page') {
    throw notImplemented(`ui_mode "${params.ui_mode}"`, 'ui_mode');
  }
  const customer = customerOf(world, params);
  const items = itemsOf(world, params);
  assertExpiry(world, params.expires_at);
  const { payment_intent_data: payment } = params;
  return addSession(world, {
    items,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customer,
    customerEmail: params.customer_email ?? null,
    customerCreation: params.customer_creation ?? 'if_required',
    metadata: params.metadata ?? {},
    expiresAt: params.expires_at,
    allowPromotionCodes: params.allow_promotion_codes ?? null,
    automaticTax: params.automatic_tax?.enabled ?? false,
    billingAddressCollection: params.billing_address_collection ?? null,
    integrationIdentifier: params.integration_identifier ?? null,
    invoiceCreation: params.invoice_creation?.enabled ?? false,
    locale: params.locale ?? null,
    submitType: params.submit_type ?? null,
    payment: {
      description: payment?.description ?? null,
      receiptEmail: payment?.receipt_email ?? null,
      metadata: payment?.metadata ?? {},
    },
  });
}

function customerOf(
  world: World,
  { customer: id, customer_email, customer_creation, customer_update }: Params,
) {
  if (id === undefined) {
    if (customer_update === undefined) return null;
    throw refused('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  }
  if (customer_email !== undefined) {
    throw refused('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer_email',
    });
  }
  if (customer_creation !== undefined) {
    throw refused('`customer_creation` can not be used with `customer`.', { param: 'customer_creation' });
  }
  const customer = world.state.customers.get(id);
  if (customer === undefined) throw missing('customer', id, 'customer');
  return customer;
}

function itemsOf(world: World, { line_items, currency }: Params) {
  const items = line_items.map((item, index) => {
    const param = `line_items[${index}]`;
    const price = activePrice(world, item.price, `${param}[price]`);
    if (item.quantity === undefined) {
      throw refused(`Quantity is required. Add \`quantity\` to \`${param}\``, {
        param: `${param}[quantity]`,
      });
    }
    const description = world.state.products.get(price.product)?.name ?? '';
    return { price, quantity: item.quantity, description, metadata: item.metadata ?? {} };
  });
  const [first] = items;
  if (first === undefined) {
    throw refused('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' });
  }
  const expected = currency ?? first.price.currency;
  if (items.some(({ price }) => price.currency !== expected)) {
    throw refused('All prices on a Checkout Session must have the same currency.', { param: 'line_items' });
  }
  const total = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);
  const least = leastCharge(expected);
  if (total < least) {
    const amount = `${formatMoney(least, expected)} ${expected}`;
    const message = `The Checkout Session's total amount due must add up to at least ${amount}`;
    throw refused(message, { code: 'amount_too_small' });
  }
  return items;
}

function activePrice(world: World, id: string, param: string): Price {
  const price = world.state.prices.get(id);
  if (price === undefined) throw missing('price', id, param);
  if (!price.active) {
    const message = 'The price specified is inactive. This field only accepts active prices.';
    throw refused(message, { param });
  }
  return price;
}

/** From 30 minutes to 24 hours from now (Checkout API, `expires_at`). */
function assertExpiry(world: World, expiresAt: number | undefined): void {
  if (expiresAt === undefined) return;
  const seconds = expiresAt - world.seconds();
  const rule = (what: string) =>
    refused(`The \`expires_at\` timestamp must be ${what} from Checkout Session creation.`, {
      param: 'expires_at',
    });
  if (seconds < 30 * 60) throw rule('at least 30 minutes');
  if (seconds > 24 * 60 * 60) throw rule('less than 24 hours');
}

function checkoutById(world: World, id: string): Checkout {
  const checkout = world.state.checkouts.get(id);
  if (checkout === undefined) throw missing('checkout.session', id);
  return checkout;
}

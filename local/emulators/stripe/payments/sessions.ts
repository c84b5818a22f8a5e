import { newId } from '../ids.ts';
import type { Customer, LineItem, Price, Session } from '../objects.ts';
import type { Checkout } from '../store.ts';
import type { World } from '../world.ts';

/** Checkout Sessions expire after 24 hours, unless they say otherwise. */
const LIFETIME_SECONDS = 24 * 60 * 60;

export interface NewSession {
  items: { price: Price; quantity: number; description: string; metadata: Record<string, string> }[];
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: Customer | null;
  customerEmail: string | null;
  customerCreation: 'always' | 'if_required';
  metadata: Record<string, string>;
  expiresAt: number | undefined;
  allowPromotionCodes: boolean | null;
  automaticTax: boolean;
  billingAddressCollection: 'auto' | 'required' | null;
  integrationIdentifier: string | null;
  invoiceCreation: boolean;
  locale: string | null;
  submitType: Session['submit_type'];
  payment: Checkout['payment'];
}

export function addSession(world: World, input: NewSession): Session {
  const id = newId('session');
  const lineItems = input.items.map(lineItem);
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const created = world.seconds();
  const email = input.customer?.email ?? input.customerEmail;
  const session: Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: input.allowPromotionCodes,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: input.automaticTax, liability: null, provider: null, status: null },
    billing_address_collection: input.billingAddressCollection,
    cancel_url: input.cancelUrl,
    client_reference_id: input.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: lineItems[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: input.customer?.id ?? null,
    customer_account: null,
    customer_creation: input.customer === null ? input.customerCreation : null,
    customer_details: email === null ? null : customerDetails(email, input.customer?.name ?? null),
    customer_email: input.customerEmail,
    discounts: [],
    expires_at: input.expiresAt ?? created + LIFETIME_SECONDS,
    integration_identifier: input.integrationIdentifier,
    invoice: null,
    invoice_creation: {
      enabled: input.invoiceCreation,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: input.locale,
    managed_payments: null,
    metadata: input.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card', 'bacs_debit'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: input.submitType,
    subscription: null,
    success_url: input.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.endpoint}/pay/${id}`,
    wallet_options: null,
  };
  world.state.checkouts.set(id, { session, lineItems, payment: input.payment });
  return session;
}

export function customerDetails(email: string | null, name: string | null): Session['customer_details'] {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

/** Ends a session that nobody paid. */
export function expireSession(world: World, { session }: Checkout): void {
  session.status = 'expired';
  session.url = null;
  world.emit('checkout.session.expired', session);
}

/** Expires the sessions whose time has come. Called before anything looks at them, so it needs no timer. */
export function expireDueSessions(world: World): void {
  for (const checkout of world.state.checkouts.values()) {
    const { status, expires_at } = checkout.session;
    if (status === 'open' && expires_at <= world.seconds()) expireSession(world, checkout);
  }
}

/** Where the customer goes after paying: the one place a success URL may carry (Checkout API, `success_url`). */
export function successUrlOf(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function lineItem({ price, quantity, description, metadata }: NewSession['items'][number]): LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('lineItem'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata,
    price: structuredClone(price),
    quantity,
  };
}

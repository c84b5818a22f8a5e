import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';

/**
 * Stripe's objects as the emulator stores and sends them. They have the fields that the product, the pages and the tests read, with the
 * types of the installed package. A reference to another object is the id of the object.
 */
type Common = 'id' | 'object' | 'created' | 'livemode' | 'metadata';
type Money = 'amount' | 'currency';
type References<Name extends string> = Record<Name, string | null>;

export type Customer = Pick<Stripe.Customer, Common | 'email'>;

export type Product = Pick<Stripe.Product, Common | 'active' | 'name'>;

export type Price = Pick<Stripe.Price, Common | 'active' | 'currency' | 'lookup_key' | 'type'> & {
  product: string;
  unit_amount: number;
};

export type LineItem = Pick<
  Stripe.LineItem,
  'id' | 'object' | 'amount_total' | 'currency' | 'description'
> & {
  price: Price;
  quantity: number;
};

type CheckoutSession = Stripe.Checkout.Session;
export type Session = Pick<CheckoutSession, Common | 'cancel_url' | 'client_reference_id' | 'expires_at'> &
  Pick<CheckoutSession, 'mode' | 'payment_status' | 'url'> &
  References<'customer' | 'payment_intent'> & {
    amount_total: number;
    currency: string;
    customer_details: { email: string | null } | null;
    status: 'open' | 'complete' | 'expired';
    success_url: string;
  };

export type PaymentIntent = Pick<Stripe.PaymentIntent, Common | Money | 'last_payment_error' | 'status'> &
  References<'customer' | 'latest_charge'>;

export type Charge = Pick<
  Stripe.Charge,
  Common | Money | 'amount_refunded' | 'disputed' | 'paid' | 'status'
> &
  Pick<Stripe.Charge, 'receipt_url' | 'refunded'> &
  References<'customer' | 'payment_intent'> & { billing_details: { email: string | null } };

export type Refund = Pick<Stripe.Refund, Money | Exclude<Common, 'livemode'> | 'status'> &
  References<'charge' | 'payment_intent'>;

export type Dispute = Pick<Stripe.Dispute, Common | Money | 'reason' | 'status'> &
  References<'charge' | 'payment_intent'> & {
    /** The amounts that were withdrawn from the seller (negative) and returned to the seller. */
    balance_transactions: { amount: number }[];
  };

export type WebhookEndpoint = Pick<Stripe.WebhookEndpoint, Common | 'enabled_events' | 'status' | 'url'>;

/** An object that an event can be about. */
export type Resource = Customer | Session | PaymentIntent | Charge | Refund | Dispute;

export type EventType = Stripe.Event.Type;

export interface StripeEvent extends Pick<
  Stripe.EventBase,
  'id' | 'object' | 'created' | 'pending_webhooks'
> {
  api_version: string;
  data: { object: Resource; previous_attributes?: Record<string, unknown> };
  livemode: false;
  request: { id: null; idempotency_key: null };
  type: EventType;
}

/** The API version of the installed package. After an update of the package to another version, `satisfies` does not compile. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

/** Creates an id. @param prefix Stripe's prefix for the kind of object, e.g. `cus`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** Formats an amount in the minor unit of its currency: 350 pence is `£3.50`. The yen has no minor unit. */
export function formatMoney(amount: number, currency: string): string {
  return formatterFor(currency).format(amount / 10 ** fractionDigits(currency));
}

/** Parses an amount: `3.50` in pounds is 350. @returns undefined if the text is not an amount of the currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency);
  const [match, whole = '', fraction = ''] = /^(\d{1,8})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (match === undefined || fraction.length > digits) return undefined;
  return Number(whole + fraction.padEnd(digits, '0'));
}

function fractionDigits(currency: string): number {
  return formatterFor(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

function formatterFor(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency });
}

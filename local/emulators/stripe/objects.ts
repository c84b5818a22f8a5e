import type Stripe from 'stripe';

/**
 * Stripe's objects as they travel and are stored: the package's own declarations, with references as plain ids.
 * Building them as these types is what keeps their shape true to the pinned API version.
 */

/** Fields that may be expanded into an object are ids here. */
type Plain<T, Ids extends keyof T> = Omit<T, Ids> & { [K in Ids]: Exclude<T[K], object> };

export type Customer = Plain<Stripe.Customer, 'default_source'>;
export type Product = Plain<Stripe.Product, 'tax_code' | 'default_price'>;
/** The package reads the decimal from a string. */
export type Price = Omit<Plain<Stripe.Price, 'product'>, 'unit_amount_decimal'> & {
  unit_amount_decimal: string | null;
};
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };
export type Session = Plain<Stripe.Checkout.Session, 'customer' | 'payment_intent' | 'invoice'>;
export type PaymentIntent = Plain<Stripe.PaymentIntent, 'customer' | 'latest_charge' | 'payment_method'>;
export type Charge = Plain<Stripe.Charge, 'customer' | 'payment_intent' | 'balance_transaction'>;
export type Refund = Plain<Stripe.Refund, 'charge' | 'payment_intent' | 'balance_transaction'>;
export type Dispute = Plain<Stripe.Dispute, 'charge' | 'payment_intent'>;
export type WebhookEndpoint = Plain<Stripe.WebhookEndpoint, 'application'>;

/** What an event can be about. */
export type EventObject = Customer | Session | PaymentIntent | Charge | Refund | Dispute;

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: EventObject; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event.Type;
}

/** The version that the installed package pins; `satisfies` fails to compile when the package moves on. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

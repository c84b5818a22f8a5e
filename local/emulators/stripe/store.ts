import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, writeAtomically } from '../files.ts';
import type {
  Charge,
  Customer,
  Dispute,
  LineItem,
  PaymentIntent,
  Price,
  Product,
  Refund,
  Session,
  StripeEvent,
  WebhookEndpoint,
} from './objects.ts';
import { eventMode, NORMAL } from './webhooks/modes.ts';

/** One of Stripe's objects. Only its kind is checked: nobody but the stand-in writes the file. */
function object<T extends { object: string }>(name: T['object']) {
  return z.custom<T>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      (value as Partial<Record<string, unknown>>)['object'] === name,
  );
}

/** A table in memory is a Map, newest last; in its file it is a list of pairs, which keeps the order. */
function table<Row extends z.ZodType>(row: Row) {
  return z.array(z.tuple([z.string(), row])).transform((rows) => new Map(rows as [string, z.infer<Row>][]));
}

/** A session, and what Stripe keeps beside it until it is paid. */
const checkout = z.object({
  session: object<Session>('checkout.session'),
  lineItems: z.array(object<LineItem>('item')),
  payment: z.object({
    description: z.string().nullable(),
    receiptEmail: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
  }),
});
export type Checkout = z.infer<typeof checkout>;

const attempt = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  url: z.string(),
  /** HTTP status of the answer; null when there was none. */
  status: z.number().nullable(),
  /** Why there was no answer. */
  problem: z.string().optional(),
});
export type Attempt = z.infer<typeof attempt>;

const eventRecord = z.object({
  event: object<StripeEvent>('event'),
  attempts: z.array(attempt),
  /** The mode let it fall. */
  dropped: z.boolean(),
});
export type EventRecord = z.infer<typeof eventRecord>;

/** One copy of an event on its way. It is gone once it arrived, or was given up. */
const shipment = z.object({
  id: z.string(),
  eventId: z.string(),
  tries: z.number(),
  /** When it is to be sent, milliseconds since 1970; null while it is held. */
  due: z.number().nullable(),
  /** Waits for its batch to be full. */
  batched: z.boolean(),
  /** How old its signature is to be. */
  signedSecondsAgo: z.number(),
});
export type Shipment = z.infer<typeof shipment>;

const idempotentAnswer = z.object({
  fingerprint: z.string(),
  status: z.number(),
  body: z.string(),
  requestId: z.string(),
  at: z.number(),
});
export type IdempotentAnswer = z.infer<typeof idempotentAnswer>;

const stateSchema = z.object({
  endpoint: z.string(),
  customers: table(object<Customer>('customer')),
  products: table(object<Product>('product')),
  prices: table(object<Price>('price')),
  checkouts: table(checkout),
  paymentIntents: table(object<PaymentIntent>('payment_intent')),
  charges: table(object<Charge>('charge')),
  refunds: table(object<Refund>('refund')),
  disputes: table(object<Dispute>('dispute')),
  webhookEndpoints: table(object<WebhookEndpoint>('webhook_endpoint')),
  events: table(eventRecord),
  shipments: table(shipment),
  mode: eventMode,
  idempotentAnswers: table(idempotentAnswer),
});
export type State = z.infer<typeof stateSchema>;

export interface Store {
  state: State;
  /** Writes what changed since the last time, if the store has a file. */
  save: () => void;
}

/**
 * @param endpoint where the stand-in answers now: addresses inside stored objects are moved there.
 * @throws Error when the file of an earlier run cannot be read.
 */
export function openStore(dataDir: string | undefined, endpoint: string): Store {
  if (dataDir === undefined) return { state: emptyState(endpoint), save: () => undefined };
  const path = join(dataDir, 'stripe.json');
  const stored = readIfPresent(path);
  const state = stored === undefined ? emptyState(endpoint) : readState(path, stored, endpoint);
  let written = stored;
  return {
    state,
    save() {
      const content = serialize(state);
      if (content === written) return;
      writeAtomically(path, content);
      written = content;
    },
  };
}

function emptyState(endpoint: string): State {
  return {
    endpoint,
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    checkouts: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    webhookEndpoints: new Map(),
    events: new Map(),
    shipments: new Map(),
    mode: NORMAL,
    idempotentAnswers: new Map(),
  };
}

function readState(path: string, content: string, endpoint: string): State {
  try {
    const { endpoint: earlier } = z.object({ endpoint: z.url() }).parse(JSON.parse(content));
    return { ...stateSchema.parse(JSON.parse(content.replaceAll(`${earlier}/`, `${endpoint}/`))), endpoint };
  } catch (error) {
    throw new Error(`${path} is not a Stripe stand-in's. Move it away to start with an empty one.`, {
      cause: error,
    });
  }
}

function serialize(state: State): string {
  return JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, writeAtomically } from '../files.ts';
import { eventMode, NORMAL } from './event-mode.ts';
import type * as objects from './objects.ts';

export interface Checkout {
  session: objects.Session;
  lineItems: objects.LineItem[];
  /** `payment_intent_data` of the request. Stripe copies it to the payment intent when the customer pays. */
  payment: { metadata: Record<string, string> };
  /** The text of the consent that the customer must give, with links in Markdown. */
  terms?: string;
}

export interface EventRecord {
  event: objects.StripeEvent;
  /** The HTTP status of each response, or why there was none; oldest first. */
  attempts: (number | string)[];
  /** The mode was `drop` when the event was created. */
  dropped: boolean;
}

/** One copy of an event that waits to be sent. It is deleted after success or the last attempt. */
export interface Delivery {
  id: string;
  eventId: string;
  attempts: number;
  /** When to send it, in milliseconds since 1970; null while it is held. */
  due: number | null;
}

export interface IdempotentResponse {
  /** Method, path and body of the request. */
  request: string;
  status: number;
  body: string;
  at: number;
}

/** A table is a Map, oldest row first. Its JSON is a list of pairs, which keeps the order. */
function table<Row>() {
  const row = z.custom<Row>((value) => typeof value === 'object' && value !== null);
  return z
    .array(z.tuple([z.string(), row]))
    .prefault([])
    .transform((entries) => new Map(entries));
}

const dataSchema = z.object({
  endpoint: z.url(),
  customers: table<objects.Customer>(),
  products: table<objects.Product>(),
  prices: table<objects.Price>(),
  checkouts: table<Checkout>(),
  paymentIntents: table<objects.PaymentIntent>(),
  charges: table<objects.Charge>(),
  refunds: table<objects.Refund>(),
  disputes: table<objects.Dispute>(),
  webhookEndpoints: table<objects.WebhookEndpoint>(),
  events: table<EventRecord>(),
  deliveries: table<Delivery>(),
  mode: eventMode.default(NORMAL),
  idempotentResponses: table<IdempotentResponse>(),
});

export interface Store {
  data: z.output<typeof dataSchema>;
  /** Writes the data if it has changed and the store has a file. */
  save: () => void;
}

/**
 * @param dataDir folder of the file; undefined keeps the data in memory.
 * @param endpoint current address of the emulator. It replaces an earlier address inside stored objects.
 * @throws Error for a file with other content.
 */
export function openStore(dataDir: string | undefined, endpoint: string): Store {
  if (dataDir === undefined) return { data: dataSchema.parse({ endpoint }), save: () => undefined };
  const path = join(dataDir, 'stripe.json');
  let written = readIfPresent(path) ?? JSON.stringify({ endpoint });
  const data = parseData(path, written, endpoint);
  return {
    data,
    save() {
      const content = JSON.stringify(data, (_, value: unknown) =>
        value instanceof Map ? [...value] : value,
      );
      if (content !== written) writeAtomically(path, content);
      written = content;
    },
  };
}

function parseData(path: string, content: string, endpoint: string): Store['data'] {
  try {
    const { endpoint: earlier } = dataSchema.pick({ endpoint: true }).parse(JSON.parse(content));
    return { ...dataSchema.parse(JSON.parse(content.replaceAll(`${earlier}/`, `${endpoint}/`))), endpoint };
  } catch (cause) {
    throw new Error(`${path} is not a file of the Stripe stand-in. Move it away to start without data.`, {
      cause,
    });
  }
}

import { join } from 'node:path';
import { z } from 'zod';
import { openState, table } from '../state-file.ts';
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

/** The event types that a mode applies to. Without it, the mode applies to all of them. */
const only = z.array(z.string()).optional();

/**
 * How new events are delivered. Event types that `only` does not name are delivered normally.
 * - `normal`: once, immediately.
 * - `twice`: two times, both immediately.
 * - `delay`: once, after some seconds.
 * - `hold`: after a person or a test releases the event.
 * - `reorder`: in batches of `count` events, the last event of a batch first.
 * - `drop`: never. The event is listed, and a person or a test can still send it.
 */
export const eventMode = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['normal', 'twice', 'hold', 'drop']), only }),
  z.object({ kind: z.literal('delay'), seconds: z.number().min(0).max(86_400), only }),
  z.object({ kind: z.literal('reorder'), count: z.int().min(2).max(100), only }),
]);
export type EventMode = z.output<typeof eventMode>;

/** The types of the rows are not verified: only the emulator writes its file. */
function rows<Row>() {
  return table(z.custom<Row>((value) => typeof value === 'object' && value !== null));
}

const storedData = z.object({
  customers: rows<objects.Customer>(),
  products: rows<objects.Product>(),
  prices: rows<objects.Price>(),
  checkouts: rows<Checkout>(),
  paymentIntents: rows<objects.PaymentIntent>(),
  charges: rows<objects.Charge>(),
  refunds: rows<objects.Refund>(),
  disputes: rows<objects.Dispute>(),
  webhookEndpoints: rows<objects.WebhookEndpoint>(),
  events: rows<EventRecord>(),
  deliveries: rows<Delivery>(),
  mode: eventMode.prefault({ kind: 'normal' }),
  idempotentResponses: rows<IdempotentResponse>(),
});

export interface Store {
  data: z.output<typeof storedData>;
  /** The current address of the emulator. */
  endpoint: string;
  /** Writes the data if it has changed and the store has a file. */
  save: () => void;
}

/**
 * @param dataDir folder of the file; undefined keeps the data in memory.
 * @param endpoint replaces an earlier address inside stored objects.
 * @throws Error for a file with other content.
 */
export function openStore(dataDir: string | undefined, endpoint: string): Store {
  const { state: data, save } = openState(dataDir && join(dataDir, 'stripe.json'), storedData, {});
  for (const { session } of data.checkouts.values()) session.url &&= buildPageUrl(endpoint, session);
  for (const charge of data.charges.values()) charge.receipt_url &&= buildPageUrl(endpoint, charge);
  return { data, endpoint, save };
}

/** The page of a checkout, or the receipt of a charge. */
export function buildPageUrl(endpoint: string, { object, id }: objects.Session | objects.Charge): string {
  return `${endpoint}/${object === 'charge' ? 'receipts' : 'pay'}/${id}`;
}

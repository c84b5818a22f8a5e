import { join } from 'node:path';
import { z } from 'zod';
import { openState, table } from '../state-file.ts';
import type * as objects from './objects.ts';

export interface Checkout {
  session: objects.Session;
  lineItems: objects.LineItem[];
  /** `payment_intent_data` of the request. Stripe copies this data to the payment intent when the customer pays. */
  payment: { metadata: Record<string, string> };
  /** The text of the consent that the customer must give, with links in Markdown. */
  terms?: string;
}

export interface EventRecord {
  event: objects.StripeEvent;
  /** The HTTP status of each response, or the reason why there was no response, oldest first. */
  attempts: (number | string)[];
  /** True if the mode was `drop` when the event was created. */
  dropped: boolean;
}

/** A copy of an event that waits to be sent. The copy is deleted after success or after the last attempt. */
export interface Delivery {
  id: string;
  eventId: string;
  attempts: number;
  /** The time at which to send the copy, in milliseconds since 1970. Null while the copy is held. */
  due: number | null;
}

export interface IdempotentResponse {
  /** The method, the path and the body of the request. */
  request: string;
  status: number;
  body: string;
  at: number;
}

/** The event types that a mode applies to. @default all types */
const only = z.array(z.string()).optional();

/**
 * The delivery of new events. Events whose type `only` does not name are delivered normally.
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

/** Creates the schema of a table. The schema does not verify the types of the rows, because only the emulator writes its file. */
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
  /** The current endpoint of the emulator. */
  endpoint: string;
  /** Writes the data to the file if the data has changed. Does nothing if the store has no file. */
  save: () => void;
}

/**
 * Opens the store.
 * @param dataDir the folder of the file. Undefined keeps the data in memory.
 * @param endpoint replaces an earlier endpoint in stored objects.
 * @throws Error if the file has other content.
 */
export function openStore(dataDir: string | undefined, endpoint: string): Store {
  const { state: data, save } = openState(dataDir && join(dataDir, 'stripe.json'), storedData, {});
  for (const { session } of data.checkouts.values()) session.url &&= buildPageUrl(endpoint, session);
  for (const charge of data.charges.values()) charge.receipt_url &&= buildPageUrl(endpoint, charge);
  return { data, endpoint, save };
}

/** Returns the URL of a checkout's page, or of a charge's receipt. */
export function buildPageUrl(endpoint: string, { object, id }: objects.Session | objects.Charge): string {
  return `${endpoint}/${object === 'charge' ? 'receipts' : 'pay'}/${id}`;
}

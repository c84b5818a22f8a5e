import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { startStripe, type StripeOptions, type StripeStandIn } from '../../local/emulators/stripe/stripe.ts';
import { Recorder } from '../support/recorder.ts';

export const API_KEY = 'sk_test_local_0123456789';
export const WEBHOOK_SECRET = 'whsec_local';
export const PRO = { id: 'price_pro', lookupKey: 'pro', product: 'Pro', amount: 700, currency: 'gbp' };
export const SITE = 'http://localhost:5173';
export const COMPLETED = 'checkout.session.completed';

/** The parameters that the product sends. */
export const SESSION = {
  mode: 'payment',
  line_items: [{ price: PRO.id, quantity: 1 }],
  success_url: `${SITE}/?purchase=success&session={CHECKOUT_SESSION_ID}`,
  cancel_url: `${SITE}/buy-credits`,
  client_reference_id: 'user-1',
  customer_email: 'ada@example.com',
} satisfies Stripe.Checkout.SessionCreateParams;

interface ReceivedEvent {
  body: string;
  signature: string;
  event: Stripe.Event;
}

/** A webhook that verifies signatures as the product does. */
export interface Receiver {
  url: string;
  received: ReceivedEvent[];
  /** Statuses of the next responses; `never` does not respond. The default is 200. */
  answers: (number | 'never')[];
  types(): string[];
  /** Resolves when so many events have arrived. */
  arrived(count: number): Promise<void>;
}

export interface StripeFixture {
  stripe: Stripe;
  standIn: StripeStandIn;
  controls: StripeStandIn['controls'];
  receiver: Receiver;
  /** The time of the emulator, which a test can move forward. */
  clock: { now(): number; advance(milliseconds: number): void };
}

/** Starts the emulator with one price, a client and a webhook. They stop at the end of the test. */
export async function startFixture(options: Partial<StripeOptions> = {}): Promise<StripeFixture> {
  let offset = 0;
  const clock = {
    now: () => Date.now() + offset,
    advance(milliseconds: number) {
      offset += milliseconds;
    },
  };
  const standIn = await startStripe({ apiKey: API_KEY, now: clock.now, ...options });
  const stripe = createClient(standIn.endpoint);
  const receiver = await startReceiver(stripe, clock.now);
  standIn.addPrice(PRO);
  standIn.setWebhook({ url: receiver.url, secret: WEBHOOK_SECRET });
  onTestFinished(() => standIn.close());
  return { stripe, standIn, controls: standIn.controls, receiver, clock };
}

async function startReceiver({ webhooks }: Stripe, now: () => number): Promise<Receiver> {
  const received = new Recorder<ReceivedEvent>();
  const answers: Receiver['answers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const signature = String(request.headers['stripe-signature']);
      // The tolerance is long, because a test may move the clock during a request.
      const event = webhooks.constructEvent(body, signature, WEBHOOK_SECRET, 172_800, undefined, now());
      received.add({ body, signature, event });
      const answer = answers.shift() ?? 200;
      // A redirect that is followed would arrive as another event.
      if (answer !== 'never') response.writeHead(answer, { location: '/elsewhere' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/stripe-webhook`,
    received: received.items,
    answers,
    types: () => received.items.map(({ event }) => event.type),
    arrived: (count) => received.until(({ length }) => length >= count),
  };
}

export function createClient(endpoint: string): Stripe {
  const { hostname: host, port } = new URL(endpoint);
  return new Stripe(API_KEY, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

export function openCheckout(
  { stripe }: StripeFixture,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({ ...SESSION, ...params });
}

/** Pays a new session. @returns the session's id and the event that completed it. */
export async function pay(fixture: StripeFixture): Promise<{ sessionId: string; eventId: string }> {
  const { id } = await openCheckout(fixture);
  const event = fixture.controls.pay(id);
  if (event === undefined) throw new Error('The session was not completed.');
  return { sessionId: id, eventId: event.id };
}

/** The session with its payment intent and charge. */
export function readPayment({ stripe }: StripeFixture, id: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
}

/** The text of each button on a page. */
export function listButtons(page: string): (string | undefined)[] {
  return Array.from(page.matchAll(/<button[^>]*>([^<]*)</g), ([, label]) => label?.trim());
}

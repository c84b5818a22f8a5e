import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../local/emulators/stripe/clock.ts';
import { startStripe, type StripeOptions, type StripeStandIn } from '../../local/emulators/stripe/stripe.ts';

export const API_KEY = 'sk_test_local_0123456789';
export const SECRET = 'whsec_local';
export const PRO = { id: 'price_pro', lookupKey: 'pro', product: 'Pro', amount: 700, currency: 'gbp' };
export const SITE = 'http://localhost:5173';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-11-21T12:00:00Z');
  #timers: { at: number; wait: number; run: () => void }[] = [];
  #watchers: { wait: number; resolve: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(wait: number, run: () => void): () => void {
    const timer = { at: this.#now + wait, wait, run };
    this.#timers.push(timer);
    this.#watchers = this.#watchers.filter((watcher) => {
      if (watcher.wait === wait) watcher.resolve();
      return watcher.wait !== wait;
    });
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** Resolves when something waits for just so long. */
  async waiting(wait: number): Promise<void> {
    if (this.#timers.some((timer) => timer.wait === wait)) return;
    await new Promise<void>((resolve) => this.#watchers.push({ wait, resolve }));
  }

  /** Moves on, and runs what has become due. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
  }
}

export interface Received {
  body: string;
  signature: string;
  event: Stripe.Event;
}

type Answer = number | 'never';

/** A webhook that checks signatures as the product does, and answers what it is told to. */
export class Receiver {
  readonly received: Received[] = [];
  /** For the next requests; 200 when there is none. */
  readonly answers: Answer[] = [];
  readonly #server: Server;
  #stripe: Stripe;
  #clock: Clock;
  #watchers: { count: number; resolve: () => void }[] = [];

  constructor(stripe: Stripe, clock: Clock) {
    this.#stripe = stripe;
    this.#clock = clock;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.#take(Buffer.concat(chunks).toString(), String(request.headers['stripe-signature']));
        const answer = this.answers.shift() ?? 200;
        if (answer !== 'never') response.writeHead(answer).end();
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}/api/stripe-webhook`;
  }

  types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  /** Resolves when so many have come, in all. */
  async got(count: number): Promise<void> {
    if (this.received.length >= count) return;
    await new Promise<void>((resolve) => this.#watchers.push({ count, resolve }));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(body: string, signature: string): void {
    const { webhooks } = this.#stripe;
    // An hour, for what a test has signed long ago.
    const event = webhooks.constructEvent(body, signature, SECRET, 3_600, undefined, this.#clock.now());
    this.received.push({ body, signature, event });
    for (const { count, resolve } of this.#watchers) if (this.received.length >= count) resolve();
  }
}

export interface StripeWorld {
  stripe: Stripe;
  standIn: StripeStandIn;
  controls: StripeStandIn['controls'];
  receiver: Receiver;
  clock: ManualClock;
}

/** The stand-in with one price on sale, the real client, and a webhook that listens. Ends with the test. */
export async function startWorld(options: Partial<StripeOptions> = {}): Promise<StripeWorld> {
  const clock = new ManualClock();
  const standIn = await startStripe({ apiKey: API_KEY, clock, ...options });
  const stripe = clientOf(standIn.endpoint);
  const receiver = new Receiver(stripe, clock);
  standIn.addPrice(PRO);
  standIn.setWebhook({ url: await receiver.listen(), secret: SECRET });
  onTestFinished(async () => {
    await standIn.close();
    receiver.close();
  });
  return { stripe, standIn, controls: standIn.controls, receiver, clock };
}

export function clientOf(endpoint: string, apiKey = API_KEY): Stripe {
  const { hostname, port } = new URL(endpoint);
  return new Stripe(apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** What the product asks for. */
export const SESSION = {
  mode: 'payment',
  line_items: [{ price: PRO.id, quantity: 1 }],
  success_url: `${SITE}/?purchase=success&session={CHECKOUT_SESSION_ID}`,
  cancel_url: `${SITE}/buy-credits`,
  client_reference_id: 'user-1',
  customer_email: 'ada@example.com',
} satisfies Stripe.Checkout.SessionCreateParams;

/** An open session. */
export function checkout(
  { stripe }: StripeWorld,
  params: {
    [K in keyof Stripe.Checkout.SessionCreateParams]?: Stripe.Checkout.SessionCreateParams[K] | undefined;
  } = {},
): Promise<Stripe.Checkout.Session> {
  // The client leaves out what is undefined.
  return stripe.checkout.sessions.create({ ...SESSION, ...params } as Stripe.Checkout.SessionCreateParams);
}

/** A session that was paid, its events delivered. */
export async function payment(world: StripeWorld): Promise<Stripe.Checkout.Session> {
  const { id } = await checkout(world);
  world.controls.pay(id);
  await world.controls.idle();
  return world.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
}

export const COMPLETED = 'checkout.session.completed';

/** Pays a new session. @returns the event that completed it. */
export async function pay(world: StripeWorld): Promise<{ id: string }> {
  const { id } = await checkout(world);
  const event = world.controls.pay(id);
  if (event === undefined) throw new Error('The session was not completed.');
  return event;
}

/** How far an event has come. */
export function stateOf({ controls }: StripeWorld, eventId: string): string | undefined {
  return controls.events().find(({ event }) => event.id === eventId)?.state;
}

/** An id that could have been expanded, and was not. */
export function idOf(value: string | { id: string } | null): string {
  if (typeof value !== 'string') throw new Error('This is not an id.');
  return value;
}

import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import Stripe from 'stripe';
import { vi } from 'vitest';
import { startStripe } from '../../../local/emulators/stripe/stripe.ts';

export const API_KEY = 'sk_test_0123456789abcdef';

/** What went wrong with one request. `lost` was carried out, and its answer never came. */
type Fault = 'refused' | 'silent' | 'lost' | Refusal;

interface Refusal {
  status: number;
  body: object | string;
  /** Whether trying again may help. */
  retry?: boolean;
}

interface Asked {
  method: string;
  path: string;
  /** Query of a GET, body of a POST. */
  form: Record<string, string>;
  idempotencyKey: string | undefined;
  key: string | undefined;
}

let faults: { fault: Fault; path: string; skip: number; times: number }[] = [];

/** Every request so far that came through the door, refused ones included. */
export const asked: Asked[] = [];

/** How far Stripe's clock is ahead of ours. */
let ahead = 0;

/** Moves Stripe's time on, so that what happens next happened later. */
export function later(seconds = 1): void {
  ahead += seconds * 1_000;
}

/** The stand-in, for what happens behind Stripe; `stripe` speaks to it directly. */
export const standIn = await startStripe({ apiKey: API_KEY, now: () => Date.now() + ahead });
export const { controls } = standIn;

/** What the code under test speaks to: the stand-in behind a door, at which requests are noted and may fail. */
const door = createServer((incoming, outgoing) => {
  void serve(incoming, outgoing);
}).listen(0, '127.0.0.1');
await once(door, 'listening');
export const STRIPE_API_URL = `http://127.0.0.1:${portOf(door.address())}`;

export const stripe = clientOf(standIn.endpoint);

/** A client that tries once. */
export function clientOf(url: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(API_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** Forgets every request and fault. */
export function stripeWorks(): void {
  asked.length = 0;
  faults = [];
}

/** Lets requests fail, or be answered like this: those whose path holds `path`, after `skip` others, so many times. */
export function stripeFails(
  fault: Fault,
  { path = '', skip = 0, times = Infinity }: { path?: string; skip?: number; times?: number } = {},
): { asItIs: () => void } {
  const added = { fault, path, skip, times };
  faults.push(added);
  return {
    asItIs: () => {
      added.times = 0;
    },
  };
}

/** An answer that says that trying again is of no use, as Stripe's 500s do. */
export const broken: Refusal = { status: 500, body: { error: { type: 'api_error', message: 'Broken.' } } };

/** Lets the pauses between tries pass at once. The test gives the real timers back. */
export function runTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.setTimerTickMode('nextTimerAsync');
}

/** Method and path of every request. */
export function paths(): string[] {
  return asked.map(({ method, path }) => `${method} ${path}`);
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', STRIPE_API_URL);
  const form = incoming.method === 'POST' ? new URLSearchParams(body.toString()) : searchParams;
  asked.push({
    method: incoming.method ?? '',
    path: pathname,
    form: Object.fromEntries(form),
    idempotencyKey: incoming.headers['idempotency-key']?.toString(),
    key: incoming.headers.authorization,
  });
  const fault = faultOf(pathname);
  if (fault === 'silent') return;
  if (fault === 'refused') incoming.socket.destroy();
  else if (fault === undefined || fault === 'lost') await forward(incoming, body, outgoing, fault === 'lost');
  else {
    const { status, body: told, retry = false } = fault;
    outgoing.writeHead(status, {
      'content-type': 'application/json',
      'stripe-should-retry': String(retry),
    });
    outgoing.end(typeof told === 'string' ? told : JSON.stringify(told));
  }
}

async function forward(
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  lost: boolean,
): Promise<void> {
  const { method, headers, url = '/' } = incoming;
  const forwarded = request(new URL(url, standIn.endpoint), { method, headers, agent: false });
  forwarded.end(body);
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
  if (lost) {
    answer.resume();
    await once(answer, 'end');
    incoming.socket.destroy();
  } else {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  }
}

function faultOf(path: string): Fault | undefined {
  for (const each of faults) {
    if (each.times === 0 || !path.includes(each.path)) continue;
    each.skip -= 1;
    if (each.skip >= 0) continue;
    each.times -= 1;
    return each.fault;
  }
  return undefined;
}

function portOf(address: ReturnType<typeof door.address>): number {
  if (address === null || typeof address === 'string') throw new Error('The door has no port.');
  return address.port;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { vi } from 'vitest';
import { startStripe } from '../../../../local/emulators/stripe/stripe.ts';

export const API_KEY = 'sk_test_0123456789abcdef';

/** The failure of one request. After `lost`, Stripe has processed the request, but its response does not arrive. */
type Fault = 'refused' | 'silent' | 'lost' | { status: number; body: object | string; retry?: boolean };

interface StripeRequest {
  method: string;
  path: string;
  /** Query of a GET, body of a POST. */
  form: Record<string, string>;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
}

interface FaultRule {
  /** Only requests whose path contains this text. @default every request */
  path?: string;
  /** Number of matching requests before the fault. @default 0 */
  skip?: number;
  /** @default every later request */
  times?: number;
}

/** An error response that the client does not retry. */
export const SERVER_ERROR = { status: 500, body: { error: { type: 'api_error', message: 'Broken.' } } };

let clockOffset = 0;

/** Moves Stripe's clock forward, because Stripe lists objects by their creation second. */
export function advanceStripeClock(seconds = 1): void {
  clockOffset += seconds * 1_000;
}

export const emulator = await startStripe({ apiKey: API_KEY, now: () => Date.now() + clockOffset });
export const { controls } = emulator;

/** The functions send their requests to this proxy, which records them and injects faults. */
const proxy = createServer((incoming, outgoing) => void serve(incoming, outgoing)).listen(0, '127.0.0.1');
await once(proxy, 'listening');
export const STRIPE_API_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

const { hostname, port } = new URL(emulator.endpoint);
/** The tests' own client, whose requests are not recorded. It calls the emulator without a socket. */
export const stripe = new Stripe(API_KEY, {
  host: hostname,
  port,
  protocol: 'http',
  telemetry: false,
  httpClient: Stripe.createFetchHttpClient(emulator.fetch),
});

/** The requests of the functions since the last reset, failed requests included. */
export const requests: StripeRequest[] = [];
let faults: (FaultRule & { fault: Fault; skip: number; times: number })[] = [];

export const requestedPaths = (): string[] => requests.map(({ method, path }) => `${method} ${path}`);

export function resetStripe(): void {
  requests.length = 0;
  faults = [];
}

export function failStripe(fault: Fault, rule: FaultRule = {}): void {
  faults.push({ fault, skip: 0, times: Infinity, ...rule });
}

/** Answers requests of a list with these objects instead of Stripe's objects. */
export function answerList(path: string, data: object[], rule: FaultRule = {}): void {
  const body = { object: 'list', url: path, has_more: false, data };
  failStripe({ status: 200, body }, { path, ...rule });
}

/** Removes the Stripe client's waits between retries, until the test restores all mocks. */
export function skipRetryDelays(): void {
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0);
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { method = 'GET', url = '/', headers } = incoming;
  const { pathname: path, searchParams } = new URL(url, STRIPE_API_URL);
  requests.push({
    method,
    path,
    form: Object.fromEntries(method === 'POST' ? new URLSearchParams(body) : searchParams),
    idempotencyKey: headers['idempotency-key']?.toString(),
    authorization: headers.authorization,
  });
  const fault = takeFault(path);
  if (fault === 'silent') return;
  if (fault === 'refused') incoming.socket.destroy();
  else if (typeof fault === 'object') {
    outgoing.setHeader('stripe-should-retry', String(fault.retry ?? false));
    const text = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body);
    outgoing.writeHead(fault.status, { 'content-type': 'application/json' }).end(text);
  } else {
    const forwarded = ['authorization', 'content-type', 'idempotency-key'].flatMap(
      (name): [string, string][] => {
        const value = headers[name]?.toString();
        return value === undefined ? [] : [[name, value]];
      },
    );
    const response = await emulator.fetch(emulator.endpoint + url, {
      method,
      headers: forwarded,
      ...(method === 'POST' && { body }),
    });
    const text = await response.text();
    if (fault === 'lost') incoming.socket.destroy();
    else outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(text);
  }
}

function takeFault(path: string): Fault | undefined {
  for (const rule of faults) {
    if (rule.times === 0 || !path.includes(rule.path ?? '')) continue;
    rule.skip -= 1;
    if (rule.skip >= 0) continue;
    rule.times -= 1;
    return rule.fault;
  }
  return undefined;
}

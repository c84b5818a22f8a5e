import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type Stripe from 'stripe';
import { vi } from 'vitest';
import { PACK_IDS, PACKS, type PackId } from '#contract/packs.ts';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';
import { getPriceLookupKey, getStripeMetadata } from '#contract/stripe-names.ts';
import { call, type Call } from '../../support/event.ts';
import { answerImageKey } from '../../support/image-key.ts';
import * as db from './database.ts';
import {
  advanceStripeClock,
  API_KEY,
  controls,
  emulator,
  resetStripe,
  stripe,
  STRIPE_API_URL,
} from './stripe.ts';
import { mockService } from '../../support/mock-service.ts';

export const WEBHOOK_SECRET = 'whsec_0123456789abcdef';
export const SITE = 'https://thumbforge.example.com';
export const EMAIL = 'creator@example.com';
export const OWN_METADATA = getStripeMetadata('dev');

export const secrets = mockService(SecretsManagerClient);

// The Stripe client reads this variable at import, so the handlers are imported after it is set.
process.env['STRIPE_API_URL'] = STRIPE_API_URL;
const { handler: webhook } = await import('../../../../functions/api/stripe-webhook.ts');
const { handler: checkout } = await import('../../../../functions/api/create-stripe-checkout.ts');

/** Prepares a database without interceptions, Stripe with a price for each pack, and the secret with its keys. */
export function preparePayments(): void {
  db.resetCalls();
  resetStripe();
  addPrices();
  setSecret({ apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET });
}

export function setSecret(content: unknown): void {
  secrets.reset();
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(content) });
  answerImageKey(secrets);
}

/** Longer than any file moves its clock: the files of a worker share the secret, and its expiry by the clock of another file. */
const YEAR_MS = 365 * 24 * 60 * 60_000;
let secretClock = 0;

/** Moves a fake clock past the expiry of the secret, which the functions cache for five minutes, also between tests. */
export function expireSecret(): void {
  secretClock = Math.max(secretClock, Date.now()) + YEAR_MS;
  vi.useFakeTimers({ toFake: ['Date'], now: secretClock });
}

/** Creates the packs' prices at Stripe. @param pro changes of the Pro pack's price. */
export function addPrices(pro: { amount?: number; currency?: string } = {}): void {
  for (const id of PACK_IDS) {
    const { name: product, amount, currency } = PACKS[id];
    const price = { id: `price_${id}`, lookupKey: getPriceLookupKey('dev', id), product, amount, currency };
    emulator.addPrice(id === 'pro' ? { ...price, ...pro } : price);
  }
}

/** Requests a checkout of the Pro pack. */
export function requestCheckout(userId: string, { body, ...more }: Call & { body?: object } = {}) {
  return call(checkout, {
    routeKey: 'POST /api/create-stripe-checkout',
    claims: { sub: userId, email: EMAIL, email_verified: 'true' },
    requestId: `request-of-${userId}`,
    body: { priceId: 'price_pro', userId, ...body },
    ...more,
  });
}

/** The checkout sessions of a user at Stripe, the newest first. */
export const listSessions = (userId: string) =>
  controls.sessions().flatMap(({ session }) => (session.client_reference_id === userId ? [session] : []));

type SessionOptions = Partial<Stripe.Checkout.SessionCreateParams> & { pack?: PackId };

/** A payment at Stripe, as the tests see it. */
export interface TestPayment {
  userId: string;
  sessionId: string;
  /** The ids of its refunds and disputes, oldest first. */
  reversals: string[];
}

/** Opens a session for one pack, as the checkout does. */
export async function openSession(
  userId: string,
  { pack = 'pro', ...changes }: SessionOptions = {},
): Promise<TestPayment> {
  const { id: sessionId } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: `price_${pack}`, quantity: 1 }],
    client_reference_id: userId,
    success_url: SITE,
    customer_email: EMAIL,
    metadata: OWN_METADATA,
    ...changes,
  });
  return { userId, sessionId, reversals: [] };
}

/** A session that was paid. Its events are not delivered. */
export async function payPack(userId: string, options?: SessionOptions): Promise<TestPayment> {
  const payment = await openSession(userId, options);
  run(payment, pay());
  return payment;
}

/** A step of the customer, the bank or the merchant for a payment at Stripe. */
export type Action = (payment: TestPayment) => void;

export const pay =
  (how: 'pay' | 'pay_later' | 'decline' = 'pay'): Action =>
  ({ sessionId }) =>
    void controls.pay(sessionId, how);
export const settle =
  (outcome: 'succeeded' | 'failed'): Action =>
  ({ sessionId }) =>
    void controls.settle(sessionId, outcome);
/** Remembers the id of the refund or dispute that this makes. */
const reverse =
  (make: (sessionId: string) => { id: string }): Action =>
  ({ sessionId, reversals }) =>
    void reversals.push(make(sessionId).id);
export const refund = (amount?: number) => reverse((id) => controls.refund(id, { amount }));
export const pendingRefund = () => reverse((id) => controls.refund(id, { status: 'pending' }));
export const dispute = (amount?: number) => reverse((id) => controls.dispute(id, { amount }));
export const inquire = () => reverse((id) => controls.dispute(id, { status: 'warning_needs_response' }));
/** @param number of the reversal, from 1. */
export const updateRefund =
  (status: string, number = 1): Action =>
  ({ reversals }) =>
    controls.updateRefund(reversals[number - 1] ?? '', status);
export const updateDispute =
  (status: string, number = 1): Action =>
  ({ reversals }) =>
    controls.updateDispute(reversals[number - 1] ?? '', status);

/** Runs actions at Stripe, one second apart. @returns the events that the webhook subscribes to, oldest first. */
export function run(payment: TestPayment, ...actions: Action[]): object[] {
  const known = new Set(controls.events().map(({ event }) => event.id));
  for (const action of actions) {
    advanceStripeClock();
    action(payment);
  }
  return controls
    .events()
    .map(({ event }) => event)
    .filter(({ id, type }) => !known.has(id) && STRIPE_EVENTS.some((each) => each === type))
    .toReversed();
}

/**
 * The ledger of the payment's user: the sum of the amounts by kind and cause. Its keys contain `session` and numbers from 1 in
 * place of Stripe's ids.
 */
export async function readLedger({ userId, sessionId, reversals }: TestPayment) {
  const numbers = new Map([
    [sessionId, 'session'],
    ...reversals.map((id, n) => [id, String(n + 1)] as const),
  ]);
  const sums: Record<string, number> = {};
  for (const { kind, ref, amount } of await db.listItems('ledger', userId)) {
    const name = kind === 'welcome' ? kind : `${String(kind)} ${numbers.get(String(ref)) ?? String(ref)}`;
    sums[name] = (sums[name] ?? 0) + Number(amount);
  }
  return sums;
}

/** The newest event of a type. */
export function latestEvent(type: Stripe.Event.Type): object {
  const found = controls.events().find(({ event }) => event.type === type);
  if (found === undefined) throw new Error(`The Stripe emulator emitted no ${type}.`);
  return found.event;
}

/** An event that the emulator did not emit. */
export function makeEvent(type: string, object: object): object {
  return { id: 'evt_1', object: 'event', api_version: '2026-10-28.endive', type, data: { object } };
}

interface Delivery {
  secret?: string;
  signedSecondsAgo?: number;
  isBase64Encoded?: boolean;
  /** Changes the body after it was signed. */
  tamper?: (body: string) => string;
  /** Replaces the valid signature; undefined sends none. */
  signature?: string | undefined;
}

/** Sends an event to the webhook, as Stripe does. @param event a text is sent unchanged. */
export function deliver(event: object | string, delivery: Delivery = {}) {
  const { isBase64Encoded = false, tamper = (body: string) => body } = delivery;
  const payload = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
  const signature = 'signature' in delivery ? delivery.signature : signPayload(payload, delivery);
  const body = tamper(payload);
  return call(webhook, {
    routeKey: 'POST /api/stripe-webhook',
    claims: undefined,
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
    headers: signature === undefined ? {} : { 'stripe-signature': signature },
  });
}

export function signPayload(
  payload: string,
  { secret = WEBHOOK_SECRET, signedSecondsAgo = 0 }: Delivery = {},
): string {
  const timestamp = Math.floor(Date.now() / 1_000) - signedSecondsAgo;
  return stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** A session that was paid, and then met these actions. Each event is delivered at once. */
export async function buyPack(
  userId: string,
  options: SessionOptions = {},
  ...actions: Action[]
): Promise<TestPayment> {
  const payment = await openSession(userId, options);
  await runAndDeliver(payment, pay(), ...actions);
  return payment;
}

/** Runs actions at Stripe and delivers their events in order. @throws Error if the webhook does not accept an event. */
export async function runAndDeliver(payment: TestPayment, ...actions: Action[]): Promise<void> {
  for (const action of actions) await deliverAll(run(payment, action));
}

/** @throws Error if the webhook does not accept one of the events. */
export async function deliverAll(events: readonly object[]): Promise<void> {
  for (const event of events) {
    const { status } = await deliver(event);
    if (status !== 200) throw new Error(`The webhook responds ${status}.`);
  }
}

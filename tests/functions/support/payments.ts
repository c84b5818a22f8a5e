import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import type Stripe from 'stripe';
import { PACK_IDS, PACKS, type PackId } from '../../../contract/packs.ts';
import { call, USER, type Call } from './event.ts';
import { API_KEY, controls, later, standIn, STRIPE_API_URL, stripe, stripeWorks } from './stripe.ts';
import { tablesWork } from './tables.ts';

export const WEBHOOK_SECRET = 'whsec_0123456789abcdef';
export const SITE = 'https://thumbforge.example.com';
export const EMAIL = 'creator@example.com';

export const secrets = mockClient(SecretsManagerClient);

/** The handlers, as a cold start finds them once Stripe's stand-in has its port. */
process.env['STRIPE_API_URL'] = STRIPE_API_URL;
const { handler: webhook } = await import('../../../functions/stripe-webhook.ts');
const { handler: checkout } = await import('../../../functions/create-stripe-checkout.ts');

/** Prepares empty tables, a Stripe that works and sells our packs, and its keys. */
export function paymentsWork(): void {
  tablesWork();
  stripeWorks();
  sellPacks();
  keep({ apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET });
}

let users = 0;

/** Another user for each test: Stripe keeps its idempotency keys from one to the next, of all files. */
export function newUser(): string {
  users += 1;
  return `user-${users}`;
}

/** What the secret holds from now on. */
export function keep(keys: unknown): void {
  secrets.reset();
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(keys) });
}

/** Stripe's prices. @param changes of the Pro pack's price, wrong as they may be. */
export function sellPacks(changes: { amount?: number; currency?: string } = {}): void {
  for (const id of PACK_IDS) {
    const { name: product, amount, currency } = PACKS[id];
    const price = { id: `price_${id}`, lookupKey: `thumbforge_${id}`, product, amount, currency };
    standIn.addPrice(id === 'pro' ? { ...price, ...changes } : price);
  }
}

/** Presses "Get Pro", as `USER`. */
export function order(body: unknown = { priceId: 'price_pro', userId: USER }, more: Call = {}) {
  return call(checkout, { routeKey: 'POST /api/create-stripe-checkout', body, ...more });
}

/** A session for one pack, as our checkout opens it. */
export async function openSession(
  pack: PackId = 'pro',
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<string> {
  const { id } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: `price_${pack}`, quantity: 1 }],
    client_reference_id: USER,
    success_url: SITE,
    customer_email: EMAIL,
    ...changes,
  });
  return id;
}

/** A session that a customer paid; nobody has been told yet. */
export async function buy(
  pack?: PackId,
  changes?: Partial<Stripe.Checkout.SessionCreateParams>,
): Promise<string> {
  const id = await openSession(pack, changes);
  controls.pay(id);
  return id;
}

/** Gives money back, some time after anything else. @returns the refund's id. */
export function refund(sessionId: string, amount?: number): string {
  later();
  return controls.refund(sessionId, amount).id;
}

/** @returns the dispute's id. */
export function dispute(sessionId: string, amount?: number): string {
  later();
  return controls.dispute(sessionId, amount).id;
}

/** The latest event of a type, as it was sent. */
export function eventOf(type: Stripe.Event.Type): object {
  const found = controls.events().find(({ event }) => event.type === type);
  if (found === undefined) throw new Error(`Nothing made a ${type}.`);
  return found.event;
}

/** An event of a type that is about nothing in particular. */
export function eventAbout(type: string, object: object): object {
  return { id: 'evt_1', object: 'event', api_version: '2026-10-28.endive', type, data: { object } };
}

interface Delivery {
  secret?: string;
  /** How old the signature is. */
  ageSeconds?: number;
  isBase64Encoded?: boolean;
  /** What becomes of the body after it was signed. */
  tamper?: (body: string) => string;
  /** In place of the right one; undefined sends none. */
  signature?: string | undefined;
}

/** Sends an event to the webhook, as Stripe does. */
export function deliver(event: object, delivery: Delivery = {}) {
  const { isBase64Encoded = false, tamper = (body: string) => body } = delivery;
  const payload = JSON.stringify(event, null, 2);
  const signature = 'signature' in delivery ? delivery.signature : sign(payload, delivery);
  const body = tamper(payload);
  return call(webhook, {
    routeKey: 'POST /api/stripe-webhook',
    claims: undefined,
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
    headers: signature === undefined ? {} : { 'stripe-signature': signature },
  });
}

export function sign(payload: string, { secret = WEBHOOK_SECRET, ageSeconds = 0 }: Delivery = {}): string {
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  return stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Tells of the latest event of a type. */
export function tell(type: Stripe.Event.Type) {
  return deliver(eventOf(type));
}

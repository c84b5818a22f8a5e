import Stripe from 'stripe';
import { PACKS, type PackId } from '#contract/packs.ts';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { getStripeMetadata } from '#contract/stripe-names.ts';
import { createStripeCheckoutResponse } from '#contract/endpoints/purchase-schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { LOCAL_STRIPE } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import type { Creator } from '../support/cloud/creator.ts';
import { invokeEndpoint, requestEndpoint, type TestUser } from './api.ts';

export type StripeEvent = ReturnType<EmbeddedCloud['stripe']['controls']['events']>[number]['event'];

export const STARTER = PACKS.starter;
const WEBHOOK_PATH = ENDPOINTS.stripeWebhook.path;

const stripe = new Stripe(LOCAL_STRIPE.apiKey);

/** Opens a checkout for a pack. @returns the session's id; undefined when the request failed. */
export async function openCheckout(
  cloud: EmbeddedCloud,
  user: TestUser,
  pack: PackId = 'starter',
): Promise<string | undefined> {
  const body = { priceId: LOCAL_PRICES[pack], userId: user.userId };
  return parseSessionId((await invokeEndpoint(cloud, user, 'createStripeCheckout', { body })).body);
}

/** Reads the session's id from the body of a checkout response. */
export function parseSessionId(body: unknown): string | undefined {
  const { data } = createStripeCheckoutResponse.safeParse(body);
  return data && new URL(data.checkoutUrl).pathname.split('/').at(-1);
}

/** Creates a checkout session at the Stripe emulator, as the function does. @returns its id. */
export async function createSession(cloud: EmbeddedCloud, userId: string): Promise<string> {
  const { hostname: host, port } = new URL(cloud.stripe.endpoint);
  const api = new Stripe(LOCAL_STRIPE.apiKey, { host, port, protocol: 'http', telemetry: false });
  const { id } = await api.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: LOCAL_PRICES.starter, quantity: 1 }],
    client_reference_id: userId,
    metadata: getStripeMetadata('dev'),
    success_url: `${cloud.url}/`,
  });
  return id;
}

/** Runs an action at the Stripe emulator. @returns the events that it emitted, oldest first. */
export function captureEvents({ stripe: { controls } }: EmbeddedCloud, act: () => unknown): StripeEvent[] {
  const before = new Set(controls.events().map(({ event }) => event.id));
  act();
  return controls
    .events()
    .map(({ event }) => event)
    .filter(({ id }) => !before.has(id))
    .toReversed();
}

/** Captures events like `captureEvents`. @returns the event of one type. @throws Error when no event of the type was emitted. */
export function captureEvent(cloud: EmbeddedCloud, type: string, act: () => unknown): StripeEvent {
  const event = captureEvents(cloud, act).find((each) => each.type === type);
  if (event === undefined) throw new Error(`The Stripe emulator emitted no ${type}.`);
  return event;
}

/** The value of a Stripe-Signature header. */
export function signPayload(
  payload: string,
  { secret = LOCAL_STRIPE.webhookSecret, secondsAgo = 0 }: { secret?: string; secondsAgo?: number } = {},
): string {
  const timestamp = Math.floor(Date.now() / 1_000) - secondsAgo;
  return stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Delivers an event through the gateway, as Stripe does. @returns whether it was answered with success. */
export async function deliverEvent(cloud: EmbeddedCloud, event: StripeEvent): Promise<boolean> {
  const payload = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signPayload(payload),
  };
  const send = () => fetch(cloud.url + WEBHOOK_PATH, { method: 'POST', body: payload, headers });
  // The gateway may close an idle connection at the moment when `fetch` reuses it. Stripe repeats such a delivery.
  const response = await send().catch(send);
  await response.arrayBuffer();
  return response.ok;
}

/** Buys a Starter pack: opens a checkout, pays and delivers the event. @throws Error when a step failed. */
export async function buyPack(cloud: EmbeddedCloud, user: TestUser): Promise<void> {
  const session = (await openCheckout(cloud, user)) ?? '';
  const event = captureEvent(cloud, 'checkout.session.completed', () => cloud.stripe.controls.pay(session));
  if (!(await deliverEvent(cloud, event))) throw new Error('The purchase was not delivered.');
}

/** Buys a Starter pack through the gateway. Stripe's emulator delivers the event. */
export async function buyPackThroughGateway(
  cloud: EmbeddedCloud,
  { userId, token }: Creator,
): Promise<{ sessionId: string; event: StripeEvent }> {
  const body = { priceId: LOCAL_PRICES.starter, userId };
  const response = await requestEndpoint(cloud, token, 'createStripeCheckout', { body });
  const sessionId = parseSessionId(response.body) ?? '';
  const { controls } = cloud.stripe;
  const event = captureEvent(cloud, 'checkout.session.completed', () => controls.pay(sessionId));
  await controls.idle();
  return { sessionId, event };
}

/** The object that later calls to Stripe name instead of the session. */
export function readPaymentId({ data: { object } }: StripeEvent): string {
  return 'payment_intent' in object ? String(object.payment_intent) : object.id;
}

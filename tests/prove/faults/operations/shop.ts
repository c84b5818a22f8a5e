import Stripe from 'stripe';
import { ENDPOINTS } from '../../../../contract/endpoints.ts';
import { createStripeCheckoutResponse } from '../../../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../../../local/connect-stripe.ts';
import { LOCAL_STRIPE } from '../../../../local/credentials.ts';
import { callAs, type Caller, type Reply } from '../../call.ts';
import type { World } from '../world.ts';

export type Event = ReturnType<World['cloud']['stripe']['controls']['events']>[number]['event'];

const stripe = new Stripe(LOCAL_STRIPE.apiKey);
const WEBHOOK = ENDPOINTS.stripeWebhook.path;

/** What a Starter pack costs, in minor units, and holds. */
export const STARTER = { amount: 350, credits: 10 };

export function askForCheckout({ cloud }: World, caller: Caller): Promise<Reply> {
  const body = { priceId: LOCAL_PRICES.starter, userId: caller.userId };
  return callAs(cloud, caller, 'createStripeCheckout', { body });
}

/** @returns the id of an open checkout session. */
export async function openCheckout(world: World, caller: Caller): Promise<string> {
  const { checkoutUrl } = createStripeCheckoutResponse.parse((await askForCheckout(world, caller)).body);
  return new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
}

/** A checkout session as the function makes it, without the function. @returns its id. */
export async function sessionOf({ cloud }: World, { userId }: Caller): Promise<string> {
  const { hostname: host, port } = new URL(cloud.stripe.endpoint);
  const api = new Stripe(LOCAL_STRIPE.apiKey, { host, port, protocol: 'http', telemetry: false });
  const { id } = await api.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: LOCAL_PRICES.starter, quantity: 1 }],
    client_reference_id: userId,
    success_url: `${cloud.url}/`,
  });
  return id;
}

/** Delivers an event as Stripe does, signed now. @returns whether it was taken. */
export async function deliver({ cloud }: World, event: Event): Promise<boolean> {
  const payload = JSON.stringify(event);
  const response = await fetch(`${cloud.url}${WEBHOOK}`, {
    method: 'POST',
    body: payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': stripe.webhooks.generateTestHeaderString({
        payload,
        secret: LOCAL_STRIPE.webhookSecret,
      }),
    },
  });
  await response.arrayBuffer();
  return response.ok;
}

/** Does something at Stripe. @returns the event of this type that it made. */
export function eventOf({ cloud }: World, type: string, act: () => unknown): Event {
  const { controls } = cloud.stripe;
  const before = controls.events()[0]?.event.id;
  act();
  // Newest first.
  for (const { event } of controls.events()) {
    if (event.id === before) break;
    if (event.type === type) return event;
  }
  throw new Error(`Stripe made no ${type}.`);
}

/** Opens a checkout, pays for it, and lets the event arrive. @returns the session's id. */
export async function buy(world: World, caller: Caller): Promise<string> {
  const session = await openCheckout(world, caller);
  const paid = eventOf(world, 'checkout.session.completed', () => world.cloud.stripe.controls.pay(session));
  if (!(await deliver(world, paid))) throw new Error('A purchase did not arrive.');
  return session;
}

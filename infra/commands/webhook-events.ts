import Stripe from 'stripe';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';

const TIMEOUT_MS = 20_000;
/** Stripe tries to deliver an event for three days. */
const RETRY_SECONDS = 3 * 24 * 60 * 60;

/** An event of a type that the webhook acknowledges and ignores. */
const TEST_EVENT = {
  id: 'evt_thumbforge_test',
  object: 'event',
  type: 'thumbforge.test',
  data: { object: {} },
};

/** Sends an event without effect to a deployed webhook. @returns the HTTP status; undefined if there is no answer. */
export function sendTestEvent(url: string, secret: string | undefined): Promise<number | undefined> {
  return sendEvent(url, TEST_EVENT, secret);
}

/** @param secret signs the event as Stripe does; undefined sends it without a signature. */
async function sendEvent(
  url: string,
  event: object,
  secret: string | undefined,
): Promise<number | undefined> {
  const payload = JSON.stringify(event);
  const signature =
    secret === undefined
      ? {}
      : { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body: payload,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status;
}

/**
 * The events of the last three days that Stripe could not deliver, oldest first.
 * @param now in seconds since 1970.
 * @throws Stripe's errors.
 */
export async function listUndeliveredEvents(stripe: Stripe, now: number): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  const pages = stripe.events.list({
    types: [...STRIPE_EVENTS],
    delivery_success: false,
    created: { gte: now - RETRY_SECONDS },
    limit: 100,
  });
  for await (const event of pages) events.push(event);
  return events.reverse();
}

interface RedeliveryOptions {
  stripe: Stripe;
  url: string;
  secret: string;
  /** Waits before the next attempt. */
  wait: () => Promise<void>;
}

/** The functions cache the secret for five minutes. Attempts every 15 seconds cover that time with a margin. */
const ATTEMPTS = 28;
export const ATTEMPT_INTERVAL_MS = 15_000;

/**
 * Waits until the webhook accepts the new secret, then delivers the events that Stripe could not. Stripe stops its retries
 * when their endpoint is disabled. An event that is delivered twice has no second effect.
 * @returns the number of delivered events; undefined if the webhook does not accept the secret.
 */
export async function redeliverEvents({
  stripe,
  url,
  secret,
  wait,
}: RedeliveryOptions): Promise<number | undefined> {
  const deliver = async (event: object): Promise<boolean> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if ((await sendEvent(url, event, secret)) === 200) return true;
      if (attempt < ATTEMPTS) await wait();
    }
    return false;
  };
  if (!(await deliver(TEST_EVENT))) return undefined;
  let delivered = 0;
  for (const event of await listUndeliveredEvents(stripe, Math.floor(Date.now() / 1000))) {
    // An instance of the function that still has the old secret answers 400.
    if (await deliver(event)) delivered += 1;
    else return undefined;
  }
  return delivered;
}

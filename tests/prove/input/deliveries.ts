import Stripe from 'stripe';
import { LOCAL_STRIPE } from '../../../local/credentials.ts';
import type { BadDelivery } from './requests.ts';
import type { Sent } from './send.ts';

const stripe = new Stripe(LOCAL_STRIPE.apiKey);

/** An event that was signed, and then changed: nothing but `untouched` may be taken. */
export function deliveryOf(payload: string, { what, at, character, junk, contentType }: BadDelivery): Sent {
  const sign = (secret: string, secondsAgo = 0) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1_000) - secondsAgo,
    });
  const signature = sign(LOCAL_STRIPE.webhookSecret);
  const deliver = (body: string, header: string | undefined): Sent => ({
    method: 'POST',
    path: '/api/stripe-webhook',
    headers: {
      ...(contentType !== '' && { 'content-type': contentType }),
      ...(header !== undefined && { 'stripe-signature': header }),
    },
    body: Buffer.from(body),
  });
  switch (what) {
    case 'untouched':
      return deliver(payload, signature);
    case 'body':
      return deliver(replaced(payload, at, character), signature);
    case 'cut':
      return deliver(payload.slice(0, at % payload.length), signature);
    case 'signature':
      return deliver(payload, replaced(signature, signature.indexOf('v1=') + 3 + (at % 64), 'g'));
    case 'scheme':
      return deliver(payload, signature.replace('v1=', 'v0='));
    case 'old':
      return deliver(payload, sign(LOCAL_STRIPE.webhookSecret, 301 + at));
    case 'other secret':
      return deliver(payload, sign('whsec_of_somebody_else'));
    case 'no signature':
      return deliver(payload, undefined);
    case 'signature junk':
      return deliver(payload, junk);
  }
}

/** The text with one character put in, so that it is another one in any case. */
function replaced(text: string, at: number, character: string): string {
  const position = at % text.length;
  return `${text.slice(0, position)}${character}${text.slice(position + (text[position] === character ? 0 : 1))}`;
}

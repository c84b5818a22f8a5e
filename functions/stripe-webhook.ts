import type { StripeWebhookResponse } from '../contract/schemas.ts';
import { rawBody } from './http/parse.ts';
import { publicHandler } from './http/api-handler.ts';
import { handleEvent } from './payments/webhook.ts';

/** POST /api/stripe-webhook: Stripe tells of a payment. An error answers 4xx or 5xx, so that Stripe sends it again. */
export const handler = publicHandler(async ({ event }): Promise<StripeWebhookResponse> => {
  await handleEvent(rawBody(event), event.headers['stripe-signature']);
  return { received: true };
});

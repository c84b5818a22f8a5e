import { stripeWebhookSchemas } from '#contract/endpoints/purchase-schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { rawBody } from './http/parse.ts';
import { handleEvent } from '../credits/payments/webhook.ts';

/** POST /api/stripe-webhook: handles a Stripe event. Stripe sends the event again after a 4xx or 5xx response. */
export const handler = apiHandler('stripeWebhook', stripeWebhookSchemas, async ({ event }) => {
  await handleEvent(rawBody(event), event.headers['stripe-signature']);
  return { received: true };
});

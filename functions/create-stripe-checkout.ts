import { apiHandler } from './http/api-handler.ts';
import { createCheckoutSession } from './payments/checkout.ts';

/** POST /api/create-stripe-checkout: opens a checkout session for one pack. */
export const handler = apiHandler('createStripeCheckout', async ({ userId, email, body, event }) => {
  const { requestId } = event.requestContext;
  return { checkoutUrl: await createCheckoutSession({ userId, email, priceId: body.priceId, requestId }) };
});

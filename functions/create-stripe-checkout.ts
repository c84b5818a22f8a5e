import { apiHandler } from './http/api-handler.ts';
import { openCheckout } from './payments/checkout.ts';

/** POST /api/create-stripe-checkout: opens a checkout session for one pack. */
export const handler = apiHandler('createStripeCheckout', async ({ userId, email, body, event }) => {
  const { requestId } = event.requestContext;
  return { checkoutUrl: await openCheckout({ userId, email, priceId: body.priceId, requestId }) };
});

import { createStripeCheckoutSchemas } from '../contract/purchase-schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { createCheckoutSession } from './payments/checkout.ts';

/** POST /api/create-stripe-checkout: opens a checkout session for one pack. */
export const handler = apiHandler(
  'createStripeCheckout',
  createStripeCheckoutSchemas,
  async ({ body, event, ...caller }) => {
    const { userId, email, authenticatedAt } = caller;
    const { requestId } = event.requestContext;
    const input = { userId, email, authenticatedAt, priceId: body.priceId, requestId };
    return { checkoutUrl: await createCheckoutSession(input) };
  },
);

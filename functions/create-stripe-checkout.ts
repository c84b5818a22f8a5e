import { createStripeCheckoutRequest, type CreateStripeCheckoutResponse } from '../contract/schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { parseBody, requireSelf } from './http/parse.ts';
import { createCheckoutSession } from './payments/checkout.ts';

/** POST /api/create-stripe-checkout: where to pay for a pack. */
export const handler = apiHandler(async ({ userId, email, event }): Promise<CreateStripeCheckoutResponse> => {
  const request = parseBody(createStripeCheckoutRequest, event);
  requireSelf(request.userId, userId);
  const { priceId } = request;
  const { requestId } = event.requestContext;
  return { checkoutUrl: await createCheckoutSession({ userId, email, priceId, requestId }) };
});

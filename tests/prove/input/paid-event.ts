import { createStripeCheckoutResponse } from '../../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { Creator } from '../../integration/support/creator.ts';

/** Pays for a pack. @returns the event that told of it, as text: to deliver it again changes nothing. */
export async function paidEvent(cloud: EmbeddedCloud, creator: Creator): Promise<string> {
  const { body } = await creator.post('/api/create-stripe-checkout', {
    priceId: LOCAL_PRICES.starter,
    userId: creator.userId,
  });
  const { checkoutUrl } = createStripeCheckoutResponse.parse(body);
  const event = cloud.stripe.controls.pay(new URL(checkoutUrl).pathname.split('/').at(-1) ?? '');
  await cloud.stripe.controls.idle();
  return JSON.stringify(event);
}

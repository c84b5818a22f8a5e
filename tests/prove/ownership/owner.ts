import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  createStripeCheckoutResponse,
  generateThumbnailResponse,
  listThumbnailsResponse,
} from '../../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { newCreator, type Creator } from '../../integration/support/creator.ts';

/** A user with one of everything that has an id. */
export interface Owner {
  creator: Creator;
  /** Ids of generations: a finished one, a failed one. */
  generations: { finished: string; failed: string };
  /** Where a page of the list goes on. */
  cursor: string;
  /** Id of a paid checkout session. */
  sessionId: string;
  /** Of the finished picture. */
  imageUrl: string;
}

export async function ownerWithEverything(cloud: EmbeddedCloud): Promise<Owner> {
  const creator = await newCreator(cloud);
  const [finished, failed] = [randomUUID(), randomUUID()];
  const first = await creator.generate('a castle', { generationId: finished });
  await creator.generate('a second castle');
  await creator.generate('[[filter]] a third one', { generationId: failed });
  const list = await creator.get('/api/thumbnails?limit=1');
  return {
    creator,
    generations: { finished, failed },
    cursor: z.string().parse(listThumbnailsResponse.parse(list.body).cursor),
    sessionId: await paidSession(cloud, creator),
    imageUrl: generateThumbnailResponse.parse(first.body).imageURL,
  };
}

async function paidSession(cloud: EmbeddedCloud, creator: Creator): Promise<string> {
  const { body } = await creator.post('/api/create-stripe-checkout', {
    priceId: LOCAL_PRICES.starter,
    userId: creator.userId,
  });
  const { checkoutUrl } = createStripeCheckoutResponse.parse(body);
  const sessionId = z.string().parse(new URL(checkoutUrl).pathname.split('/').at(-1));
  cloud.stripe.controls.pay(sessionId);
  await cloud.stripe.controls.idle();
  return sessionId;
}

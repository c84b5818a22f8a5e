import { expect, it, vi } from 'vitest';
import type { UserEndpointName } from '#contract/endpoints/endpoints.ts';
import type { RateLimitName } from '#contract/rate-limits.ts';
import { USER_ENDPOINTS, VALID_REQUESTS, type RequestParts } from '../../support/valid-requests.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { prepareServices, signIns } from './support/deletion.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { preparePayments } from './support/payments.ts';

const READS = 'reads the rows of its user';

/** The limits that a request counts against, or the reason why nobody can gain or harm with many requests. */
const COUNTED: Record<UserEndpointName, readonly RateLimitName[] | string> = {
  generateThumbnail: ['generations'],
  cancelGeneration: 'ends a generation, which was counted',
  updateThumbnail: ['dailyDesignSaves', 'designSaves'],
  deleteThumbnail: 'deletes a thumbnail, which was counted or paid',
  duplicateThumbnail: ['copies'],
  createThumbnail: ['photos'],
  saveDesign: ['dailyDesignSaves', 'designSaves'],
  saveBrand: ['dailyDesignSaves', 'designSaves'],
  createStripeCheckout: ['checkouts'],
  confirmPurchase: ['confirmations'],
  improvePrompt: ['promptSuggestions'],
  createReferenceImage: ['uploads'],
  createEdit: ['generations'],
  suggestEdit: ['editSuggestions'],
  suggestConcepts: ['concepts'],
  translateTexts: ['translations'],
  createCutout: ['generations'],
  updateCutout: ['dailyDesignSaves', 'designSaves'],
  deleteCutout: 'deletes a cut-out or a picture, which was counted',
  sendSupportMessage: ['supportMessages'],
  createKey: ['keys'],
  deleteKey: 'deletes a key, which was counted',
  deleteAccount: ['deletions'],
  exportAccount: ['exports'],
  readVideoReference: ['videoReferences'],
  readCredits: READS,
  listCreditHistory: READS,
  listThumbnails: READS,
  listGenerations: READS,
  readThumbnail: READS,
  readBrand: READS,
  listPurchases: READS,
  listCutouts: READS,
  listKeys: READS,
};

it.each(Object.entries(COUNTED))(
  'a request to %s counts against its limits: %j',
  async (endpoint, limits) => {
    const name = USER_ENDPOINTS.find((each) => each === endpoint);
    if (name === undefined) throw new Error(`${endpoint} needs no token.`);
    prepareServices();
    prepareGeneration();
    preparePayments();
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('YouTube is not called.'));
    const user = db.newUser();
    signIns.set(user, `${user}@example.com`);
    await db.putUser(user, 3, { packs: { elite: 50 } });
    const request = await createRequest(name, user);
    const signedInAt = String(Math.floor(Date.now() / 1_000));

    await callEndpoint(name, user, { claims: { auth_time: signedInAt }, ...request });

    const rows = await db.scanItems('rateLimits');
    const counted = rows
      .map(({ subject }) => String(subject))
      .filter((subject) => subject.endsWith(`#${user}`));
    expect(counted.map((subject) => subject.split('#')[0]).sort()).toEqual(
      typeof limits === 'string' ? [] : [...limits],
    );
  },
);

/** Makes a request that names a thumbnail of the user. Most operations look for it before they count. */
async function createRequest(name: UserEndpointName, user: string): Promise<RequestParts> {
  const request = VALID_REQUESTS[name](user, 'price_starter');
  const { params, body } = request;
  const { thumbnailId, baseId } = { ...(body as { thumbnailId?: string; baseId?: string } | undefined) };
  const id = params?.['id'] ?? thumbnailId;
  if (id !== undefined) await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
  return baseId === undefined ? request : { ...request, body: { ...(body as object), baseId: id } };
}

import { expect, it, vi } from 'vitest';
import type { EndpointInput } from '#contract/endpoints/endpoint-types.ts';
import type { UserEndpointName } from '#contract/endpoints/endpoints.ts';
import { RATE_LIMITS, type RateLimitName } from '#contract/rate-limits.ts';
import { encodeCursor } from '../../../functions/platform/cursor.ts';
import { USER_ENDPOINTS, VALID_REQUESTS, type RequestParts } from '../../support/valid-requests.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { prepareServices, signIns } from './support/deletion.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';

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

/** The endpoints whose request has a cursor. */
type PagedEndpointName = {
  [Name in UserEndpointName]: EndpointInput<Name> extends { query: infer Query }
    ? 'cursor' extends keyof Query
      ? Name
      : never
    : never;
}[UserEndpointName];

const LAST_OF_PAGE = {
  thumbnail: { generationId: db.newGeneration(), listedAt: '2020-01-01T00:00:00.000Z' },
  entry: { entryId: 'spend#none', createdAt: '2020-01-01T00:00:00.000Z', balance: 3 },
};

/** The limits that a page after the first page counts against, or the reason as in COUNTED, and a cursor that the endpoint accepts. */
const NEXT_PAGES: Record<
  PagedEndpointName,
  readonly [cursor: string, limits: readonly RateLimitName[] | string]
> = {
  exportAccount: [db.newGeneration(), ['exportPages']],
  listCreditHistory: [encodeCursor(LAST_OF_PAGE.entry), READS],
  listThumbnails: [encodeCursor(LAST_OF_PAGE.thumbnail), READS],
};

it.each(Object.entries(COUNTED))(
  'a request to %s counts against its limits: %j',
  async (endpoint, limits) => {
    const user = await prepareUser();
    const name = findEndpoint(endpoint);

    await request(name, user, await createRequest(name, user));

    expect(await listCounted(user)).toEqual(typeof limits === 'string' ? [] : limits);
  },
);

it.each(
  Object.entries(NEXT_PAGES).map(([endpoint, [cursor, limits]]) => [endpoint, limits, cursor] as const),
)(
  'a request to %s for a further page is accepted, and counts against its limits: %j',
  async (endpoint, limits, cursor) => {
    const user = await prepareUser();

    const { status } = await request(findEndpoint(endpoint), user, { query: { cursor } });

    expect(status).toBe(200);
    expect(await listCounted(user)).toEqual(typeof limits === 'string' ? [] : limits);
  },
);

/** The limits that no request above counts against, and the requests that count against them. */
const OTHERS = {
  unusableInput: 'a generation with a prompt or a reference that no model accepts',
  channelHandles: 'a video reference that the YouTube Data API looks up',
  keyRequests: 'a request with an API key',
  allSupportMessages: 'a message of any account',
  welcomes: 'the first visit of an account',
  domainWelcomes: 'the first visit of an account',
  providerWelcomes: 'the first visit of an account',
};

it('each limit has a request above that counts against it, or another request', () => {
  const requests = [...Object.values(COUNTED), ...Object.values(NEXT_PAGES).map(([, limits]) => limits)];
  const counted = requests.flatMap((limits) => (typeof limits === 'string' ? [] : limits));

  expect([...new Set([...counted, ...Object.keys(OTHERS)])].sort()).toEqual(Object.keys(RATE_LIMITS).sort());
});

function findEndpoint(endpoint: string): UserEndpointName {
  const name = USER_ENDPOINTS.find((each) => each === endpoint);
  if (name === undefined) throw new Error(`${endpoint} needs no token.`);
  return name;
}

/** Prepares services that work, and an account with every benefit. */
async function prepareUser(): Promise<string> {
  prepareServices();
  prepareGeneration();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('YouTube is not called.'));
  const user = db.newUser();
  signIns.set(user, `${user}@example.com`);
  await db.putUser(user, 3, { packs: { elite: 50 } });
  return user;
}

/** Sends a request of a user who has just signed in. */
function request(name: UserEndpointName, user: string, parts: RequestParts) {
  const signedInAt = String(Math.floor(Date.now() / 1_000));
  return callEndpoint(name, user, { claims: { auth_time: signedInAt }, ...parts });
}

/** Lists the limits that have counted a request of the user. */
async function listCounted(user: string): Promise<string[]> {
  const rows = await db.scanItems('rateLimits');
  return rows
    .map(({ subject }) => String(subject))
    .filter((subject) => subject.endsWith(`#${user}`))
    .map((subject) => subject.replace(/#.*/, ''))
    .sort();
}

/** Makes a request that names a thumbnail of the user. Most operations look for it before they count. */
async function createRequest(name: UserEndpointName, user: string): Promise<RequestParts> {
  const valid = VALID_REQUESTS[name](user, 'price_starter');
  const { params, body } = valid;
  const { thumbnailId, baseId } = { ...(body as { thumbnailId?: string; baseId?: string } | undefined) };
  const id = params?.['id'] ?? thumbnailId;
  if (id !== undefined) await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
  return baseId === undefined ? valid : { ...valid, body: { ...(body as object), baseId: id } };
}

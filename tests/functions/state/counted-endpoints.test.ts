import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, it, vi } from 'vitest';
import type { EndpointInput } from '#contract/endpoints/endpoint-types.ts';
import type { UserEndpointName } from '#contract/endpoints/endpoints.ts';
import { RATE_LIMITS, WINDOWS, type RateLimitName } from '#contract/rate-limits.ts';
import { encodeCursor } from '../../../functions/platform/cursor.ts';
import { createPng } from '../../support/masks.ts';
import { USER_ENDPOINTS, VALID_REQUESTS, type RequestParts } from '../../support/valid-requests.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { fileAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import { prepareServices, signIns } from './support/deletion.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock, cognito, s3, ses, sqs } from './support/services.ts';
import { requestedPaths } from './support/stripe.ts';

const READS = 'reads the rows of its user';

/** The limits that a request counts against, in their order, or the reason why nobody can gain or harm with many requests. */
const COUNTED: Record<UserEndpointName, readonly RateLimitName[] | string> = {
  generateThumbnail: ['generations'],
  cancelGeneration: 'ends a generation, which was counted',
  updateThumbnail: ['designSaves', 'dailyDesignSaves'],
  deleteThumbnail: 'deletes a thumbnail, which was counted or paid',
  duplicateThumbnail: ['copies'],
  createThumbnail: ['photos'],
  saveDesign: ['designSaves', 'dailyDesignSaves'],
  saveBrand: ['designSaves', 'dailyDesignSaves'],
  createStripeCheckout: ['checkouts'],
  confirmPurchase: ['confirmations'],
  improvePrompt: ['promptSuggestions'],
  createReferenceImage: ['uploads'],
  createEdit: ['generations'],
  suggestEdit: ['editSuggestions'],
  suggestConcepts: ['concepts'],
  translateTexts: ['translations'],
  createCutout: ['generations'],
  updateCutout: ['designSaves', 'dailyDesignSaves'],
  deleteCutout: 'deletes a cut-out or a picture, which was counted',
  sendSupportMessage: ['supportMessages', 'allSupportMessages'],
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

interface LimitedRequest {
  title: string;
  name: UserEndpointName;
  limits: readonly RateLimitName[];
  /** True if one transaction counts against all limits, so that a refusal counts against none. */
  isTransaction?: true;
  createParts: (user: string) => RequestParts | Promise<RequestParts>;
}

const REQUESTS: readonly LimitedRequest[] = [
  ...Object.entries(COUNTED).map(([endpoint, limits]) => {
    const name = findEndpoint(endpoint);
    return {
      title: name,
      name,
      limits: listLimits(limits),
      createParts: (user: string) => createRequest(name, user),
    };
  }),
  ...Object.entries(NEXT_PAGES).map(([endpoint, [cursor, limits]]) => ({
    title: `${endpoint} for a further page`,
    name: findEndpoint(endpoint),
    limits: listLimits(limits),
    createParts: () => ({ query: { cursor } }),
  })),
  {
    title: 'createCutout for a picture',
    name: 'createCutout',
    limits: ['generations', 'uploads'],
    isTransaction: true,
    createParts(userId) {
      s3.on(GetObjectCommand).callsFake(() => fileAnswer(createPng(64, 64)));
      return { body: { userId, referenceId: db.newGeneration(), keepsBackground: true } };
    },
  },
];

it.each(REQUESTS)('a request to $title counts against its limits: $limits', async (request) => {
  const user = await prepareUser();

  const { status, counted } = await send(user, request);

  if (request.title.endsWith('page')) expect(status).toBe(200);
  expect(counted).toEqual([...request.limits].sort());
});

/** A limit of all users. Each other limit is for one user. */
const isShared = (limit: RateLimitName): boolean => limit === 'allSupportMessages';

it('each request counts for its user first, and in the shortest window first', () => {
  const rank = (limit: RateLimitName) =>
    (isShared(limit) ? WINDOWS.day : 0) + WINDOWS[RATE_LIMITS[limit].window];
  const isOrdered = ({ limits }: LimitedRequest) =>
    limits.every((limit, index) => rank(limits[index - 1] ?? limit) <= rank(limit));

  expect(REQUESTS.filter((request) => !isOrdered(request)).map(({ title }) => title)).toEqual([]);
});

const REFUSALS = REQUESTS.flatMap((request) =>
  request.limits.map((reason, index) => ({
    ...request,
    reason,
    before: request.isTransaction ? [] : request.limits.slice(0, index),
  })),
);

it.each(REFUSALS)(
  'a request to $title that the limit $reason refuses counts only against the limits before it, and calls no service: $before',
  async ({ reason, before, ...request }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T09:10:15Z') });
    const user = await prepareUser();
    await useUp(reason, user);

    const { status, body, counted } = await send(user, request);

    expect({ status, body }).toMatchObject({ status: 429, body: { params: { reason } } });
    expect(counted).toEqual([...before].sort());
    const called = [bedrock, cognito, s3, ses, sqs].filter((service) => service.calls().length > 0);
    expect(called.map((service) => service.clientName())).toEqual([]);
    expect(requestedPaths()).toEqual([]);
    expect(fetch).not.toHaveBeenCalled();
  },
);

/** The limits that no request above counts against, and the requests that count against them. */
const OTHERS = {
  unusableInput: 'a generation with a prompt or a reference that no model accepts',
  channelHandles: 'a video reference that the YouTube Data API looks up',
  keyRequests: 'a request with an API key',
  welcomes: 'the first visit of an account',
  domainWelcomes: 'the first visit of an account',
  providerWelcomes: 'the first visit of an account',
};

it('each limit has a request above that counts against it, or another request', () => {
  const counted = REQUESTS.flatMap(({ limits }) => limits);

  expect([...new Set([...counted, ...Object.keys(OTHERS)])].sort()).toEqual(Object.keys(RATE_LIMITS).sort());
});

/** Lists the limits of an entry, which may be a reason instead. */
function listLimits(limits: readonly RateLimitName[] | string): readonly RateLimitName[] {
  return typeof limits === 'string' ? [] : limits;
}

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

/** Sends a request of a user who has just signed in. @returns also the limits that have counted it. */
async function send(user: string, { name, createParts }: Pick<LimitedRequest, 'name' | 'createParts'>) {
  const parts = await createParts(user);
  const signedInAt = String(Math.floor(Date.now() / 1_000));
  const before = await readCounts(user);
  const { status, body } = await callEndpoint(name, user, { claims: { auth_time: signedInAt }, ...parts });
  const after = await readCounts(user);
  const counted = [...after].filter(([counter, requests]) => requests !== before.get(counter));
  return { status, body, counted: counted.map(([counter]) => counter.replace(/#.*/, '')).sort() };
}

/** Reads the counters of a user and of all users. */
async function readCounts(user: string): Promise<Map<string, unknown>> {
  const rows = await db.scanItems('rateLimits');
  const counters = rows.map(
    ({ subject, window, requests }) => [`${String(subject)} ${String(window)}`, requests] as const,
  );
  return new Map(counters.filter(([counter]) => counter.includes(`#${user} `) || counter.includes('#all ')));
}

/** Writes the counter of a limit that allows no further request in the current window. */
async function useUp(limit: RateLimitName, user: string): Promise<void> {
  const { window, maximum } = RATE_LIMITS[limit];
  const start = Math.floor(Date.now() / WINDOWS[window]) * WINDOWS[window];
  await db.putItem('rateLimits', {
    subject: `${limit}#${isShared(limit) ? 'all' : user}`,
    window: new Date(start).toISOString(),
    requests: maximum,
  });
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

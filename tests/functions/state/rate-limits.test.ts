import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enforceRateLimit } from '../../../functions/platform/rate-limits/rate-limits.ts';
import { DESIGN } from '../../support/designs.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { FUNCTION_ENVIRONMENT } from '../../support/function-environment.ts';
import { VALID_REQUESTS } from '../../support/valid-requests.ts';
import { REQUEST_ID } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { prepareServices } from './support/deletion.ts';
import { generate, prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { requestCheckout } from './support/payments.ts';
import { requestedPaths } from './support/stripe.ts';

/** The start of the window, and the seconds to its end. */
const WINDOWS = {
  minute: { start: '2026-11-21T09:10:00.000Z', seconds: '45' },
  hour: { start: '2026-11-21T09:00:00.000Z', seconds: '2985' },
  day: { start: '2026-11-21T00:00:00.000Z', seconds: '53385' },
};
const setTime = (time: string) => vi.setSystemTime(`2026-11-21T${time}Z`);

let user: string;
let id: string;
let version: number;

/** The state after this many requests in the current window. */
const putCount = (name: string, window: keyof typeof WINDOWS, requests: number) =>
  db.putItem('rateLimits', { subject: `${name}#${user}`, window: WINDOWS[window].start, requests });

const save = () =>
  callEndpoint('saveDesign', user, { params: { id }, body: { design: DESIGN, version: version++ } });
const exportPage = (query: Record<string, string> = {}) => callEndpoint('exportAccount', user, { query });
const upload = () =>
  callEndpoint('createReferenceImage', user, { body: { contentType: 'image/jpeg', bytes: 1 } });
const duplicate = () =>
  callEndpoint('duplicateThumbnail', user, { params: { id }, body: { copyId: db.newGeneration() } });
const createPhotoThumbnail = () =>
  callEndpoint('createThumbnail', user, VALID_REQUESTS.createThumbnail(user, ''));
const improve = () => callEndpoint('improvePrompt', user, { body: { prompt: 'a castle' } });
const suggestConcepts = () => callEndpoint('suggestConcepts', user, { body: { thumbnailId: id } });
const confirmPurchase = () => callEndpoint('confirmPurchase', user, { params: { id: 'cs_test_unknown' } });
const sendMessage = () =>
  callEndpoint('sendSupportMessage', user, VALID_REQUESTS.sendSupportMessage(user, ''));
const translate = () =>
  callEndpoint('translateTexts', user, { body: { thumbnailId: id, languages: ['de'], texts: ['CASTLE'] } });
const suggestEdit = () =>
  callEndpoint('suggestEdit', user, { body: { thumbnailId: id, instruction: 'Make the sky red' } });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setTime('09:10:15.000');
  prepareServices();
  prepareGeneration();
  user = db.newUser();
  id = db.newGeneration();
  version = 0;
  await db.putUser(user, 3, { packs: { elite: 50 } });
  await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
  db.resetCalls();
});

/** Other tests prove the limits of a domain, of the deployment, of an API key, of calls to YouTube, and of free failures. */
type ProvedElsewhere =
  | 'allSupportMessages'
  | 'channelHandles'
  | 'domainWelcomes'
  | 'keyRequests'
  | 'providerWelcomes'
  | 'unusableInput'
  | 'videoReferences'
  | 'welcomes';
type LimitName = Exclude<Parameters<typeof enforceRateLimit>[0], ProvedElsewhere>;

/** A request that each limit of a user counts. */
const LIMITED: Record<LimitName, () => ReturnType<typeof save>> = {
  generations: () => generate(user, db.newGeneration()),
  designSaves: save,
  dailyDesignSaves: save,
  exports: () => exportPage(),
  exportPages: () => exportPage({ cursor: db.newGeneration() }),
  uploads: upload,
  copies: duplicate,
  photos: createPhotoThumbnail,
  promptSuggestions: improve,
  editSuggestions: suggestEdit,
  concepts: suggestConcepts,
  translations: translate,
  keys: () => callEndpoint('createKey', user, { body: { name: 'Script' } }),
  supportMessages: sendMessage,
  checkouts: () => requestCheckout(user),
  confirmations: confirmPurchase,
  deletions: () => callEndpoint('deleteAccount', user),
};
const limitNames = Object.keys(LIMITED) as LimitName[];

describe('a user', () => {
  it.each(limitNames.map((name) => [name, RATE_LIMITS[name].window, LIMITED[name]] as const))(
    'at the limit %s is refused until the next %s',
    async (name, window, request) => {
      await putCount(name, window, RATE_LIMITS[name].maximum - 1);

      expect((await request()).status).not.toBe(429);
      expect(await request()).toMatchObject({
        status: 429,
        headers: { 'retry-after': WINDOWS[window].seconds },
        body: { code: 'too_many_requests', params: { reason: name } },
      });
      user = db.newUser();
      await db.putUser(user, 3, { packs: { elite: 50 } });
      expect((await request()).status).not.toBe(429);
    },
  );

  it('at the limit of exports can still finish an export that has further pages', async () => {
    await putCount('exports', 'hour', RATE_LIMITS.exports.maximum);

    expect((await exportPage()).status).toBe(429);
    expect((await exportPage({ cursor: db.newGeneration() })).status).toBe(200);
  });

  it('passes no limit with requests at the same time', async () => {
    await putCount('exports', 'hour', RATE_LIMITS.exports.maximum - 3);

    const answers = await Promise.all(Array.from({ length: 8 }, () => exportPage()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  });

  it('at the limit of checkouts makes no request to Stripe', async () => {
    await putCount('checkouts', 'hour', RATE_LIMITS.checkouts.maximum);

    expect((await requestCheckout(user)).status).toBe(429);
    expect(requestedPaths()).toEqual([]);
  });
});

describe('a generation that exceeds the rate limit', () => {
  it.each([
    ['09:10:12.300', '48', '48 seconds'],
    ['09:10:00.000', '60', '60 seconds'],
    ['09:10:59.999', '1', '1 second'],
  ])('at %s answers 429 with Retry-After %s (%s), without a charge', async (time, seconds, wait) => {
    setTime(time);
    await putCount('generations', 'minute', RATE_LIMITS.generations.maximum);

    expect(await generate(user, db.newGeneration())).toEqual({
      status: 429,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': seconds,
      },
      body: {
        error: `You have started too many thumbnails in a minute. Wait ${wait}.`,
        code: 'too_many_requests',
        params: { reason: 'generations', seconds: Number(seconds) },
        charge: 'none',
        requestId: REQUEST_ID,
      },
    });
    expect(db.operations()).toEqual(['TransactWriteItems']);
    expect(await db.readBalance(user)).toBe(3);
  });

  it('is not refused when it is the repetition of an earlier request', async () => {
    const generationId = db.newGeneration();
    await generate(user, generationId);
    await putCount('generations', 'minute', RATE_LIMITS.generations.maximum);

    expect(await generate(user, generationId)).toMatchObject({ status: 200 });
  });
});

it.each([
  ['09:10:00.000', WINDOWS.minute.start],
  ['09:10:59.999', WINDOWS.minute.start],
  ['09:11:00.000', '2026-11-21T09:11:00.000Z'],
])(
  'a generation at %s counts in the minute from %s, whose counter expires an hour after its end',
  async (time, window) => {
    setTime(time);

    await generate(user, db.newGeneration());

    const subject = `generations#${user}`;
    const counters = await db.scanItems('rateLimits');
    expect(counters.filter((item) => item['subject'] === subject)).toEqual([
      { subject, window, requests: 1, expiresAt: Date.parse(window) / 1_000 + 60 + 3_600 },
    ]);
  },
);

it('a limit that is counted outside a transaction does not hide a failed call', async () => {
  db.failCall(new Error('broken'));

  await expect(enforceRateLimit('checkouts', user)).rejects.toThrow('broken');
});

describe('the setting RATE_LIMITS', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it.each([
    '',
    '{}',
    '12',
    ...[0, '12', 1.5].map((generations) =>
      JSON.stringify({ ...JSON.parse(FUNCTION_ENVIRONMENT.RATE_LIMITS), generations }),
    ),
  ])('stops the cold start if it is invalid: "%s"', async (settings) => {
    vi.stubEnv('RATE_LIMITS', settings);
    vi.resetModules();

    await expect(import('../../../functions/platform/rate-limits/rate-limits.ts')).rejects.toThrow();
  });
});

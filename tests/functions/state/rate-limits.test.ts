import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enforceRateLimit } from '../../../functions/rate-limits/rate-limits.ts';
import { RATE_LIMITS } from '../../support/function-environment.ts';
import { REQUEST_ID } from '../support/event.ts';
import {
  databaseCalls,
  failCall,
  newGeneration,
  newUser,
  putItem,
  putUser,
  scanItems,
} from './support/database.ts';
import { generate, prepareGeneration } from './support/generation.ts';

const MINUTE = '2026-11-21T09:00:00.000Z';
const setTime = (time: string) => vi.setSystemTime(`2026-11-21T${time}Z`);

let user: string;
const subject = () => `generations#${user}`;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setTime('09:00:12.300');
  prepareGeneration();
  user = newUser();
  await putUser(user, 10);
});

describe('a generation that exceeds the rate limit', () => {
  it.each([
    ['09:00:12.300', '48', '48 seconds'],
    ['09:00:00.000', '60', '60 seconds'],
    ['09:00:59.999', '1', '1 second'],
  ])('at %s answers 429 with Retry-After %s (%s) and makes no other call', async (time, seconds, wait) => {
    setTime(time);
    await putItem('rateLimits', {
      subject: subject(),
      window: MINUTE,
      requests: RATE_LIMITS.generationsPerMinute,
    });

    expect(await generate(user, newGeneration())).toEqual({
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
    expect(databaseCalls()).toEqual(['TransactWriteItems']);
  });
});

it.each([
  ['09:00:00.000', MINUTE],
  ['09:00:59.999', MINUTE],
  ['09:01:00.000', '2026-11-21T09:01:00.000Z'],
])(
  'a generation at %s counts in the minute from %s, whose counter expires an hour after its end',
  async (time, window) => {
    setTime(time);

    await generate(user, newGeneration());

    const counters = await scanItems('rateLimits');
    expect(counters.filter((item) => item['subject'] === subject())).toEqual([
      { subject: subject(), window, requests: 1, expiresAt: Date.parse(window) / 1_000 + 60 + 3_600 },
    ]);
  },
);

describe('a limit that is counted outside a transaction', () => {
  it('answers 429 with the remaining minutes when it is exceeded', async () => {
    for (let count = 0; count < RATE_LIMITS.checkoutsPerHour; count += 1)
      await enforceRateLimit('checkouts', user);

    await expect(enforceRateLimit('checkouts', user)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3_588,
      params: { reason: 'checkouts', seconds: 3_588 },
    });
  });

  it('does not hide a failed call', async () => {
    failCall(new Error('broken'));

    await expect(enforceRateLimit('checkouts', user)).rejects.toThrow('broken');
  });
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
    ...[0, '12', 1.5].map((generationsPerMinute) => JSON.stringify({ ...RATE_LIMITS, generationsPerMinute })),
  ])('stops the cold start if it is invalid: "%s"', async (settings) => {
    vi.stubEnv('RATE_LIMITS', settings);
    vi.resetModules();

    await expect(import('../../../functions/rate-limits/rate-limits.ts')).rejects.toThrow();
  });
});

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enforceRateLimit } from '../../functions/rate-limits/rate-limits.ts';
import {
  callsMade,
  cancelled,
  cloudWorks,
  dynamodb,
  refused,
  transactions,
  untouched,
} from './support/cloud.ts';
import { RATE_LIMITS } from '../support/function-environment.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { generate, REQUEST } from './support/generation.ts';

const setTime = (time: string) => vi.setSystemTime(`2026-11-21T${time}Z`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setTime('09:00:12.300');
  cloudWorks();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a generation that exceeds the rate limit', () => {
  it.each([
    ['09:00:12.300', '48', '48 seconds'],
    ['09:00:00.000', '60', '60 seconds'],
    ['09:00:59.999', '1', '1 second'],
  ])('at %s answers 429 with Retry-After %s (%s) and makes no other call', async (time, seconds, wait) => {
    setTime(time);
    const reasons = [untouched, untouched, untouched, refused(), untouched];
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));

    const answer = await generate();

    expect(answer).toEqual({
      status: 429,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': seconds,
      },
      body: {
        error: `You have started too many thumbnails in a minute. Wait ${wait}; no credit was taken.`,
        code: 'too_many_requests',
        requestId: REQUEST_ID,
      },
    });
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });
});

describe('the counter of the rate limit', () => {
  const counted = () => transactions()[0]?.[3]?.Update;

  it.each([
    ['09:00:00.000', '2026-11-21T09:00:00.000Z'],
    ['09:00:59.999', '2026-11-21T09:00:00.000Z'],
    ['09:01:00.000', '2026-11-21T09:01:00.000Z'],
  ])(
    'at %s belongs to the minute that starts at %s, and expires one hour after its end',
    async (time, window) => {
      setTime(time);

      await generate();

      expect(counted()?.Key).toEqual({ subject: `generations#${USER}`, window });
      expect(counted()?.ExpressionAttributeValues).toMatchObject({
        ':expiresAt': Date.parse(window) / 1_000 + 60 + 3_600,
      });
    },
  );
});

describe('a limit that is counted outside a transaction', () => {
  it('increments its counter', async () => {
    await enforceRateLimit('checkouts', USER);

    expect(callsMade()).toEqual(['UpdateCommand']);
  });

  it('answers 429 with the remaining minutes when it is exceeded', async () => {
    dynamodb.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: '', $metadata: {} }));

    await expect(enforceRateLimit('checkouts', USER)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3_588,
      message: 'You have started too many payments in an hour. Wait 60 minutes; nothing was charged.',
    });
  });

  it('does not hide a failed call', async () => {
    dynamodb.on(UpdateCommand).rejects(new Error('broken'));

    await expect(enforceRateLimit('checkouts', USER)).rejects.toThrow('broken');
  });
});

describe('the setting RATE_LIMITS', () => {
  /** Imports the operation as a cold start with these settings does. */
  async function importWith(settings: string) {
    vi.stubEnv('RATE_LIMITS', settings);
    vi.resetModules();
    return import('../../functions/generate-thumbnail.ts');
  }
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it('contains the limit of the counter', async () => {
    const { handler: limited } = await importWith(
      JSON.stringify({ ...RATE_LIMITS, generationsPerMinute: 7 }),
    );

    await call(limited, { body: REQUEST });

    expect(transactions()[0]?.[3]?.Update?.ExpressionAttributeValues).toMatchObject({ ':limit': 7 });
  });

  it.each([
    '',
    '{}',
    '12',
    ...[0, '12', 1.5].map((generationsPerMinute) => JSON.stringify({ ...RATE_LIMITS, generationsPerMinute })),
  ])('stops the cold start if it is invalid: "%s"', async (settings) => {
    await expect(importWith(settings)).rejects.toThrow();
  });
});

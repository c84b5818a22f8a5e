import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import {
  callsMade,
  cancelled,
  cloudWorks,
  dynamodb,
  refused,
  transactions,
  untouched,
} from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { GENERATION, PROMPT, succeededRow } from './support/thumbnail-rows.ts';

const request = { prompt: PROMPT, userId: USER, generationId: GENERATION };
const generate = () => call(handler, { body: request });

/** Accounts as the spend's condition met them. */
const poor = refused({ id: USER, credits: 0 });
const closed = refused({ id: USER, credits: 0, closedAt: '2026-11-21T08:00:00.000Z' });
const overLimit = [untouched, untouched, untouched, refused()];

/** A transaction that is cancelled for these reasons: record, ledger row, account, counter. */
function meets(...reasons: CancellationReason[]): void {
  dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));
}

const now = (time: string) => vi.setSystemTime(`2026-11-21T${time}Z`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  now('09:00:12.300');
  cloudWorks();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a generation over the rate limit', () => {
  it.each([
    ['09:00:12.300', '48', '48 seconds'],
    ['09:00:00.000', '60', '60 seconds'],
    ['09:00:59.999', '1', '1 second'],
  ])('at %s answers 429 with Retry-After %s and makes no other call', async (time, seconds, wait) => {
    now(time);
    meets(...overLimit);

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

describe('of several reasons to refuse', () => {
  it.each<[string, CancellationReason[], number]>([
    [
      'the same id begun before comes first: a replay is never refused',
      [refused(succeededRow()), refused(), poor, refused()],
      200,
    ],
    ['a closed account comes next', [untouched, untouched, closed, refused()], 401],
    ['then too few credits', [untouched, untouched, poor, refused()], 402],
  ])('%s', async (_, reasons, status) => {
    meets(...reasons);

    const answer = await generate();

    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });
});

describe('the counter', () => {
  const counted = () => transactions()[0]?.[3]?.Update;

  it.each([
    ['09:00:00.000', '2026-11-21T09:00:00.000Z'],
    ['09:00:59.999', '2026-11-21T09:00:00.000Z'],
    ['09:01:00.000', '2026-11-21T09:01:00.000Z'],
  ])('at %s is that of the minute from %s on, and expires an hour after it', async (time, window) => {
    now(time);

    await generate();

    expect(counted()?.Key).toEqual({ subject: `generations#${USER}`, window });
    expect(counted()?.ExpressionAttributeValues).toMatchObject({
      ':expiresAt': Date.parse(window) / 1_000 + 60 + 3_600,
    });
  });
});

describe('the setting', () => {
  /** The operation as a cold start with these settings finds it. */
  async function generatorWith(settings: string) {
    vi.stubEnv('RATE_LIMITS', settings);
    vi.resetModules();
    return import('../../functions/generate-thumbnail.ts');
  }
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('of the stage is the limit of the counter', async () => {
    const { handler: limited } = await generatorWith('{"generationsPerMinute":7}');

    await call(limited, { body: request });

    expect(transactions()[0]?.[3]?.Update?.ExpressionAttributeValues).toMatchObject({ ':limit': 7 });
  });

  it.each([
    '',
    '{}',
    '12',
    '{"generationsPerMinute":0}',
    '{"generationsPerMinute":"12"}',
    '{"generationsPerMinute":1.5}',
  ])('stops the cold start if it is invalid: %s', async (settings) => {
    await expect(generatorWith(settings)).rejects.toThrow();
  });
});

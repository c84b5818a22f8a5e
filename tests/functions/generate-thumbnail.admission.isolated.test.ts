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
const full = new Set(['1', '2', '3', '4']);
const busy = refused({ id: USER, credits: 5, inFlight: full });
const poorAndBusy = refused({ id: USER, credits: 0, inFlight: full });
const closed = refused({ id: USER, credits: 0, inFlight: full, closedAt: '2026-11-21T08:00:00.000Z' });

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

describe('too many generations', () => {
  const inFlight =
    'You are generating too many thumbnails at once. Wait for one to finish; no credit was taken.';
  const lately = (wait: string) =>
    `You have begun too many thumbnails in a minute. Wait ${wait}; no credit was taken.`;

  it.each([
    ['at once', '09:00:12.300', [untouched, untouched, busy, untouched], '5', inFlight],
    ['in a minute', '09:00:12.300', [untouched, untouched, untouched, refused()], '48', lately('48 seconds')],
    [
      'in a minute that has just begun',
      '09:00:00.000',
      [untouched, untouched, untouched, refused()],
      '60',
      lately('60 seconds'),
    ],
    [
      'in a minute that is all but over',
      '09:00:59.999',
      [untouched, untouched, untouched, refused()],
      '1',
      lately('1 second'),
    ],
    [
      'both at once and in a minute',
      '09:00:12.300',
      [untouched, untouched, busy, refused()],
      '48',
      lately('48 seconds'),
    ],
  ])(
    '%s: 429 that says when to come back, and no more than the one call',
    async (_, time, reasons, seconds, error) => {
      now(time);
      meets(...reasons);

      const answer = await generate();

      expect(answer).toEqual({
        status: 429,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'retry-after': seconds,
        },
        body: { error, code: 'too_many_requests', requestId: REQUEST_ID },
      });
      expect(callsMade()).toEqual(['TransactWriteCommand']);
    },
  );
});

describe('of several reasons to refuse', () => {
  it.each<[string, CancellationReason[], number]>([
    [
      'the same id begun before comes first: a replay is never refused',
      [refused(succeededRow()), refused(), poorAndBusy, refused()],
      200,
    ],
    [
      'the same id begun before comes first, in an account that is full',
      [refused(succeededRow()), refused(), busy, untouched],
      200,
    ],
    ['a closed account comes next', [untouched, untouched, closed, refused()], 401],
    ['then too few credits', [untouched, untouched, poorAndBusy, refused()], 402],
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

    expect(counted()?.Key).toEqual({ userId: USER, window });
    expect(counted()?.ExpressionAttributeValues).toMatchObject({
      ':expiresAt': Date.parse(window) / 1_000 + 60 + 3_600,
    });
  });
});

describe('the limits', () => {
  /** The operation as a cold start with these settings finds it. */
  async function generatorWith(inFlight: string, perMinute: string) {
    vi.stubEnv('MAX_IN_FLIGHT', inFlight);
    vi.stubEnv('MAX_PER_MINUTE', perMinute);
    vi.resetModules();
    return import('../../functions/generate-thumbnail.ts');
  }
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("are the stage's", async () => {
    const { handler: limited } = await generatorWith('1', '7');

    await call(limited, { body: request });

    const [, , account, counter] = transactions()[0] ?? [];
    expect(account?.Update?.ExpressionAttributeValues).toMatchObject({ ':most': 1 });
    expect(counter?.Update?.ExpressionAttributeValues).toMatchObject({ ':most': 7 });
  });

  it.each([
    ['0', '30'],
    ['4', '0'],
    ['four', '30'],
    ['4', '1.5'],
    ['', '30'],
  ])('that make no sense ("%s", "%s") stop the cold start', async (inFlight, perMinute) => {
    await expect(generatorWith(inFlight, perMinute)).rejects.toThrow();
  });
});

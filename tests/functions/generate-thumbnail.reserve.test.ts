import { InternalServerError, type CancellationReason } from '@aws-sdk/client-dynamodb';

import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  conflict,
  dynamodb,
  ledgerEntries,
  refused,
  s3,
  transactions,
  untouched,
} from './support/cloud.ts';
import { REQUEST_ID, USER } from './support/event.ts';
import { generate, IMAGE_URL, parseUrl, SPENT } from './support/generation.ts';

import { pauses } from './support/pauses.ts';
import { failedRow, GENERATION, pendingRow, succeededRow } from './support/thumbnail-rows.ts';

const poor = refused({ id: USER, credits: 0 });
const closed = refused({ id: USER, credits: 5, closedAt: '2026-11-21T08:00:00.000Z' });

const totalPause = () => pauses.reduce((sum, pause) => sum + pause, 0);

const failReserve = (error: Error) => dynamodb.on(TransactWriteCommand).rejects(error);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  pauses.length = 0;
  cloudWorks();
  // The only item that is read: the salt of the welcomed addresses.
  dynamodb.on(GetCommand).resolves({ Item: { id: 'salt', salt: 'c2FsdA==' } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a generation that cannot be reserved', () => {
  // The reasons are those of the record, the ledger entry, the account and the rate limit.
  it.each<[string, number, string, CancellationReason[]]>([
    ['the balance is too low', 402, 'insufficient_credits', [untouched, untouched, poor, untouched]],
    [
      'the balance is too low and the rate limit is reached',
      402,
      'insufficient_credits',
      [untouched, untouched, poor, refused()],
    ],
    ['the account is closed', 401, 'unauthorized', [untouched, untouched, closed, untouched]],
    [
      'the account is closed and the rate limit is reached',
      401,
      'unauthorized',
      [untouched, untouched, closed, refused()],
    ],
    [
      'the account is closed and its record deleted',
      401,
      'unauthorized',
      [untouched, refused(), closed, untouched],
    ],
    ['it is still pending', 409, 'in_progress', [refused(pendingRow()), refused(), poor, refused()]],
  ])('because %s answers %i %s after one call', async (_, status, code, reasons) => {
    failReserve(cancelled(...reasons));

    const answer = await generate();

    expect(answer).toMatchObject({ status, body: { code, requestId: REQUEST_ID } });
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it.each([
    ['DynamoDB fails', new InternalServerError({ message: 'secret', $metadata: {} })],
    ['the transaction is invalid', cancelled({ Code: 'ValidationError' }, untouched, untouched)],
    ['the ledger has the spend but the record is missing', cancelled(untouched, refused(), untouched)],
    ['the account does not exist after it was opened', cancelled(untouched, untouched, refused())],
  ])('because %s answers 500 without internal details and invokes no model', async (_, error) => {
    failReserve(error);

    const { status, body } = await generate();

    expect({ status, body }).toEqual({
      status: 500,
      body: { error: 'Something went wrong on our side.', code: 'internal', requestId: REQUEST_ID },
    });
    expect([...bedrock.calls(), ...s3.calls()]).toEqual([]);
  });

  it('because there is no account opens it and reserves again', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(untouched, untouched, refused()))
      .resolves({});

    expect(await generate()).toMatchObject({ status: 200 });
    expect(ledgerEntries()).toEqual([...SPENT, 'welcome', ...SPENT]);
    expect(transactions()[2]).toEqual(transactions()[0]);
  });

  it('because the opened account has too few credits answers 402', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(untouched, untouched, refused()))
      .resolvesOnce({})
      .rejects(cancelled(untouched, untouched, poor));

    expect(await generate()).toMatchObject({ status: 402 });
    expect(bedrock.calls()).toEqual([]);
  });

  it('because of two conflicts is retried with the same transaction', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(untouched, untouched, conflict, untouched))
      // Beside a conflict, a failed condition is not reliable.
      .rejectsOnce(cancelled(untouched, conflict, poor, untouched))
      .resolves({});

    expect(await generate()).toMatchObject({ status: 200 });
    expect(transactions()).toHaveLength(3);
    expect(transactions()[2]).toEqual(transactions()[0]);
    expect(pauses).toHaveLength(2);
  });

  it('because of lasting conflicts answers 429 after 2.5 s of pauses that grow to 400 ms', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    failReserve(cancelled(untouched, untouched, conflict));

    expect(await generate()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: {
        code: 'too_many_requests',
        error: 'Too many requests at once. Wait a moment; nothing was charged.',
      },
    });

    expect(pauses.slice(0, 6).map(Math.round)).toEqual([20, 40, 80, 160, 320, 400]);
    expect(totalPause()).toBeLessThanOrEqual(2_500);
    expect(totalPause()).toBeGreaterThan(2_000);
    expect(transactions()).toHaveLength(pauses.length + 1);
    expect(bedrock.calls()).toEqual([]);
  });
});

describe('the repetition of a request', () => {
  const failWithExisting = (row: Record<string, unknown>) =>
    failReserve(cancelled(refused(row), refused(), poor, refused()));

  it('that succeeded answers 200 with a new URL after one call', async () => {
    failWithExisting(succeededRow());

    const { status, body } = await generate();

    expect(status).toBe(200);
    expect(body['generationId']).toBe(GENERATION);
    expect(parseUrl(body['imageURL'])).toEqual(IMAGE_URL);
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it.each([
    ['content_filtered', 422, /declined this prompt; no credit was taken/],
    ['model_unavailable', 503, /busy; no credit was taken/],
    ['generation_timeout', 504, /too long to answer; no credit was taken/],
    ['internal', 500, /our side; no credit was taken/],
  ] as const)('that failed with %s answers %i again after one call', async (failure, status, sentence) => {
    failWithExisting(failedRow(failure));

    const answer = await generate();

    expect(answer).toMatchObject({ status, body: { code: failure } });
    expect(answer.body['error']).toMatch(sentence);
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });
});

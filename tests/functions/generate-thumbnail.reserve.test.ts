import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  dynamodb,
  ledgerEntries,
  refused,
  s3,
  transactions,
  untouched,
} from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { itsImage, opened } from './support/presigned.ts';
import { failedRow, GENERATION, pendingRow, PROMPT, succeededRow } from './support/thumbnail-rows.ts';

const request = { prompt: PROMPT, userId: USER, generationId: GENERATION };
const generate = () => call(handler, { body: request });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  cloudWorks();
  // The one row that is read: the salt of the welcomed addresses.
  dynamodb.on(GetCommand).resolves({ Item: { id: 'salt', salt: 'c2FsdA==' } });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a generation that may not begin', () => {
  it('without the credits answers 402, and asks no model', async () => {
    const balance = refused({ id: USER, credits: 0 });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, untouched, balance));

    const answer = await generate();

    expect(answer.status).toBe(402);
    expect(answer.body).toEqual({
      error: expect.stringContaining('Insufficient credits') as string,
      code: 'insufficient_credits',
      requestId: REQUEST_ID,
    });
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it.each([
    ['', []],
    [' even where the ledger remembers what the account has forgotten', [refused()]],
  ])('from a closed account answers 401%s', async (_, [row = untouched]) => {
    const closed = refused({ id: USER, credits: 5, closedAt: '2026-11-21T08:00:00.000Z' });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, row, closed, untouched));

    const answer = await generate();

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it('opens the account first where there is none yet, and then goes on', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(untouched, untouched, refused()))
      .resolves({});

    const { status } = await generate();

    expect(status).toBe(200);
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, 'welcome', `spend#${GENERATION}`]);
    expect(transactions()[2]).toEqual(transactions()[0]);
  });

  it('answers 402 where the account it opened is too poor', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(untouched, untouched, refused()))
      .resolvesOnce({})
      .rejects(cancelled(untouched, untouched, refused({ id: USER, credits: 0 })));

    const { status } = await generate();

    expect(status).toBe(402);
    expect(bedrock.calls()).toEqual([]);
  });

  it.each([
    ['a fault of DynamoDB', new InternalServerError({ message: 'internal', $metadata: {} })],
    [
      'a transaction cancelled for no condition',
      cancelled({ Code: 'ValidationError' }, untouched, untouched),
    ],
    ['a spend without its record', cancelled(untouched, refused(), untouched)],
    ['an account that stays away', cancelled(untouched, untouched, refused())],
  ])('%s is our fault: 500, with nothing of its text, and no model asked', async (_, fault) => {
    dynamodb.on(TransactWriteCommand).rejects(fault);

    const answer = await generate();

    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal',
      requestId: REQUEST_ID,
    });
    expect([...bedrock.calls(), ...s3.calls()]).toEqual([]);
  });
});

describe('the same id again', () => {
  /** A replay fails every condition of the transaction at once. */
  const replayOf = (row: Record<string, unknown>) =>
    cancelled(refused(row), refused(), refused({ id: USER, credits: 0 }));

  it('of a success answers as the first time, with a fresh URL and no call but the one', async () => {
    dynamodb.on(TransactWriteCommand).rejects(replayOf(succeededRow()));

    const answer = await generate();

    expect(answer.status).toBe(200);
    expect(answer.body['generationId']).toBe(GENERATION);
    expect(opened(answer.body['imageURL'])).toEqual(itsImage);
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it('of one under way answers 409', async () => {
    dynamodb.on(TransactWriteCommand).rejects(replayOf(pendingRow()));

    const answer = await generate();

    expect(answer).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it.each([
    ['content_filtered', 422, /declined this prompt; no credit was taken/],
    ['model_unavailable', 503, /busy; no credit was taken/],
    ['generation_timeout', 504, /too long to answer; no credit was taken/],
    ['internal', 500, /our side; no credit was taken/],
  ] as const)('of a failure (%s) answers %i as the first time', async (failure, status, sentence) => {
    dynamodb.on(TransactWriteCommand).rejects(replayOf(failedRow(failure)));

    const answer = await generate();

    expect(answer).toMatchObject({ status, body: { code: failure } });
    expect(answer.body['error']).toMatch(sentence);
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });
});

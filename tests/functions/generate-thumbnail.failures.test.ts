import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { InternalServerError, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API_ERRORS } from '../../contract/errors.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  conditionFailed,
  conflict,
  dynamodb,
  hangUntilAborted,
  ledgerEntries,
  refused,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { REQUEST_ID, USER } from './support/event.ts';
import { generate, INTERNAL_ERROR, REFUNDED, SPENT } from './support/generation.ts';
import { rawAnswer, stabilityAnswer } from './support/models.ts';
import { pauses } from './support/pauses.ts';
import { failedRow, GENERATION, IMAGE_KEY, succeededRow } from './support/thumbnail-rows.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const FILTERED = rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');
const accessDenied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} });
const poor = refused({ id: USER, credits: 0 });

const deletedImages = () => s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input);
const totalPause = () => pauses.reduce((sum, pause) => sum + pause, 0);

const failReserve = (error: Error) => dynamodb.on(TransactWriteCommand).rejects(error);
/** The refund is the transaction after the reserve. */
const failRefund = (error: Error) => dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);
const failSettle = (error: Error) => dynamodb.on(UpdateCommand).rejects(error);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  vi.clearAllMocks();
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

it.each([
  ['content_filtered', 422, API_ERRORS.content_filtered.message],
  ['model_unavailable', 503, API_ERRORS.model_unavailable.message],
  ['generation_timeout', 504, API_ERRORS.generation_timeout.message],
  ['internal', 500, INTERNAL_ERROR.body.error],
] as const)(
  'the repetition of a request that failed with %s answers %i again after one call',
  async (failure, status, sentence) => {
    failReserve(cancelled(refused(failedRow(failure)), refused(), poor, refused()));

    const answer = await generate();

    expect(answer).toMatchObject({ status, body: { code: failure } });
    expect(answer.body['error']).toBe(sentence);
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  },
);

describe('an image that cannot be stored', () => {
  it.each([
    ['S3 denies access', () => s3.on(PutObjectCommand).rejects(accessDenied), 29_000],
    ['S3 does not respond', () => s3.on(PutObjectCommand).callsFake(() => hangUntilAborted(s3)), 2_520],
  ])('because %s is refunded and deleted', async (_, prepare, remainingMs) => {
    prepare();

    expect(await generate({}, { remainingMs })).toMatchObject(INTERNAL_ERROR);

    expect(ledgerEntries()).toEqual(REFUNDED);
    expect(deletedImages()).toEqual([{ Bucket: 'images', Key: IMAGE_KEY }]);
  });
});

describe('a settle', () => {
  it('that fails refunds the credit, then deletes the stored image', async () => {
    failSettle(timedOut());

    expect(await generate()).toMatchObject(INTERNAL_ERROR);
    expect(ledgerEntries()).toEqual(REFUNDED);
    expect(callsMade().slice(-2)).toEqual(['TransactWriteCommand', 'DeleteObjectCommand']);
    expect(metrics.countRefund).toHaveBeenCalledOnce();
  });

  it.each([
    ['its retry', () => failSettle(conditionFailed(succeededRow()))],
    [
      'the refund',
      () => {
        failSettle(timedOut());
        failRefund(cancelled(refused(succeededRow()), untouched, untouched));
      },
    ],
  ])('whose response was lost succeeds when %s finds the succeeded thumbnail', async (_, prepare) => {
    prepare();

    expect(await generate()).toMatchObject({ status: 200, body: { generationId: GENERATION } });
    expect(deletedImages()).toEqual([]);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('that fails after the refund was booked reports the failure without a second refund', async () => {
    failSettle(timedOut());
    failRefund(cancelled(refused(failedRow()), refused(), untouched));

    expect(await generate()).toMatchObject(INTERNAL_ERROR);
    expect(deletedImages()).toEqual([{ Bucket: 'images', Key: IMAGE_KEY }]);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('that fails refunds the credit even if the image cannot be deleted', async () => {
    failSettle(timedOut());
    s3.on(DeleteObjectCommand).rejects(accessDenied);

    expect(await generate()).toMatchObject(INTERNAL_ERROR);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });

  const transactionConflict = new TransactionConflictException({ message: 'ongoing', $metadata: {} });

  it('is retried after a transaction conflict', async () => {
    dynamodb.on(UpdateCommand).rejectsOnce(transactionConflict).rejectsOnce(transactionConflict).resolves({});

    expect(await generate()).toMatchObject({ status: 200 });
    expect(pauses).toHaveLength(2);
  });

  it('that meets lasting conflicts retries for at most a second, then refunds the credit', async () => {
    failSettle(transactionConflict);

    expect(await generate()).toMatchObject(INTERNAL_ERROR);
    expect(totalPause()).toBeLessThanOrEqual(1_000);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});

describe('a refund', () => {
  it.each([
    ['its response is lost', timedOut()],
    ['there is no account', cancelled(untouched, untouched, refused())],
    ['the reason is unknown', cancelled(untouched, untouched, poor)],
  ])('that fails because %s leaves the generation pending and announces the refund', async (_, error) => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);
    failRefund(error);

    const answer = await generate();

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered' } });
    expect(answer.body['error']).toMatch(/your credit comes back within ten minutes/);
    expect(answer.body['error']).not.toMatch(/no credit was taken/);
    expect(callsMade()).toEqual(['TransactWriteCommand', 'InvokeModelCommand', 'TransactWriteCommand']);
    expect(metrics.countRefundFailure).toHaveBeenCalledOnce();
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(metrics.countGeneration).not.toHaveBeenCalled();
  });

  it('is retried after a conflict', async () => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);
    dynamodb
      .on(TransactWriteCommand)
      .resolvesOnce({})
      .rejectsOnce(cancelled(untouched, untouched, conflict))
      .resolves({});

    const answer = await generate();

    expect(answer.status).toBe(422);
    expect(answer.body['error']).toBe(API_ERRORS.content_filtered.message);
    expect(metrics.countRefund).toHaveBeenCalledExactlyOnceWith(1, 'failed');
  });
});

describe('the metrics of a generation', () => {
  it('count a success with its model, its credits and the time of the image', async () => {
    bedrock.on(InvokeModelCommand).callsFake(() => {
      vi.setSystemTime('2026-11-21T09:00:09.000Z');
      return stabilityAnswer();
    });

    await generate({ model: 'dear' });

    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('succeeded', 'dear');
    expect(metrics.recordImageTime).toHaveBeenCalledExactlyOnceWith(9_000);
    expect(metrics.recordModelImage).toHaveBeenCalledExactlyOnceWith('dear', 9_000, undefined);
    expect(metrics.countCreditsSpent).toHaveBeenCalledExactlyOnceWith(3);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('count a failure with its code, the refund and each model that was unavailable', async () => {
    bedrock.on(InvokeModelCommand).rejects(new ThrottlingException({ message: 'busy', $metadata: {} }));

    await generate();

    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('model_unavailable', 'first');
    expect(metrics.countRefund).toHaveBeenCalledExactlyOnceWith(1, 'failed');
    expect(vi.mocked(metrics.countModelUnavailable).mock.calls).toEqual([['first'], ['second'], ['dear']]);
  });
});

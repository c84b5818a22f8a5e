import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import {
  InternalServerError,
  ThrottlingException as DynamoDbThrottling,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../../contract/errors.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import type { Generation } from '../../functions/thumbnails-table/rows.ts';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  conditionFailed,
  conflict,
  deletedImages,
  dynamodb,
  hangUntilAborted,
  ledgerEntries,
  refused,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { errorBody, USER } from './support/event.ts';
import { generate, INTERNAL_ERROR, REFUNDED, UNAVAILABLE } from './support/generation.ts';
import { captureLogs } from './support/logs.ts';
import { rawAnswer, stabilityAnswer } from './support/models.ts';
import { pauses } from './support/pauses.ts';
import { failedRow, GENERATION, IMAGE_KEYS, succeededRow } from './support/thumbnail-rows.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const accessDenied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} });
const slowDown = new S3ServiceException({ name: 'SlowDown', $fault: 'server', $metadata: {} });
const FILTERED = rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');

const totalPause = () => pauses.reduce((sum, pause) => sum + pause, 0);

const failReserve = (error: Error) => dynamodb.on(TransactWriteCommand).rejects(error);
/** The refund is the transaction after the reserve. */
const failRefund = (error: Error) => dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);
const hangStore = () => s3.on(PutObjectCommand).callsFake(() => hangUntilAborted(s3));
const failSettle = (error: Error) => dynamodb.on(UpdateCommand).rejects(error);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  pauses.length = 0;
  cloudWorks();
});

describe('a generation that cannot be reserved', () => {
  it.each<[string, Error, number, ErrorCode]>([
    ['DynamoDB does not respond in time', timedOut(), 503, 'model_unavailable'],
    ['DynamoDB fails', new InternalServerError({ message: 'secret', $metadata: {} }), 500, 'internal'],
    [
      'the transaction is invalid',
      cancelled({ Code: 'ValidationError' }, untouched, untouched),
      500,
      'internal',
    ],
  ])(
    'because %s may have taken the credit, says so, and leaves the refund to refund-abandoned',
    async (_, error, status, code) => {
      failReserve(error);

      const answer = await generate();

      expect([answer.status, answer.body]).toEqual([status, errorBody(code, { charge: 'returning' })]);
      expect(callsMade()).toEqual(['TransactWriteCommand']);
    },
  );

  it('because DynamoDB throttles it answers 429, and nothing was taken', async () => {
    failReserve(new DynamoDbThrottling({ message: 'busy', $metadata: {} }));

    expect(await generate()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'too_many_requests', charge: 'none' },
    });
    expect(callsMade()).toEqual(['TransactWriteCommand']);
  });

  it('because of lasting conflicts answers 429 after 2.5 s of pauses that grow to 400 ms', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    failReserve(cancelled(untouched, untouched, conflict));

    expect(await generate()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'too_many_requests', charge: 'none' },
    });

    expect(pauses.slice(0, 6).map(Math.round)).toEqual([20, 40, 80, 160, 320, 400]);
    expect(totalPause()).toBeLessThanOrEqual(2_500);
    expect(totalPause()).toBeGreaterThan(2_000);
    expect(transactions()).toHaveLength(pauses.length + 1);
    expect(bedrock.calls()).toEqual([]);
  });
});

describe('an image that cannot be stored', () => {
  it.each([
    ['S3 denies access', () => s3.on(PutObjectCommand).rejects(accessDenied), 29_000, INTERNAL_ERROR],
    ['S3 is overloaded', () => s3.on(PutObjectCommand).rejects(slowDown), 29_000, UNAVAILABLE],
    ['S3 does not respond', hangStore, 2_520, UNAVAILABLE],
  ])('because %s is refunded and deleted', async (_, prepare, remainingMs, expected) => {
    prepare();

    expect(await generate({}, { remainingMs })).toMatchObject(expected);

    expect(ledgerEntries()).toEqual(REFUNDED);
    expect(deletedImages()).toEqual(IMAGE_KEYS);
  });
});

describe('a settle', () => {
  it('that fails refunds the credit, then deletes the stored image', async () => {
    failSettle(timedOut());

    expect(await generate()).toMatchObject(UNAVAILABLE);
    expect(ledgerEntries()).toEqual(REFUNDED);
    expect(callsMade().slice(-2)).toEqual(['TransactWriteCommand', 'DeleteObjectsCommand']);
    expect(metrics.countRefund).toHaveBeenCalledOnce();
  });

  const LOST: [string, (existing: Generation) => unknown][] = [
    ['its retry', (existing) => failSettle(conditionFailed(existing))],
    [
      'the refund',
      (existing) => {
        failSettle(timedOut());
        failRefund(cancelled(refused({ ...existing }), untouched, untouched));
      },
    ],
  ];

  it.each(LOST)('whose response was lost succeeds when %s finds the succeeded thumbnail', async (_, lose) => {
    lose(succeededRow());

    expect(await generate()).toMatchObject({ status: 200, body: { generationId: GENERATION } });
    expect(deletedImages()).toEqual([]);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('that fails after the refund was booked reports the failure without a second refund', async () => {
    failSettle(timedOut());
    failRefund(cancelled(refused(failedRow()), refused(), untouched));

    expect(await generate()).toMatchObject(UNAVAILABLE);
    expect(deletedImages()).toEqual(IMAGE_KEYS);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('that fails refunds the credit even if the image cannot be deleted', async () => {
    failSettle(timedOut());
    s3.on(DeleteObjectsCommand).rejects(accessDenied);
    const logs = captureLogs();

    expect(await generate()).toMatchObject(UNAVAILABLE);
    expect(logs.lines('images not deleted')).toMatchObject([{ level: 'WARN', cause: accessDenied.name }]);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });

  const transactionConflict = new TransactionConflictException({ message: 'ongoing', $metadata: {} });

  it('that meets lasting conflicts retries for at most a second, then refunds the credit', async () => {
    failSettle(transactionConflict);

    expect(await generate()).toMatchObject(UNAVAILABLE);
    expect(totalPause()).toBeLessThanOrEqual(1_000);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});

describe('a refund', () => {
  it.each([
    ['its response is lost', timedOut()],
    ['there is no account', cancelled(untouched, untouched, refused())],
    ['the reason is unknown', cancelled(untouched, untouched, refused({ id: USER, credits: 0 }))],
  ])('that fails because %s leaves the generation pending and announces the refund', async (_, error) => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);
    failRefund(error);

    const answer = await generate();

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered', charge: 'returning' } });
    expect(callsMade()).toEqual(['TransactWriteCommand', 'InvokeModelCommand', 'TransactWriteCommand']);
    expect(metrics.countRefundFailure).toHaveBeenCalledOnce();
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(metrics.countGeneration).not.toHaveBeenCalled();
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
    expect(vi.mocked(metrics.countModelUnavailable).mock.calls).toEqual([['first'], ['second']]);
  });
});

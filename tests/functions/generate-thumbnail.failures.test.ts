import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
import { USER } from './support/event.ts';
import { generate, INTERNAL_ERROR, REFUNDED } from './support/generation.ts';
import { rawAnswer, stabilityAnswer } from './support/models.ts';
import { pauses } from './support/pauses.ts';
import { failedRow, GENERATION, IMAGE_KEY, succeededRow } from './support/thumbnail-rows.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const FILTERED = rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');
const accessDenied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} });
const poor = refused({ id: USER, credits: 0 });

const deletedImages = () => s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input);
const totalPause = () => pauses.reduce((sum, pause) => sum + pause, 0);

/** The refund is the transaction after the reserve. */
const failRefund = (error: Error) => dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);
const failSettle = (error: Error) => dynamodb.on(UpdateCommand).rejects(error);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  vi.clearAllMocks();
  pauses.length = 0;
  cloudWorks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

  it.each([
    ['the schedule has already refunded it', () => failSettle(conditionFailed(failedRow()))],
    [
      'its record was deleted with the account',
      () => {
        failSettle(new ConditionalCheckFailedException({ message: 'no', $metadata: {} }));
        failRefund(cancelled(refused(), untouched, untouched));
      },
    ],
    [
      'the refund was already booked',
      () => {
        failSettle(timedOut());
        failRefund(cancelled(refused(failedRow()), refused(), untouched));
      },
    ],
  ])('that fails because %s reports the failure without a second refund', async (_, prepare) => {
    prepare();

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
  it('of a failed generation is one transaction, only while it is pending, with the full cost', async () => {
    bedrock.on(InvokeModelCommand).rejects(new ThrottlingException({ message: 'busy', $metadata: {} }));

    await generate({ model: 'dear' });

    expect(transactions()).toHaveLength(2);
    expect(transactions()[1]).toEqual([
      {
        Update: {
          TableName: 'thumbnails',
          Key: { userId: USER, generationId: GENERATION },
          UpdateExpression:
            'SET #status = :failed, failure = :failure, endedAt = :now REMOVE pendingShard, startedAt',
          ConditionExpression: '#status = :pending',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':pending': 'pending',
            ':failed': 'failed',
            ':failure': 'model_unavailable',
            ':now': NOW,
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Put: {
          TableName: 'ledger',
          Item: {
            userId: USER,
            entryId: `refund#${GENERATION}`,
            kind: 'refund',
            amount: 3,
            ref: GENERATION,
            createdAt: NOW,
          },
          ConditionExpression: 'attribute_not_exists(entryId)',
        },
      },
      {
        Update: {
          TableName: 'users',
          Key: { id: USER },
          UpdateExpression: 'ADD credits :amount',
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: { ':amount': 3 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ]);
  });

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
    expect(answer.body['error']).toMatch(/no credit was taken/);
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

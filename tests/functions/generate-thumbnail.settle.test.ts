import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  conditionFailed,
  dynamodb,
  ledgerEntries,
  refused,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { stabilityAnswer } from './support/models.ts';
import { pauses } from './support/pauses.ts';
import { failedRow, GENERATION, IMAGE_KEY, PROMPT, succeededRow } from './support/thumbnail-rows.ts';

const request = { prompt: PROMPT, userId: USER, generationId: GENERATION };
const generate = () => call(handler, { body: request });
const imagesRemoved = () => s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input);
const itsImage = [{ Bucket: 'images', Key: IMAGE_KEY }];
const spentOnce = [`spend#${GENERATION}`];
const refundedOnce = [`spend#${GENERATION}`, `refund#${GENERATION}`];
const success = { status: 200, body: { generationId: GENERATION } };
const internal = {
  status: 500,
  body: {
    error: 'Something went wrong on our side; no credit was taken.',
    code: 'internal',
    requestId: REQUEST_ID,
  },
};
const conflict = new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
const settles = () => dynamodb.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input);

/** Makes the settle fail. */
function failSettle(error: Error): void {
  dynamodb.on(UpdateCommand).rejects(error);
}

/** Makes the refund fail, which is the transaction after the reserve. */
function failRefund(error: Error): void {
  dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.clearAllMocks();
  pauses.length = 0;
  cloudWorks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the settle of a generation', () => {
  it('is one conditional update, which lists the thumbnail by its creation time', async () => {
    vi.setSystemTime('2026-11-21T09:00:00.000Z');
    bedrock.on(InvokeModelCommand).callsFake(() => {
      vi.setSystemTime('2026-11-21T09:00:09.000Z');
      return stabilityAnswer();
    });

    expect(await generate()).toMatchObject(success);

    expect(transactions()).toHaveLength(1);
    expect(settles()).toEqual([
      {
        TableName: 'thumbnails',
        Key: { userId: USER, generationId: GENERATION },
        UpdateExpression:
          'SET #status = :succeeded, #model = :model, imageKey = :imageKey, width = :width, height = :height, ' +
          'endedAt = :endedAt, listedAt = :listedAt REMOVE pendingShard, startedAt',
        ConditionExpression: '#status = :pending',
        ExpressionAttributeNames: { '#status': 'status', '#model': 'model' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':succeeded': 'succeeded',
          ':model': 'first',
          ':imageKey': IMAGE_KEY,
          ':width': 1344,
          ':height': 768,
          ':endedAt': '2026-11-21T09:00:09.000Z',
          ':listedAt': '2026-11-21T09:00:00.000Z',
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    ]);
  });

  it('that fails refunds the credit, then deletes the stored image', async () => {
    failSettle(timedOut());

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(refundedOnce);
    expect(imagesRemoved()).toEqual(itsImage);
    expect(callsMade().slice(-2)).toEqual(['TransactWriteCommand', 'DeleteObjectCommand']);
  });

  it('whose first response was lost succeeds when the retry finds the succeeded thumbnail', async () => {
    failSettle(conditionFailed(succeededRow()));

    expect(await generate()).toMatchObject(success);
    expect(ledgerEntries()).toEqual(spentOnce);
    expect(imagesRemoved()).toEqual([]);
  });

  it('whose response was lost succeeds when the refund finds the succeeded thumbnail', async () => {
    failSettle(timedOut());
    failRefund(cancelled(refused(succeededRow()), untouched, untouched));

    expect(await generate()).toMatchObject(success);
    expect(imagesRemoved()).toEqual([]);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('of a generation that was refunded as abandoned reports the failure without a second refund', async () => {
    failSettle(conditionFailed(failedRow('internal')));

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(spentOnce);
    expect(imagesRemoved()).toEqual(itsImage);
  });

  it('of a generation whose record was deleted with its account reports the failure without a refund', async () => {
    failSettle(new ConditionalCheckFailedException({ message: 'no', $metadata: {} }));
    failRefund(cancelled(refused(), untouched, untouched));

    expect(await generate()).toMatchObject(internal);
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(imagesRemoved()).toEqual(itsImage);
  });

  it('that fails after the refund was already made reports the failure and deletes the image', async () => {
    failSettle(timedOut());
    failRefund(cancelled(refused(failedRow()), refused(), untouched));

    expect(await generate()).toMatchObject(internal);
    expect(imagesRemoved()).toEqual(itsImage);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('that fails refunds the credit even if the image cannot be deleted', async () => {
    failSettle(timedOut());
    s3.on(DeleteObjectCommand).rejects(
      new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} }),
    );

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(refundedOnce);
  });

  it('is retried after a transaction conflict', async () => {
    dynamodb.on(UpdateCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});

    expect(await generate()).toMatchObject(success);
    expect(pauses).toHaveLength(2);
    expect(settles()).toHaveLength(3);
  });

  it('retries a lasting conflict for at most a second, then refunds the credit', async () => {
    failSettle(conflict);

    expect(await generate()).toMatchObject(internal);
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(1_000);
    expect(ledgerEntries()).toEqual(refundedOnce);
    expect(imagesRemoved()).toEqual(itsImage);
  });
});

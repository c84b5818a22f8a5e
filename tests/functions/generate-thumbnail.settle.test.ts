import { DeleteObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import {
  callsMade,
  cancelled,
  cloudWorks,
  conditionFailed,
  conflict,
  dynamodb,
  ledgerEntries,
  refused,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
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
const busy = cancelled(untouched, conflict);

/** Prepares the transaction that reserves, and lets those that follow it end so; the last one repeats. */
function afterReserving(...ends: (Error | 'written')[]): void {
  const transaction = dynamodb.on(TransactWriteCommand).resolvesOnce({});
  for (const end of ends.slice(0, -1)) {
    if (end instanceof Error) transaction.rejectsOnce(end);
    else transaction.resolvesOnce({});
  }
  const last = ends.at(-1);
  if (last instanceof Error) transaction.rejects(last);
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

describe('a settle that fails', () => {
  it('refunds, then removes the picture that was stored', async () => {
    afterReserving(timedOut(), 'written');

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(refundedOnce);
    expect(imagesRemoved()).toEqual(itsImage);
    expect(callsMade().slice(-2)).toEqual(['TransactWriteCommand', 'DeleteObjectCommand']);
  });

  it('only in its answer, told by the repeated write, is a success', async () => {
    afterReserving(cancelled(refused(succeededRow()), untouched));

    expect(await generate()).toMatchObject(success);
    expect(ledgerEntries()).toEqual(spentOnce);
    expect(imagesRemoved()).toEqual([]);
  });

  it('only in its answer, told by the refund that is refused, is a success', async () => {
    afterReserving(timedOut(), cancelled(refused(succeededRow()), untouched, untouched));

    expect(await generate()).toMatchObject(success);
    expect(imagesRemoved()).toEqual([]);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('because the generation was refunded as abandoned: its failure, no second refund, and no picture left', async () => {
    afterReserving(cancelled(refused(failedRow('internal')), untouched));

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(spentOnce);
    expect(imagesRemoved()).toEqual(itsImage);
  });

  it('because its record is gone with its account: its failure, no second refund, and no picture left', async () => {
    afterReserving(cancelled(refused(), untouched), cancelled(refused(), untouched, untouched));

    expect(await generate()).toMatchObject(internal);
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(imagesRemoved()).toEqual(itsImage);
  });

  it('and whose refund meets one already made: its failure, and no picture left', async () => {
    afterReserving(timedOut(), cancelled(refused(failedRow()), refused(), untouched));

    expect(await generate()).toMatchObject(internal);
    expect(imagesRemoved()).toEqual(itsImage);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('where not even the picture can be removed: the failure stands, refunded', async () => {
    afterReserving(timedOut(), 'written');
    s3.on(DeleteObjectCommand).rejects(
      new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} }),
    );

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(refundedOnce);
  });
});

describe('a settle that meets another transaction of its account', () => {
  it('is tried again until it passes', async () => {
    afterReserving(busy, busy, 'written');

    expect(await generate()).toMatchObject(success);
    expect(pauses).toHaveLength(2);
    expect(transactions()).toHaveLength(4);
    expect(transactions()[3]).toEqual(transactions()[1]);
    expect(callsMade()).not.toContain('UpdateCommand');
  });

  it('for a second and longer settles the record alone: the picture is not lost, and its spend stays in flight', async () => {
    afterReserving(busy);

    expect(await generate()).toMatchObject(success);

    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(1_000);
    expect(ledgerEntries()).toEqual(spentOnce);
    expect(imagesRemoved()).toEqual([]);
    const [alone, ...more] = dynamodb.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input);
    expect(more).toEqual([]);
    // In the index of pending ones it stays to be found: nothing is taken out of it.
    expect(alone).toEqual({
      ...transactions()[1]?.[0]?.Update,
      UpdateExpression:
        'SET #status = :succeeded, #model = :model, imageKey = :imageKey, width = :width, height = :height, ' +
        'endedAt = :endedAt, listedAt = :listedAt',
    });
  });

  it('and finds the record settled, by an answer that got lost, is a success', async () => {
    afterReserving(busy);
    dynamodb.on(UpdateCommand).rejects(conditionFailed(succeededRow()));

    expect(await generate()).toMatchObject(success);
    expect(imagesRemoved()).toEqual([]);
  });

  it('and finds the record refunded as abandoned: its failure, and no picture left', async () => {
    afterReserving(busy);
    dynamodb.on(UpdateCommand).rejects(conditionFailed(failedRow('internal')));

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(spentOnce);
    expect(imagesRemoved()).toEqual(itsImage);
  });

  it('and cannot settle the record alone either, refunds', async () => {
    // As many attempts as the second allows, each waiting as long as it may.
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    afterReserving(busy, busy, busy, busy, busy, busy, 'written');
    dynamodb.on(UpdateCommand).rejects(timedOut());

    expect(await generate()).toMatchObject(internal);
    expect(ledgerEntries()).toEqual(refundedOnce);
    expect(imagesRemoved()).toEqual(itsImage);
  });
});

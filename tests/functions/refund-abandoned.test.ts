import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import {
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/refund-abandoned.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import {
  callsMade,
  cancelled,
  deletedImages,
  dynamodb,
  ledgerEntries,
  refused,
  resetCloud,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { lambdaContext } from './support/event.ts';
import {
  deletedRow,
  failedRow,
  GENERATION,
  IMAGE_KEY,
  pendingRow,
  PREVIEW_KEY,
  succeededRow,
} from './support/thumbnail-rows.ts';

const NOW = '2026-11-21T09:10:00.000Z';
const run = () => handler({} as ScheduledEvent, lambdaContext());
const writesMade = () => callsMade().filter((name) => name !== 'QueryCommand');

/** The last digit of a generation's id determines its shard. */
const idOf = (digit: string) => `0f8fad5b-d9cb-469f-a165-70867728950${digit}`;
const abandoned = (digit: string) => pendingRow({ generationId: idOf(digit), cost: 2 });
const refundsOf = (...digits: string[]) => digits.map((digit) => `refund#${idOf(digit)}`);

/** Mocks the pages of the pending index by shard, or the error of reading a shard. */
function mockShards(shards: Record<string, unknown[][] | Error>): void {
  dynamodb.on(QueryCommand).callsFake((input: QueryCommandInput) => {
    const pages = shards[String(input.ExpressionAttributeValues?.[':0'])] ?? [];
    if (pages instanceof Error) throw pages;
    const page = Number(input.ExclusiveStartKey?.['page'] ?? 0);
    const hasMore = page + 1 < pages.length;
    return Promise.resolve({
      Items: pages[page] ?? [],
      ...(hasMore && { LastEvaluatedKey: { page: page + 1 } }),
    });
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
  dynamodb.on(UpdateCommand).resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
  mockShards({});
});

describe('the schedule that refunds abandoned generations', () => {
  it('refunds the generations of all shards and pages', async () => {
    mockShards({ 0: [[abandoned('0'), abandoned('4')], [abandoned('8')]], 3: [[abandoned('3')]] });

    await expect(run()).resolves.toEqual({ refunded: 4 });

    expect(ledgerEntries()).toEqual(refundsOf('0', '4', '8', '3'));
    expect(metrics.countRefund).toHaveBeenCalledTimes(4);
    expect(metrics.countRefund).toHaveBeenCalledWith(2, 'abandoned');
    expect(metrics.countGeneration).toHaveBeenCalledWith('abandoned', 'first');
  });

  it('refunds a generation, and then deletes its image', async () => {
    mockShards({ 2: [[pendingRow()]] });

    await run();

    expect(ledgerEntries()).toEqual([`refund#${GENERATION}`]);
    expect(deletedImages()).toEqual([IMAGE_KEY, PREVIEW_KEY]);
    expect(writesMade()).toEqual(['TransactWriteCommand', 'DeleteObjectsCommand']);
  });

  it.each([
    [
      'keeps the image of a generation that has succeeded',
      [refused(succeededRow()), untouched, untouched],
      [],
    ],
    [
      'deletes the image of a generation that was refunded',
      [refused(failedRow()), refused(), untouched],
      [IMAGE_KEY, PREVIEW_KEY],
    ],
    [
      'reads a generation whose refund was already booked',
      [untouched, refused(), untouched],
      [IMAGE_KEY, PREVIEW_KEY],
    ],
  ])('%s concurrently, and refunds nothing', async (_, reasons, images) => {
    mockShards({ 2: [[pendingRow()]] });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(...reasons));
    dynamodb.on(GetCommand).resolves({ Item: failedRow() });

    await expect(run()).resolves.toEqual({ refunded: 0 });

    expect(deletedImages()).toEqual(images);
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(metrics.countGeneration).not.toHaveBeenCalled();
  });
});

describe('the schedule that finishes deletions', () => {
  const unfinished = deletedRow({ startedAt: '2026-11-21T09:05:00.000Z' });

  it('deletes the images of a deleted thumbnail again, updates its row, and refunds nothing', async () => {
    mockShards({ 2: [[unfinished]] });

    await expect(run()).resolves.toEqual({ refunded: 0 });

    expect(deletedImages()).toEqual([IMAGE_KEY, PREVIEW_KEY]);
    expect(writesMade()).toEqual(['DeleteObjectsCommand', 'UpdateCommand']);
    expect(transactions()).toEqual([]);
    expect(metrics.recordOldestPending).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('fails the run and leaves the thumbnail in the index while S3 fails', async () => {
    mockShards({ 2: [[unfinished, abandoned('0')]] });
    s3.on(DeleteObjectsCommand).rejectsOnce(timedOut()).resolves({});

    await expect(run()).rejects.toThrow('Some abandoned generations were not refunded.');

    expect(dynamodb.commandCalls(UpdateCommand)).toEqual([]);
    expect(ledgerEntries()).toEqual(refundsOf('0'));
  });
});

describe('a failure does not stop the refunds of other generations, and the run fails at the end', () => {
  it.each([
    ['a response is lost', timedOut()],
    ['an account does not exist', cancelled(untouched, untouched, refused())],
  ])('when %s', async (_, error) => {
    mockShards({ 0: [[abandoned('0'), abandoned('4')]], 1: [[abandoned('1')]] });
    dynamodb.on(TransactWriteCommand).rejectsOnce(error).resolves({});

    await expect(run()).rejects.toThrow('Some abandoned generations were not refunded.');

    expect(ledgerEntries()).toEqual(refundsOf('0', '4', '1'));
    expect(deletedImages()).toHaveLength(4);
    expect(metrics.countRefund).toHaveBeenCalledTimes(2);
  });

  it('when a record does not match its schema', async () => {
    mockShards({ 0: [[{ ...abandoned('0'), cost: 'two' }, abandoned('4')]], 1: [[abandoned('1')]] });

    await expect(run()).rejects.toThrow('Some abandoned generations were not refunded.');
    expect(ledgerEntries()).toEqual(refundsOf('4', '1'));
  });

  it('when a shard cannot be read', async () => {
    mockShards({ 0: timedOut(), 1: [[abandoned('1')]] });

    await expect(run()).rejects.toThrow('Some abandoned generations were not refunded.');
    expect(ledgerEntries()).toEqual(refundsOf('1'));
  });

  it('but an image that cannot be deleted is no failure', async () => {
    mockShards({ 2: [[pendingRow()]] });
    s3.on(DeleteObjectsCommand).rejects(timedOut());

    await expect(run()).resolves.toEqual({ refunded: 1 });
  });
});

describe('the metric of the oldest pending generation', () => {
  const startedAt = (time: string) => ({ ...pendingRow(), startedAt: time });

  it.each<[string, number, Record<string, unknown[][]>]>([
    ['is 0 when there is none', 0, {}],
    [
      'is its age in seconds over all shards and pages',
      390,
      {
        1: [[startedAt('2026-11-21T09:07:00.000Z')]],
        2: [[startedAt('2026-11-21T09:03:30.000Z')], [startedAt('2026-11-21T09:06:00.000Z')]],
      },
    ],
    [
      'includes a record that does not match its schema',
      3_600,
      { 2: [[{ startedAt: '2026-11-21T08:10:00.000Z', cost: 'two' }]] },
    ],
  ])('%s', async (_, seconds, shards) => {
    mockShards(shards);

    await run().catch(() => undefined);

    expect(metrics.recordOldestPending).toHaveBeenCalledExactlyOnceWith(seconds);
  });

  it('leaves those in line to a metric of their own, with the longest time since they joined', async () => {
    const joinedAt = (waitingSince: string) => [[pendingRow({ waitingSince })]];
    mockShards({ 1: joinedAt('2026-11-21T09:08:40.000Z'), 2: joinedAt('2026-11-21T09:05:30.000Z') });

    await expect(run()).resolves.toEqual({ refunded: 0 });

    expect(metrics.recordOldestWaiting).toHaveBeenCalledExactlyOnceWith(270);
    expect(metrics.recordOldestPending).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('is not written when a shard could not be read, so that missing data triggers the alarm', async () => {
    mockShards({ 3: timedOut() });

    await expect(run()).rejects.toThrow();
    expect(metrics.recordOldestPending).not.toHaveBeenCalled();
    expect(metrics.recordOldestWaiting).not.toHaveBeenCalled();
  });
});

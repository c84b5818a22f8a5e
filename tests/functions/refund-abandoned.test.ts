import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import {
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { ScheduledEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/refund-abandoned.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import {
  callsMade,
  cancelled,
  dynamodb,
  ledgerEntries,
  refused,
  resetCloud,
  s3,
  timedOut,
  transactions,
  untouched,
} from './support/cloud.ts';
import { lambdaContext, USER } from './support/event.ts';
import { failedRow, GENERATION, IMAGE_KEY, pendingRow, succeededRow } from './support/thumbnail-rows.ts';

const NOW = '2026-11-21T09:10:00.000Z';
const TWO_MINUTES_AGO = '2026-11-21T09:08:00.000Z';
const event: ScheduledEvent = {
  id: 'event',
  version: '0',
  account: '000000000000',
  time: NOW,
  region: 'us-west-2',
  resources: [],
  source: 'aws.events',
  'detail-type': 'Scheduled Event',
  detail: {},
};
const run = () => handler(event, lambdaContext());
const queries = () => dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
const imagesRemoved = () => s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input.Key);

/** One abandoned generation for each digit; its last digit decides its shard. */
const abandoned = (digit: string) =>
  pendingRow({ generationId: `0f8fad5b-d9cb-469f-a165-70867728950${digit}`, cost: 2 });
const refundOf = (digit: string) => `refund#0f8fad5b-d9cb-469f-a165-70867728950${digit}`;

/** Prepares the index of pending ones: the pages of each shard, or the error that reading it meets. */
function pendingInShards(shards: Record<string, unknown[][] | Error>): void {
  dynamodb.on(QueryCommand).callsFake((input: QueryCommandInput) => {
    const pages = shards[String(input.ExpressionAttributeValues?.[':shard'])] ?? [];
    if (pages instanceof Error) throw pages;
    const page = Number(input.ExclusiveStartKey?.['page'] ?? 0);
    const more = page + 1 < pages.length;
    return Promise.resolve({
      Items: pages[page] ?? [],
      ...(more && { LastEvaluatedKey: { page: page + 1 } }),
    });
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  vi.clearAllMocks();
  resetCloud();
  dynamodb.on(TransactWriteCommand).resolves({});
  s3.on(DeleteObjectCommand).resolves({});
  pendingInShards({});
});
afterEach(() => {
  vi.useRealTimers();
});

describe('every five minutes', () => {
  it('asks each of the four shards for what is pending for two minutes', async () => {
    const { refunded } = await run();

    expect(refunded).toBe(0);
    expect(queries()).toMatchObject(
      ['0', '1', '2', '3'].map((shard) => ({
        TableName: 'thumbnails',
        IndexName: 'pending',
        KeyConditionExpression: 'pendingShard = :shard AND startedAt < :before',
        ExpressionAttributeValues: { ':shard': shard, ':before': TWO_MINUTES_AGO },
      })),
    );
    expect(transactions()).toEqual([]);
  });

  it('refunds what it finds, over shards and pages', async () => {
    pendingInShards({ 0: [[abandoned('0'), abandoned('4')], [abandoned('8')]], 3: [[abandoned('3')]] });

    const { refunded } = await run();

    expect(refunded).toBe(4);
    expect(ledgerEntries()).toEqual(['0', '4', '8', '3'].map(refundOf));
    expect(metrics.countRefund).toHaveBeenCalledTimes(4);
    expect(metrics.countRefund).toHaveBeenCalledWith(2, 'abandoned');
    expect(metrics.countGeneration).toHaveBeenCalledWith('abandoned', 'first');
  });

  it('does it in one transaction each: the record, only if pending, the ledger row and the balance', async () => {
    pendingInShards({ 2: [[pendingRow({ cost: 3 })]] });

    await run();

    expect(transactions()).toMatchObject([
      [
        {
          Update: {
            Key: { userId: USER, generationId: GENERATION },
            ConditionExpression: '#status = :pending',
            ExpressionAttributeValues: { ':failed': 'failed', ':failure': 'internal' },
          },
        },
        {
          Put: {
            Item: { entryId: `refund#${GENERATION}`, amount: 3 },
            ConditionExpression: 'attribute_not_exists(entryId)',
          },
        },
        { Update: { Key: { id: USER }, ExpressionAttributeValues: { ':amount': 3 } } },
      ],
    ]);
  });

  it('removes the picture only once the generation has failed', async () => {
    pendingInShards({ 2: [[pendingRow()]] });

    await run();

    expect(imagesRemoved()).toEqual([IMAGE_KEY]);
    expect(callsMade().filter((name) => name !== 'QueryCommand')).toEqual([
      'TransactWriteCommand',
      'DeleteObjectCommand',
    ]);
  });

  it('passes over a row that the index still calls pending and that has failed', async () => {
    pendingInShards({ 2: [[failedRow()]] });

    const { refunded } = await run();

    expect(refunded).toBe(0);
    expect(transactions()).toEqual([]);
  });
});

describe('a generation that ends in the meantime', () => {
  it('in success keeps its picture and its spend', async () => {
    pendingInShards({ 2: [[pendingRow()]] });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(refused(succeededRow()), untouched, untouched));

    const { refunded } = await run();

    expect(refunded).toBe(0);
    expect(imagesRemoved()).toEqual([]);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('in failure is not refunded twice, and leaves no picture', async () => {
    pendingInShards({ 2: [[pendingRow()]] });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(refused(failedRow()), refused(), untouched));

    const { refunded } = await run();

    expect(refunded).toBe(0);
    expect(imagesRemoved()).toEqual([IMAGE_KEY]);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('and was refunded before: what became of it is looked up', async () => {
    pendingInShards({ 2: [[pendingRow()]] });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(untouched, refused(), untouched));
    dynamodb.on(GetCommand).resolves({ Item: failedRow() });

    const { refunded } = await run();

    expect(refunded).toBe(0);
    expect(imagesRemoved()).toEqual([IMAGE_KEY]);
  });

  it('and whose row is gone is left alone', async () => {
    pendingInShards({ 2: [[pendingRow()]] });
    dynamodb.on(TransactWriteCommand).rejects(cancelled(refused(), untouched, untouched));

    const { refunded } = await run();

    expect(refunded).toBe(0);
    expect(imagesRemoved()).toEqual([]);
  });
});

describe('one that cannot be refunded now', () => {
  it.each([
    ['a lost answer', timedOut()],
    ['no account', cancelled(untouched, untouched, refused())],
  ])('(%s) keeps no other waiting, and the run counts as failed', async (_, error) => {
    pendingInShards({ 0: [[abandoned('0'), abandoned('4')]], 1: [[abandoned('1')]] });
    dynamodb.on(TransactWriteCommand).rejectsOnce(error).resolves({});

    await expect(run()).rejects.toThrow('Some abandoned generations were not refunded.');

    expect(ledgerEntries()).toEqual(['0', '4', '1'].map(refundOf));
    expect(imagesRemoved()).toHaveLength(2);
    expect(metrics.countRefund).toHaveBeenCalledTimes(2);
  });

  it('because its row cannot be read keeps no other waiting either', async () => {
    const unreadable = { ...abandoned('0'), cost: 'two' };
    pendingInShards({ 0: [[unreadable, abandoned('4')]], 1: [[abandoned('1')]] });

    await expect(run()).rejects.toThrow();

    expect(ledgerEntries()).toEqual(['4', '1'].map(refundOf));
  });

  it('because its shard cannot be read keeps the other shards waiting neither', async () => {
    dynamodb.on(QueryCommand).rejectsOnce(timedOut()).resolves({ Items: [] });
    dynamodb
      .on(QueryCommand, { ExpressionAttributeValues: { ':shard': '1', ':before': TWO_MINUTES_AGO } })
      .resolves({
        Items: [abandoned('1')],
      });

    await expect(run()).rejects.toThrow();

    expect(ledgerEntries()).toEqual([refundOf('1')]);
  });

  it('is told apart from its picture: a picture that stays behind fails nothing', async () => {
    pendingInShards({ 2: [[pendingRow()]] });
    s3.on(DeleteObjectCommand).rejects(timedOut());

    await expect(run()).resolves.toEqual({ refunded: 1 });
  });
});

describe('the age of the oldest', () => {
  const since = (startedAt: string) => ({ ...pendingRow(), startedAt });
  const recorded = () => vi.mocked(metrics.recordOldestPending).mock.calls;

  it('is told in seconds, over all shards', async () => {
    pendingInShards({
      1: [[since('2026-11-21T09:07:00.000Z')]],
      2: [[since('2026-11-21T09:03:30.000Z')], [since('2026-11-21T09:06:00.000Z')]],
    });

    await run();

    expect(recorded()).toEqual([[390]]);
  });

  it('is 0 where there is none: the sweep ran', async () => {
    await run();

    expect(recorded()).toEqual([[0]]);
  });

  it('counts a generation that cannot be ended, or not even be read', async () => {
    pendingInShards({ 2: [[{ startedAt: '2026-11-21T08:10:00.000Z', cost: 'two' }]] });

    await expect(run()).rejects.toThrow();

    expect(recorded()).toEqual([[3_600]]);
  });

  it('is not told by a sweep that could not look everywhere', async () => {
    pendingInShards({ 3: timedOut() });

    await expect(run()).rejects.toThrow();

    expect(recorded()).toEqual([]);
  });
});

import { DeleteObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/events/refund-abandoned.ts';
import * as metrics from '../../../functions/platform/metrics.ts';
import { timedOut } from '../support/aws-errors.ts';
import { lambdaContext } from '../support/event.ts';
import * as db from './support/database.ts';
import { deletedImages, prepareGeneration } from './support/generation.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';
import { s3 } from './support/services.ts';

const NOT_ALL = 'Some abandoned generations were not refunded.';

let user: string;
const run = (remainingMs = 120_000) => handler({} as ScheduledEvent, lambdaContext(remainingMs));

/** Writes a generation of two credits. @param digit selects the shard of the index. @returns its id. */
async function putGeneration(digit: string, more: object = {}, status = 'pending'): Promise<string> {
  const id = db.newGeneration(digit);
  const startedAt = '2026-11-21T09:05:00.000Z';
  await db.putItem('thumbnails', thumbnailItem(user, id, status, { cost: 2, startedAt, ...more }));
  return id;
}
const putGenerations = (...digits: string[]) => Promise.all(digits.map((digit) => putGeneration(digit)));
const images = (id: string) => ['png', 'jpg', 'webp'].map((type) => `images/${user}/${id}.${type}`);
const refunds = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`refund#${id}`, 2]));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:10:00.000Z') });
  prepareGeneration();
  // The schedule reads the generations of all users.
  await db.createTables();
  user = db.newUser();
  await db.putUser(user, 3);
});

describe('the schedule that refunds abandoned generations', () => {
  it('refunds the generations of all shards and pages, and then deletes their images', async () => {
    const ids = await putGenerations('0', '4', '8', '3');
    db.setPageSize(1);
    const balances: unknown[] = [];
    s3.on(DeleteObjectsCommand).callsFake(async () => void balances.push(await db.readBalance(user)));

    await expect(run()).resolves.toEqual({ refunded: 4 });

    expect(await db.ledgerAmounts(user)).toEqual(refunds(...ids));
    expect(balances).toEqual([5, 7, 9, 11]);
    expect(deletedImages().sort()).toEqual(ids.flatMap(images).sort());
    expect(vi.mocked(metrics.countRefund).mock.calls).toEqual(Array(4).fill([2, 'abandoned']));
    expect(vi.mocked(metrics.countGeneration).mock.calls).toEqual(Array(4).fill(['abandoned', 'first']));
  });

  it.each([
    ['keeps the image of a generation that succeeds', 'succeeded', () => []],
    ['deletes the image of a generation that another call refunds', 'failed', images],
    ['ignores a generation whose refund was booked', 'pending', () => []],
  ])('%s at the same time, and refunds nothing', async (_, status, expected) => {
    const id = await putGeneration('0');
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: async () => {
        await db.putItem('thumbnails', thumbnailItem(user, id, status));
        await db.putItem('ledger', ledgerItem(user, 'refund', id, 2));
      },
    });

    await expect(run()).resolves.toEqual({ refunded: 0 });

    expect(deletedImages()).toEqual(expected(id));
    expect(await db.readBalance(user)).toBe(3);
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(metrics.countGeneration).not.toHaveBeenCalled();
  });

  it('refunds before it finishes deletions, of which an account may have thousands', async () => {
    const deletedAt = '2026-11-21T09:01:00.000Z';
    await putGeneration('0', { pendingShard: '0', startedAt: deletedAt }, 'deleted');
    await putGenerations('0', '3');
    const balances: unknown[] = [];
    s3.on(ListObjectsV2Command).callsFake(async () => {
      balances.push(await db.readBalance(user));
      return {};
    });

    await expect(run()).resolves.toEqual({ refunded: 2 });

    expect(balances).toEqual([7]);
  });

  it('leaves deletions to the next run when the invocation ends', async () => {
    await putGeneration('0', { pendingShard: '0' }, 'deleted');
    const [id] = await putGenerations('1');
    const isUnfinished = async () =>
      (await db.listItems('thumbnails', user)).some((row) => row['pendingShard'] === '0');

    await expect(run(9_000)).resolves.toEqual({ refunded: 1 });
    expect(await db.ledgerAmounts(user)).toEqual(refunds(String(id)));
    expect(await isUnfinished()).toBe(true);

    await expect(run()).resolves.toEqual({ refunded: 0 });
    expect(await isUnfinished()).toBe(false);
  });

  it('refunds a generation whose image cannot be deleted', async () => {
    await putGeneration('0');
    s3.on(DeleteObjectsCommand).rejects(timedOut());

    await expect(run()).resolves.toEqual({ refunded: 1 });
  });
});

describe('a failure does not stop the refunds of other generations, and the run fails at the end', () => {
  it.each<[string, () => unknown]>([
    [
      'a write fails',
      () => putGeneration('0').then(() => db.failCall(timedOut(), { operation: 'TransactWriteItems' })),
    ],
    [
      'an account does not exist',
      () => db.putItem('thumbnails', thumbnailItem(db.newUser(), db.newGeneration(), 'pending')),
    ],
    ['a record does not match its schema', () => putGeneration('0', { cost: 'two' })],
    ['a shard cannot be read', () => db.failCall(timedOut(), { operation: 'Query' })],
  ])('when %s', async (_, prepare) => {
    await prepare();
    const ids = await putGenerations('1', '2', '3');

    await expect(run()).rejects.toThrow(NOT_ALL);

    expect(await db.ledgerAmounts(user)).toEqual(refunds(...ids));
    expect(deletedImages()).toHaveLength(9);
    expect(metrics.countRefund).toHaveBeenCalledTimes(3);
  });

  it('when S3 does not delete the images of a deleted thumbnail, which stays in the index', async () => {
    await putGeneration('0', { pendingShard: '0' }, 'deleted');
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'image' }] });
    s3.on(DeleteObjectsCommand).rejectsOnce(timedOut()).resolves({});

    await expect(run()).rejects.toThrow(NOT_ALL);
    await expect(run()).resolves.toEqual({ refunded: 0 });

    expect(await db.ledgerAmounts(user)).toEqual({});
    expect(vi.mocked(metrics.recordOldestPending).mock.calls).toEqual([[0], [0]]);
    expect(await db.listItems('thumbnails', user)).not.toContainEqual(
      expect.objectContaining({ pendingShard: '0' }),
    );
  });
});

describe('the metric of the oldest pending generation', () => {
  const at = (time: string) => ({ startedAt: `2026-11-21T${time}.000Z` });

  it.each<[string, number, [digit: string, more: object][]]>([
    ['is 0 when no generation is pending', 0, []],
    [
      'is its age in seconds over all shards and pages',
      390,
      [
        ['1', at('09:07:00')],
        ['2', at('09:03:30')],
        ['2', at('09:06:00')],
      ],
    ],
    ['includes a record that does not match its schema', 3_600, [['2', { ...at('08:10:00'), cost: 'two' }]]],
  ])('%s', async (_, seconds, generations) => {
    for (const generation of generations) await putGeneration(...generation);
    db.setPageSize(1);

    await run().catch(() => undefined);

    expect(metrics.recordOldestPending).toHaveBeenCalledExactlyOnceWith(seconds);
  });

  it('excludes waiting generations, which a separate metric measures since they joined the line', async () => {
    await putGeneration('1', { waitingSince: '2026-11-21T09:08:40.000Z' });
    await putGeneration('2', { waitingSince: '2026-11-21T09:05:30.000Z' });

    await expect(run()).resolves.toEqual({ refunded: 0 });

    expect(metrics.recordOldestWaiting).toHaveBeenCalledExactlyOnceWith(270);
    expect(metrics.recordOldestPending).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('is not written when a shard could not be read, so that missing data triggers the alarm', async () => {
    db.failCall(timedOut(), { operation: 'Query', skip: 3 });

    await expect(run()).rejects.toThrow(NOT_ALL);

    expect(metrics.recordOldestPending).not.toHaveBeenCalled();
    expect(metrics.recordOldestWaiting).not.toHaveBeenCalled();
  });
});

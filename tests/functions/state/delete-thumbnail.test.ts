import { DeleteObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as refundAbandoned } from '../../../functions/events/refund-abandoned.ts';
import { eraseThumbnails } from '../../../functions/thumbnails/deletion/erase-thumbnails.ts';
import { timedOut } from '../support/aws-errors.ts';
import { lambdaContext } from '../support/event.ts';
import { stabilityAnswer } from '../support/models.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { audit, putAccount } from './support/audit.ts';
import * as db from './support/database.ts';
import { deletedImages, FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock, s3 } from './support/services.ts';

const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

let user: string;
let id: string;

const remove = (generationId = id, sub = user) =>
  callEndpoint('deleteThumbnail', sub, { params: { id: generationId } });
const read = () => callEndpoint('readThumbnail', user, { params: { id } });
const countIn = async (name: 'listThumbnails' | 'exportAccount') => {
  const { body } = await callEndpoint(name, user);
  return (body['thumbnails'] as unknown[]).length;
};
const findGeneration = async () => (await db.listItems('thumbnails', user))[0];
const keys = () => ['png', 'jpg', 'webp'].map((type) => `images/${user}/${id}.${type}`);
function prepareImages(): void {
  prepareGeneration();
  s3.on(ListObjectsV2Command).callsFake(() => ({ Contents: keys().map((Key) => ({ Key })) }));
}
const runSchedule = () => {
  vi.setSystemTime(Date.now() + 180_000);
  return refundAbandoned({} as ScheduledEvent, lambdaContext());
};

/** The thumbnail is nowhere, its images are deleted, and the ledger still explains the balance. */
async function expectDeleted(): Promise<void> {
  await runSchedule();
  expect(await read()).toMatchObject(NOT_FOUND);
  expect(await countIn('listThumbnails')).toBe(0);
  expect(await countIn('exportAccount')).toBe(0);
  const deleted = deletedImages().filter((key) => key?.includes(user));
  expect(new Set(deleted)).toEqual(new Set(keys()));
  expect(await findGeneration()).not.toHaveProperty('startedAt');
  expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
  prepareImages();
  user = db.newUser();
  id = db.newGeneration();
  await putAccount(user, 3);
  await generate(user, id, { prompt: 'a secret castle' });
  db.resetCalls();
});

describe('DELETE /api/thumbnails/{id}', () => {
  it('deletes the image and the preview, and keeps of the record only what the audit compares', async () => {
    expect(await remove()).toMatchObject({ status: 200, body: { deleted: true } });

    expect(db.operations()).toEqual(['GetItem', 'GetItem', 'PutItem', 'Query']);
    expect(deletedImages()).toEqual(keys());
    await expectDeleted();
    expect(await findGeneration()).toEqual({
      userId: user,
      generationId: id,
      cost: 1,
      createdAt: '2026-11-21T09:00:00.000Z',
      status: 'deleted',
      endedAs: 'succeeded',
      deletedAt: '2026-11-21T09:00:00.000Z',
    });
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3, [`spend#${id}`]: -1 });
  });

  it('answers 404 when it is repeated, for an unknown id and for a thumbnail of another user', async () => {
    const foreign = await remove(id, db.newUser());
    const unknown = await remove(db.newGeneration());
    expect(await read()).toMatchObject({ status: 200 });
    await remove();

    const repeated = await remove();

    expect(repeated).toMatchObject(NOT_FOUND);
    for (const answer of [foreign, unknown]) expect(answer.body).toEqual(repeated.body);
    expect(s3.commandCalls(DeleteObjectsCommand)).toHaveLength(1);
  });

  it('deletes a failed generation, whose refund stays', async () => {
    const failed = db.newGeneration();
    bedrock.on(InvokeModelCommand).resolves(FILTERED);
    await generate(user, failed, { prompt: 'a secret dragon' });

    expect(await remove(failed)).toMatchObject({ status: 200 });

    expect(JSON.stringify(await db.listItems('thumbnails', user))).not.toContain('dragon');
    expect(await audit({ userId: user })).toMatchObject({ findings: [] });
    expect(await db.readBalance(user)).toBe(2);
  });

  it('is refused with 409 while the thumbnail is generated, which then succeeds', async () => {
    const running = db.newGeneration();
    bedrock.on(InvokeModelCommand).callsFake(async () => {
      expect(await remove(running)).toMatchObject({
        status: 409,
        body: { code: 'in_progress', error: 'This thumbnail is still being generated.' },
      });
      return stabilityAnswer();
    });

    expect(await generate(user, running)).toMatchObject({ status: 200 });
    expect(s3.commandCalls(DeleteObjectsCommand)).toEqual([]);
  });

  it('is refused with 409 while the generation waits', async () => {
    const waiting = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, waiting, 'waiting'));

    expect(await remove(waiting)).toMatchObject({ status: 409, body: { code: 'in_progress' } });
  });

  it('leaves the id used: a repeated request is neither charged nor generated again', async () => {
    await remove();

    expect(await generate(user, id)).toMatchObject(NOT_FOUND);

    expect(await db.readBalance(user)).toBe(2);
    await expectDeleted();
  });

  it('succeeds when the SDK repeats its write after a lost response', async () => {
    db.interceptCall({
      operation: 'PutItem',
      before: () => db.putItem('thumbnails', thumbnailItem(user, id, 'deleted')),
    });

    expect(await remove()).toMatchObject({ status: 200 });
    expect(deletedImages()).toEqual(keys());
  });

  it('does not create the record again when the account is deleted at the same time', async () => {
    db.interceptCall({ operation: 'PutItem', before: () => eraseThumbnails(user) });

    expect(await remove()).toMatchObject(NOT_FOUND);
    expect(await db.listItems('thumbnails', user)).toEqual([]);
  });
});

describe('the schedule after a deletion', () => {
  it('deletes the images when S3 failed, which the user did not notice', async () => {
    s3.on(DeleteObjectsCommand).rejectsOnce(timedOut()).resolves({});

    expect(await remove()).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject(NOT_FOUND);

    await expectDeleted();
  });

  it('does not create the record again when the account is deleted at the same time', async () => {
    await remove();
    db.interceptCall({ operation: 'UpdateItem', before: () => eraseThumbnails(user) });

    await runSchedule();

    expect(await db.listItems('thumbnails', user)).toEqual([]);
  });
});

it.each([
  ['was refunded', 500, () => Promise.resolve()],
  ['was refunded and deleted', 404, (late: string) => remove(late)],
])('an image that is stored after its generation %s is deleted', async (_, status, end) => {
  const late = db.newGeneration();
  bedrock.on(InvokeModelCommand).callsFake(async () => {
    await runSchedule();
    await end(late);
    s3.resetHistory();
    return stabilityAnswer();
  });

  expect(await generate(user, late)).toMatchObject({ status });

  expect(deletedImages()).toEqual(['png', 'jpg', 'webp'].map((type) => `images/${user}/${late}.${type}`));
  expect(await db.readBalance(user)).toBe(2);
});

it('a deletion is completed by repeating it, whichever call to DynamoDB failed', async () => {
  await remove();
  const failures = db.listFailures();
  for (const failure of failures) {
    id = db.newGeneration();
    user = db.newUser();
    prepareImages();
    await putAccount(user, 3);
    await generate(user, id);
    db.resetCalls();
    db.failCall(timedOut(), failure);

    const first = await remove();
    const repeated = await remove();

    // After a lost response the thumbnail is deleted, and the repetition does not find it any more. The query is for its edits,
    // which refund-abandoned deletes.
    const isQuery = failure === failures.at(-1);
    const isDeleted = failure.isWritten || isQuery;
    expect([first.status, repeated.status]).toEqual([isQuery ? 200 : 500, isDeleted ? 404 : 200]);
    await expectDeleted();
  }
  expect(failures).toHaveLength(5);
});

describe('a failed generation', () => {
  const THIRTY_DAYS = 30 * 24 * 60 * 60_000;

  it.each([
    ['that DynamoDB has not deleted yet', () => Promise.resolve()],
    ['that DynamoDB has deleted', () => db.deleteThumbnailItem(user, id)],
  ])(
    'expires after 30 days like a deleted generation, and its id is never charged again: a generation %s',
    async (_, expire) => {
      id = db.newGeneration();
      bedrock.on(InvokeModelCommand).resolves(FILTERED);
      await generate(user, id, { prompt: 'a secret castle' });
      const expiresAt = (Date.now() + THIRTY_DAYS) / 1_000;
      expect(await db.listItems('thumbnails', user)).toContainEqual(
        expect.objectContaining({ generationId: id, status: 'failed', expiresAt }),
      );
      vi.setSystemTime(Date.now() + THIRTY_DAYS - 1);
      expect(await read()).toMatchObject({ body: { status: 'failed' } });
      expect(await countIn('exportAccount')).toBe(2);

      vi.setSystemTime(Date.now() + 2);
      await expire();

      expect(await read()).toMatchObject(NOT_FOUND);
      expect(await remove()).toMatchObject(NOT_FOUND);
      expect(await countIn('exportAccount')).toBe(1);
      bedrock.on(InvokeModelCommand).resolves(stabilityAnswer());
      expect(await generate(user, id)).toMatchObject(NOT_FOUND);
      expect(await db.readBalance(user)).toBe(2);
      expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });
    },
  );

  it('expires at the same time when its user deletes it before', async () => {
    id = db.newGeneration();
    bedrock.on(InvokeModelCommand).resolves(FILTERED);
    await generate(user, id);
    const expiresAt = (Date.now() + THIRTY_DAYS) / 1_000;

    expect(await remove()).toMatchObject({ status: 200 });

    expect(await db.listItems('thumbnails', user)).toContainEqual(
      expect.objectContaining({ generationId: id, status: 'deleted', endedAs: 'failed', expiresAt }),
    );
  });
});

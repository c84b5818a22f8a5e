import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { handler as refundAbandoned } from '../../../functions/events/refund-abandoned.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../../support/designs.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { lambdaContext } from '../support/event.ts';
import { audit, putAccount } from './support/audit.ts';
import * as db from './support/database.ts';
import { thumbnailItem } from './support/items.ts';
import { s3 } from './support/services.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

/** The content of the bucket by key. A text stands for an image. */
const bucket = new Map<string, string>();

let user: string;
let id: string;
let copyId: string;

const key = (generationId: string, type = 'png') => `images/${user}/${generationId}.${type}`;
const duplicate = (changes: { id?: string; copyId?: unknown; sub?: string } = {}) =>
  callEndpoint('duplicateThumbnail', changes.sub ?? user, {
    params: { id: changes.id ?? id },
    body: { copyId: 'copyId' in changes ? changes.copyId : copyId },
  });
const findRow = async (generationId = copyId) =>
  (await db.listItems('thumbnails', user)).find((row) => row['generationId'] === generationId);
const expectNoFindings = async () => expect((await audit({ userId: user })).findings).toEqual([]);
const listIds = async () => {
  const { body } = await callEndpoint('listThumbnails', user);
  return (body['thumbnails'] as { id: string }[]).map((thumbnail) => thumbnail.id);
};
/** Runs the schedule that ends interrupted work, three minutes later. */
const runSchedule = () => {
  vi.setSystemTime(Date.now() + 180_000);
  return refundAbandoned({} as ScheduledEvent, lambdaContext());
};

function prepareS3Writes(): void {
  s3.on(PutObjectCommand).callsFake(({ Key, Body }: { Key: string; Body: Uint8Array }) => {
    bucket.set(Key, Buffer.from(Body).toString());
    return {};
  });
}

function prepareBucket(): void {
  s3.reset();
  bucket.clear();
  s3.on(GetObjectCommand).callsFake(({ Key }: { Key: string }) => {
    const content = bucket.get(Key);
    if (content === undefined) throw Object.assign(new Error(), { name: 'NoSuchKey' });
    return { Body: { transformToByteArray: () => Promise.resolve(Buffer.from(content)) } };
  });
  prepareS3Writes();
  s3.on(ListObjectsV2Command).callsFake(({ Prefix }: { Prefix: string }) => ({
    Contents: [...bucket.keys()].filter((each) => each.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  s3.on(DeleteObjectsCommand).callsFake(({ Delete }: { Delete: { Objects: { Key: string }[] } }) => {
    for (const { Key } of Delete.Objects) bucket.delete(Key);
    return {};
  });
}

const DESIGN = {
  layers: [TEXT_LAYER, CUTOUT_LAYER],
  crop: 0.25,
  adjustments: { brightness: 0.1, contrast: 0, saturation: 0 },
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  prepareBucket();
  user = db.newUser();
  id = db.newGeneration();
  copyId = db.newGeneration();
  await putAccount(user, 2, {
    entries: [
      ['welcome', 'sign-up', 3],
      ['spend', id, -1],
    ],
    records: [
      thumbnailItem(user, id, 'succeeded', {
        negativePrompt: 'people',
        reference: { kind: 'image', use: 'style' },
        setId: db.newGeneration(),
        favorite: 'winner',
        previewKey: key(id, 'webp'),
        design: JSON.stringify({ layers: [TEXT_LAYER], crop: 0.25 }),
        designVersion: 7,
        headline: TEXT_LAYER.text,
        designPreviewKey: key(id, 'design.jpg'),
      }),
    ],
  });
  bucket.set(key(id), 'image').set(key(id, 'webp'), 'preview').set(key(id, 'design.jpg'), 'design');
  db.resetCalls();
});

describe('POST /api/thumbnails/{id}/copies', () => {
  it('copies the image, the design and the texts, without the set, the mark and a credit', async () => {
    expect(await duplicate()).toMatchObject({ status: 200, body: { id: copyId } });

    expect(db.operations()).toEqual(['GetItem', 'GetItem', 'GetItem', 'UpdateItem', 'PutItem', 'PutItem']);
    const row = await findRow();
    const designPreviewKey = String(row?.['designPreviewKey']);
    expect(designPreviewKey).toMatch(new RegExp(`^images/${user}/${copyId}\\.[0-9a-f-]{36}\\.jpg$`));
    expect(row).toEqual({
      userId: user,
      generationId: copyId,
      copyOf: id,
      status: 'succeeded',
      cost: 0,
      createdAt: NOW,
      endedAt: NOW,
      listedAt: NOW,
      prompt: 'a castle',
      negativePrompt: 'people',
      model: 'first',
      seed: 7,
      reference: { kind: 'image', use: 'style' },
      name: 'a castle copy',
      imageKey: key(copyId),
      previewKey: key(copyId, 'webp'),
      width: 1344,
      height: 768,
      design: JSON.stringify({ layers: [TEXT_LAYER], crop: 0.25 }),
      designVersion: 1,
      headline: TEXT_LAYER.text,
      designPreviewKey,
    });
    expect([key(copyId), key(copyId, 'webp'), designPreviewKey].map((each) => bucket.get(each))).toEqual([
      'image',
      'preview',
      'design',
    ]);
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3, [`spend#${id}`]: -1 });
    expect(await listIds()).toEqual([copyId, id]);
    await expectNoFindings();
  });

  it('makes one copy when it is repeated, also after the thumbnail was deleted', async () => {
    await duplicate();
    const row = await findRow();
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    db.resetCalls();

    expect((await duplicate()).status).toBe(200);
    expect(db.operations()).toEqual(['GetItem', 'GetItem']);
    await callEndpoint('deleteThumbnail', user, { params: { id } });
    expect((await duplicate()).status).toBe(200);

    expect(await findRow()).toEqual(row);
  });

  it('makes one copy when two requests with one id run at the same time', async () => {
    db.interceptCall({
      operation: 'PutItem',
      before: async () => {
        vi.setSystemTime(Date.now() + 10);
        await duplicate();
      },
    });

    expect((await duplicate()).status).toBe(409);
    expect((await duplicate()).status).toBe(200);

    expect(await listIds()).toEqual([copyId, id]);
    await expectNoFindings();
  });

  it.each([0, 1])('finishes a copy when the response to write %i was lost', async (before) => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: true, skip: before });

    expect((await duplicate()).status).toBe(500);
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    expect((await duplicate()).status).toBe(200);

    expect((await listIds()).toSorted()).toEqual([copyId, id].toSorted());
    await expectNoFindings();
  });

  it('removes the images of a copy whose row could not be written', async () => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: false, skip: 1 });
    expect((await duplicate()).status).toBe(500);
    expect(bucket.has(key(copyId))).toBe(true);
    expect(await listIds()).toEqual([id]);

    await runSchedule();

    expect([...bucket.keys()]).toEqual([key(id), key(id, 'webp'), key(id, 'design.jpg')]);
    expect(await duplicate()).toMatchObject(NOT_FOUND);
    expect(await findRow()).not.toHaveProperty('startedAt');
    await expectNoFindings();
  });

  it('does not finish a copy whose images the schedule may delete', async () => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: false, skip: 1 });
    await duplicate();
    vi.setSystemTime(Date.parse(NOW) + 61_000);

    expect(await duplicate()).toMatchObject(NOT_FOUND);
  });

  it('makes a copy without the previews that S3 does not return', async () => {
    bucket.delete(key(id, 'webp'));
    bucket.delete(key(id, 'design.jpg'));

    expect((await duplicate()).status).toBe(200);

    const { previewKey, designPreviewKey } = (await findRow()) ?? {};
    expect([previewKey, designPreviewKey]).toEqual([undefined, undefined]);
  });

  it('lists no copy when S3 refuses the image, and makes it when the request is repeated', async () => {
    s3.on(PutObjectCommand, { Key: key(copyId) }).rejectsOnce(new Error('SlowDown'));

    expect((await duplicate()).status).toBe(500);
    expect(await listIds()).toEqual([id]);
    prepareS3Writes();
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    expect((await duplicate()).status).toBe(200);

    expect(await listIds()).toEqual([copyId, id]);
  });

  it('answers 404 and lists no copy when the image was deleted meanwhile', async () => {
    bucket.delete(key(id));

    expect(await duplicate()).toMatchObject(NOT_FOUND);

    expect(await listIds()).toEqual([id]);
  });
});

describe('a copy', () => {
  it('keeps its image when the thumbnail is deleted, and the thumbnail keeps its image when the copy is deleted', async () => {
    const other = db.newGeneration();
    await duplicate();
    await duplicate({ copyId: other });
    const before = [...bucket.keys()].filter((each) => each.includes(other));
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    const remove = (generationId: string) =>
      callEndpoint('deleteThumbnail', user, { params: { id: generationId } });

    expect((await remove(copyId)).status).toBe(200);
    await runSchedule();
    expect([...bucket.keys()].filter((each) => each.includes(id))).toHaveLength(3);
    expect((await remove(id)).status).toBe(200);
    await runSchedule();

    expect([...bucket.keys()]).toEqual(before);
    expect(await findRow()).toEqual({
      userId: user,
      generationId: copyId,
      copyOf: id,
      cost: 0,
      createdAt: NOW,
      status: 'deleted',
      endedAs: 'succeeded',
      deletedAt: '2026-11-21T09:00:01.000Z',
    });
    expect(await duplicate()).toMatchObject(NOT_FOUND);
    await expectNoFindings();
  });

  it('shows a version of the thumbnail as its own image, and keeps its cut-outs', async () => {
    const editId = db.newGeneration();
    await db.putItem(
      'thumbnails',
      thumbnailItem(user, id, 'succeeded', {
        name: 'Castle',
        design: JSON.stringify({ ...DESIGN, image: editId }),
        designVersion: 2,
        headline: TEXT_LAYER.text,
        shown: { imageKey: key(editId), previewKey: key(editId, 'webp'), width: 1300, height: 700 },
      }),
    );
    bucket.set(key(editId), 'edited').set(key(editId, 'webp'), 'edited preview');

    await duplicate();

    const row = await findRow();
    expect(row).toMatchObject({
      name: 'Castle copy',
      imageKey: key(copyId),
      previewKey: key(copyId, 'webp'),
      width: 1300,
      height: 700,
      design: JSON.stringify(DESIGN),
      designVersion: 1,
    });
    expect(row).not.toHaveProperty('shown');
    expect([key(copyId), key(copyId, 'webp')].map((each) => bucket.get(each))).toEqual([
      'edited',
      'edited preview',
    ]);
  });

  it.each(['the image of the thumbnail', 'an edit'])(
    'starts with the image that was upscaled: %s',
    async (base) => {
      const [editId, upscaledId] = [db.newGeneration(), db.newGeneration()];
      const baseId = base === 'an edit' ? editId : id;
      const edit = { kind: 'edit', thumbnailId: id, prompt: '' };
      await db.putItem('thumbnails', thumbnailItem(user, editId, 'succeeded', { ...edit, baseId: id }));
      await db.putItem('thumbnails', thumbnailItem(user, upscaledId, 'succeeded', { ...edit, baseId }));
      await db.putItem(
        'thumbnails',
        thumbnailItem(user, id, 'succeeded', {
          design: JSON.stringify({ layers: [], crop: 0.5, image: upscaledId }),
          designVersion: 1,
          shown: { imageKey: key(upscaledId, 'jpg'), width: 5376, height: 3072 },
        }),
      );
      bucket.set(key(editId), 'edited').set(key(upscaledId, 'jpg'), 'large');

      await duplicate();

      expect(await findRow()).toMatchObject({ imageKey: key(copyId), width: 1344, height: 768 });
      expect(bucket.get(key(copyId))).toBe(base === 'an edit' ? 'edited' : 'image');
    },
  );

  it('of a copy has the word in its name once, within the limit of a name', async () => {
    const name = 'ü'.repeat(LIMITS.thumbnailNameLength);
    await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', { name }));
    const second = db.newGeneration();

    await duplicate();
    await duplicate({ id: copyId, copyId: second });

    const expected = `${'ü'.repeat(LIMITS.thumbnailNameLength - 5)} copy`;
    expect([(await findRow())?.['name'], (await findRow(second))?.['name']]).toEqual([expected, expected]);
  });
});

describe('a request for a copy', () => {
  it.each<[string, string, object]>([
    ['an edit', 'succeeded', { kind: 'edit' }],
    ['a cut-out', 'succeeded', { kind: 'cutout' }],
    ['a failed generation', 'failed', {}],
    ['a generation that runs', 'pending', {}],
    ['a deleted thumbnail', 'deleted', {}],
  ])('of %s answers 404, as for an unknown id', async (_, status, more) => {
    const other = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, other, status, { ...more }));

    expect(await duplicate({ id: other })).toMatchObject(NOT_FOUND);
    expect(await duplicate({ id: db.newGeneration() })).toMatchObject(NOT_FOUND);

    expect([await findRow(), s3.calls()]).toEqual([undefined, []]);
  });

  it('of another user’s thumbnail answers 404', async () => {
    const sub = db.newUser();
    await db.putUser(sub, 3);

    expect(await duplicate({ sub })).toMatchObject(NOT_FOUND);
  });

  it('with an id that has another use is refused, and changes nothing', async () => {
    const [pending, other] = [db.newGeneration(), db.newGeneration()];
    await db.putItem('thumbnails', thumbnailItem(user, pending, 'pending'));
    await db.putItem('thumbnails', thumbnailItem(user, other, 'succeeded'));
    await duplicate();
    const rows = await db.listItems('thumbnails', user);
    const refusal = {
      status: 400,
      body: { error: 'copyId was already used for another request', params: { field: 'copyId' } },
    };

    expect(await duplicate({ copyId: id })).toMatchObject(refusal);
    expect(await duplicate({ copyId: pending })).toMatchObject(refusal);
    expect(await duplicate({ id: other })).toMatchObject(refusal);
    expect(await duplicate({ copyId: 'none' })).toMatchObject({
      status: 400,
      body: { error: 'copyId must be a UUID' },
    });

    expect(await db.listItems('thumbnails', user)).toEqual(rows);
  });
});

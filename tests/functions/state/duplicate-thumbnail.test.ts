import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TEXT_LAYER } from '../../support/designs.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import {
  bucket,
  copy,
  duplicate,
  expectNoFindings,
  findRow,
  imageKey,
  listIds,
  NOT_FOUND,
  NOW,
  prepareCopy,
  prepareUploads,
  runSchedule,
  TRANSLATED_LAYER,
} from './support/copies.ts';
import * as db from './support/database.ts';
import { s3 } from './support/services.ts';

beforeEach(prepareCopy);

describe('POST /api/thumbnails/{id}/copies', () => {
  it('copies the image, the design and the texts, without the set, the favorite and a credit', async () => {
    expect(await duplicate()).toMatchObject({ status: 200, body: { id: copy.copyId } });

    expect(db.operations()).toEqual(['GetItem', 'GetItem', 'GetItem', 'UpdateItem', 'PutItem', 'PutItem']);
    const row = await findRow();
    const designPreviewKey = String(row?.['designPreviewKey']);
    expect(designPreviewKey).toMatch(
      new RegExp(`^images/${copy.user}/${copy.copyId}\\.[0-9a-f-]{36}\\.jpg$`),
    );
    expect(row).toEqual({
      userId: copy.user,
      generationId: copy.copyId,
      copyOf: copy.id,
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
      name: 'Castle copy',
      imageKey: imageKey(copy.copyId),
      previewKey: imageKey(copy.copyId, 'webp'),
      width: 1344,
      height: 768,
      design: JSON.stringify({ layers: [TRANSLATED_LAYER], crop: 0.25 }),
      designVersion: 1,
      headline: TEXT_LAYER.text,
      designPreviewKey,
    });
    expect(
      [imageKey(copy.copyId), imageKey(copy.copyId, 'webp'), designPreviewKey].map((each) =>
        bucket.get(each),
      ),
    ).toEqual(['image', 'preview', 'design']);
    expect(await db.ledgerAmounts(copy.user)).toEqual({ welcome: 3, [`spend#${copy.id}`]: -1 });
    expect(await listIds()).toEqual([copy.copyId, copy.id]);
    await expectNoFindings();
  });

  it('makes one copy when it is repeated, also after the thumbnail was deleted', async () => {
    await duplicate();
    const row = await findRow();
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    db.resetCalls();

    expect((await duplicate()).status).toBe(200);
    expect(db.operations()).toEqual(['GetItem', 'GetItem']);
    await callEndpoint('deleteThumbnail', copy.user, { params: { id: copy.id } });
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

    expect(await listIds()).toEqual([copy.copyId, copy.id]);
    await expectNoFindings();
  });

  it.each([0, 1])('finishes a copy when the response to write %i was lost', async (before) => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: true, skip: before });

    expect((await duplicate()).status).toBe(500);
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    expect((await duplicate()).status).toBe(200);

    expect((await listIds()).toSorted()).toEqual([copy.copyId, copy.id].toSorted());
    await expectNoFindings();
  });

  it('removes the images of a copy whose row could not be written', async () => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: false, skip: 1 });
    expect((await duplicate()).status).toBe(500);
    expect(bucket.has(imageKey(copy.copyId))).toBe(true);
    expect(await listIds()).toEqual([copy.id]);

    await runSchedule();

    expect([...bucket.keys()]).toEqual([
      imageKey(copy.id),
      imageKey(copy.id, 'webp'),
      imageKey(copy.id, 'design.jpg'),
    ]);
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
    bucket.delete(imageKey(copy.id, 'webp'));
    bucket.delete(imageKey(copy.id, 'design.jpg'));

    expect((await duplicate()).status).toBe(200);

    const { previewKey, designPreviewKey } = (await findRow()) ?? {};
    expect([previewKey, designPreviewKey]).toEqual([undefined, undefined]);
  });

  it('lists no copy when S3 refuses the image, and makes it when the request is repeated', async () => {
    s3.on(PutObjectCommand, { Key: imageKey(copy.copyId) }).rejectsOnce(new Error('SlowDown'));

    expect((await duplicate()).status).toBe(500);
    expect(await listIds()).toEqual([copy.id]);
    prepareUploads();
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    expect((await duplicate()).status).toBe(200);

    expect(await listIds()).toEqual([copy.copyId, copy.id]);
  });

  it('answers 404 and lists no copy when the image was deleted meanwhile', async () => {
    bucket.delete(imageKey(copy.id));

    expect(await duplicate()).toMatchObject(NOT_FOUND);

    expect(await listIds()).toEqual([copy.id]);
  });
});

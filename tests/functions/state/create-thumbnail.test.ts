import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { addXmpToJpeg, DIGITAL_SOURCE_TYPES, xmpPacket } from '#contract/design/image-metadata.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as refundAbandoned } from '../../../functions/events/refund-abandoned.ts';
import { UnusableImageError } from '../../../functions/images/pixels/mask-png.ts';
import { readMark } from '../../support/image-metadata.ts';
import { createPng } from '../../support/masks.ts';
import { BAD_PHOTOS, createPhoto, withOrientation } from '../../support/photos.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { lambdaContext } from '../support/event.ts';
import { fileAnswer } from '../support/models.ts';
import { COMPOSED, PREVIEW, runPixelTask } from '../support/pixel-thread.ts';
import { audit, putAccount, WELCOME } from './support/audit.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock, s3 } from './support/services.ts';

const REFERENCE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const NOW = '2026-11-21T09:00:00.000Z';
const PHOTO = createPhoto(640, 360);

let user: string;
let id: string;

const create = (body: object = {}) =>
  callEndpoint('createThumbnail', user, {
    body: { referenceId: REFERENCE, userId: user, generationId: id, name: 'Holiday.jpg', ...body },
  });
const stored = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input);
const findRow = async () =>
  (await db.listItems('thumbnails', user)).find((row) => row['generationId'] === id);
/** The answer to an id that was used for something else. */
const USED_ID = {
  status: 400,
  body: { error: 'generationId was already used for another request', params: { field: 'generationId' } },
};
/** The answer to a picture that cannot be used. */
const unusable = (problem: string) => ({
  code: 'invalid_request',
  error: `The picture cannot be used: ${problem}.`,
  params: { field: 'referenceId', reason: 'unusablePicture', problem },
  charge: 'none',
});
/** Expects no row, no object and no deletion: the upload expires within a day. */
const expectNothingStored = async () => {
  expect(await db.listItems('thumbnails', user)).toEqual([]);
  expect(stored()).toEqual([]);
  expect(s3.commandCalls(DeleteObjectsCommand)).toEqual([]);
};
const expectNoFindings = async () =>
  expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });

async function list(query: Record<string, string> = {}): Promise<unknown> {
  return (await callEndpoint('listThumbnails', user, { query })).body['thumbnails'];
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  prepareGeneration();
  s3.on(GetObjectCommand).resolves(fileAnswer(PHOTO));
  user = db.newUser();
  id = db.newGeneration();
  await putAccount(user, 3, {});
  db.resetCalls();
});

describe('POST /api/thumbnails', () => {
  it('makes a thumbnail of a photo, without a model, a credit and an entry in the ledger', async () => {
    const { status, body } = await create();

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        generationId: id,
        imageURL: expect.stringContaining(`images/${user}/${id}.png`) as string,
        previewURL: expect.stringContaining(`images/${user}/${id}.webp`) as string,
      },
    });
    expect(await findRow()).toEqual({
      userId: user,
      generationId: id,
      status: 'succeeded',
      model: 'photo',
      prompt: '',
      name: 'Holiday.jpg',
      seed: 0,
      cost: 0,
      createdAt: NOW,
      endedAt: NOW,
      listedAt: NOW,
      imageKey: `images/${user}/${id}.png`,
      previewKey: `images/${user}/${id}.webp`,
      width: 640,
      height: 360,
    });
    expect(bedrock.commandCalls(InvokeModelCommand)).toEqual([]);
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
    expect(await list()).toMatchObject([{ id, model: 'photo', name: 'Holiday.jpg', prompt: '' }]);
    expect(await list({ model: 'photo' })).toMatchObject([{ id }]);
    await expectNoFindings();
  });

  it('stores the photo as a PNG without a mark of AI, because references and edits start from a PNG', async () => {
    await create();

    expect(vi.mocked(runPixelTask)).toHaveBeenLastCalledWith(
      { kind: 'photo', jpeg: PHOTO, orientation: 1 },
      expect.any(Number),
    );
    expect(stored().map(({ ContentType, Body }) => [ContentType, Body])).toEqual(
      expect.arrayContaining([
        ['image/png', COMPOSED],
        ['image/webp', PREVIEW],
      ]),
    );
  });

  it('makes one thumbnail, however often and concurrently it is requested', async () => {
    const answers = await Promise.all([create(), create(), create()]);

    expect(answers.map(({ status }) => status)).toContain(200);
    const row = await findRow();
    db.resetCalls();
    expect((await create()).status).toBe(200);
    expect(db.operations()).toEqual(['GetItem', 'GetItem']);
    expect(await findRow()).toEqual(row);
    await expectNoFindings();
  });

  it.each([0, 1])('finishes the thumbnail when the response to write %i was lost', async (skip) => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: true, skip });

    expect((await create()).status).toBe(500);
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    expect((await create()).status).toBe(200);

    expect(await list()).toMatchObject([{ id }]);
    await expectNoFindings();
  });

  it('leaves nothing of a request that was interrupted', async () => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: false, skip: 1 });
    expect((await create()).status).toBe(500);

    vi.setSystemTime(Date.parse(NOW) + 180_000);
    await refundAbandoned({} as ScheduledEvent, lambdaContext());

    expect(await list()).toEqual([]);
    expect(await findRow()).not.toHaveProperty('pictureDigest');
    expect((await create()).status).toBe(404);
    await expectNoFindings();
  });

  it('is not finished with another picture, because both requests would store an image under one key', async () => {
    db.failCall(timedOut(), { operation: 'PutItem', isWritten: false, skip: 1 });
    expect((await create()).status).toBe(500);
    const keys = stored().map(({ Key }) => Key);
    s3.on(GetObjectCommand).resolves(fileAnswer(createPhoto(400, 400)));

    expect(await create()).toMatchObject(USED_ID);

    expect(stored().map(({ Key }) => Key)).toEqual(keys);
    s3.on(GetObjectCommand).resolves(fileAnswer(PHOTO));
    expect((await create()).status).toBe(200);
    expect(await findRow()).toMatchObject({ width: 640, height: 360 });
    expect(await findRow()).not.toHaveProperty('pictureDigest');
    await expectNoFindings();
  });

  it('stays deleted, and its id makes no other thumbnail', async () => {
    await create();
    vi.setSystemTime(Date.parse(NOW) + 1_000);

    await callEndpoint('deleteThumbnail', user, { params: { id } });

    expect(await list()).toEqual([]);
    expect((await create()).status).toBe(404);
    await expectNoFindings();
  });

  it('agrees with the ledger if a failed generation, whose row has expired, had its id', async () => {
    user = await putAccount(db.newUser(), 3, { entries: [WELCOME, ['spend', id, -1], ['refund', id, 1]] });

    expect((await create()).status).toBe(200);

    await expectNoFindings();
  });

  it('does not replace what has its id already', async () => {
    const row = thumbnailItem(user, id, 'succeeded');
    await db.putItem('thumbnails', row);

    expect(await create()).toMatchObject(USED_ID);

    expect(await findRow()).toEqual(row);
    expect(stored()).toEqual([]);
  });

  it.each(BAD_PHOTOS)('refuses %s before it is decoded, and stores nothing', async (_, file, problem) => {
    s3.on(GetObjectCommand).resolves(fileAnswer(file));

    expect(await create()).toMatchObject({ status: 400, body: unusable(problem) });

    expect(vi.mocked(runPixelTask)).not.toHaveBeenCalled();
    await expectNothingStored();
  });

  it('refuses a photo that cannot be decoded, and stores nothing', async () => {
    vi.mocked(runPixelTask).mockRejectedValueOnce(new UnusableImageError('the JPEG is damaged'));

    expect(await create()).toMatchObject({ status: 400, body: unusable('the JPEG is damaged') });

    await expectNothingStored();
  });

  it('refuses an upload that does not exist', async () => {
    s3.on(GetObjectCommand).rejects(Object.assign(new Error(), { name: 'NoSuchKey' }));

    expect(await create()).toMatchObject({
      status: 422,
      body: { code: 'reference_not_found', params: { reason: 'expiredImage' } },
    });

    await expectNothingStored();
  });

  it.each([
    ['ai-picture', 'generated'],
    ['edited-photo', 'composite'],
  ] as const)('makes the model %s of an upload that is marked as %s', async (model, mark) => {
    s3.on(GetObjectCommand).resolves(fileAnswer(Buffer.from(addXmpToJpeg(PHOTO, xmpPacket(mark)))));
    vi.mocked(runPixelTask).mockResolvedValueOnce(createPng(640, 360));

    expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(200);

    expect(await list()).toMatchObject([{ id, model, mark }]);
    const png = stored().find(({ ContentType }) => ContentType === 'image/png');
    expect(readMark(png?.Body as Uint8Array)?.source).toBe(DIGITAL_SOURCE_TYPES[mark]);
    await expectNoFindings();
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    await callEndpoint('deleteThumbnail', user, { params: { id } });
    expect((await create()).status).toBe(404);
    await expectNoFindings();
  });

  it('turns the photo of a camera upright', async () => {
    const turned = withOrientation(PHOTO, 6);
    s3.on(GetObjectCommand).resolves(fileAnswer(turned));

    expect((await create()).status).toBe(200);

    const task = { kind: 'photo', jpeg: turned, orientation: 6 };
    expect(vi.mocked(runPixelTask)).toHaveBeenLastCalledWith(task, expect.any(Number));
    expect(await findRow()).toMatchObject({ width: 360, height: 640 });
  });
});

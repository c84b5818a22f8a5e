import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { addXmpToPng, xmpPacket } from '#contract/design/image-metadata.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listCutoutsResponse } from '#contract/endpoints/finishing-schemas.ts';
import { exportAccountResponse } from '#contract/endpoints/account-export.ts';
import { handler as refundAbandoned } from '../../../functions/events/refund-abandoned.ts';
import { CUTOUT_LAYER, DESIGN } from '../../support/designs.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { createPng } from '../../support/masks.ts';
import { lambdaContext } from '../support/event.ts';
import { fileAnswer } from '../support/models.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { audit, putAccount } from './support/audit.ts';
import * as db from './support/database.ts';
import { deletedImages, FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';
import { bedrock, s3 } from './support/services.ts';

const REFERENCE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

let user: string;
let id: string;

const create = () =>
  callEndpoint('createCutout', user, {
    body: { referenceId: REFERENCE, userId: user, generationId: id },
  });

async function list(sub = user) {
  const { body } = await callEndpoint('listCutouts', sub);
  return listCutoutsResponse.parse(body).cutouts;
}

beforeEach(async () => {
  prepareGeneration();
  s3.on(GetObjectCommand).resolves(fileAnswer(JPEGS.baseline));
  db.resetCalls();
  user = db.newUser();
  id = db.newGeneration();
  await putAccount(user, 5, { entries: [['welcome', 'sign-up', 5]] });
});

describe('a cut-out', () => {
  it('costs its price once, however often and concurrently it is requested', async () => {
    const answers = await Promise.all([create(), create(), create()]);

    expect(answers.map(({ status }) => status).filter((status) => status === 200)).not.toEqual([]);
    expect((await create()).status).toBe(200);
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 5, [`spend#${id}`]: -2 });
    expect(await db.readBalance(user)).toBe(3);
    expect(await list()).toMatchObject([{ id, width: 1344, height: 768 }]);
  });

  it('is refunded when the model declines the image, and the audit agrees', async () => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);

    expect((await create()).status).toBe(422);

    expect(await db.ledgerAmounts(user)).toMatchObject({ [`spend#${id}`]: -2, [`refund#${id}`]: 2 });
    expect(await db.readBalance(user)).toBe(5);
    expect(await list()).toEqual([]);
    expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });
  });

  it('whose invocation died is refunded by refund-abandoned after two minutes', async () => {
    const createdAt = '2026-11-20T09:00:00.000Z';
    const cutout = thumbnailItem(user, id, 'pending', { kind: 'cutout', prompt: '', cost: 2, createdAt });
    await db.putItem('thumbnails', cutout);
    await db.putItem('ledger', ledgerItem(user, 'spend', id, -2));
    await db.putUser(user, 3);
    const sweepAfter = (milliseconds: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(createdAt) + milliseconds });
      return refundAbandoned({} as ScheduledEvent, lambdaContext());
    };

    expect(await sweepAfter(120_000)).toEqual({ refunded: 0 });
    expect(await sweepAfter(120_001)).toEqual({ refunded: 1 });

    expect(await db.readBalance(user)).toBe(5);
    expect(db.sum(await db.ledgerAmounts(user))).toBe(5);
    expect(await db.listItems('thumbnails', user)).toMatchObject([{ status: 'failed', kind: 'cutout' }]);
  });

  it('is not a thumbnail: not in the list, not by its id, and its id cannot generate a thumbnail', async () => {
    await create();

    expect((await callEndpoint('listThumbnails', user)).body['thumbnails']).toEqual([]);
    expect(await callEndpoint('readThumbnail', user, { params: { id } })).toMatchObject({ status: 404 });
    expect(await generate(user, id)).toMatchObject({
      status: 400,
      body: { error: 'generationId was already used for another request' },
    });
    expect(await db.readBalance(user)).toBe(3);
  });

  it('is not made under the id of a thumbnail', async () => {
    await generate(user, id);

    expect(await create()).toMatchObject({
      status: 400,
      body: { error: 'generationId was already used for another request' },
    });
    expect(await db.readBalance(user)).toBe(4);
  });

  it('is exported apart from the thumbnails', async () => {
    await create();
    await generate(user, db.newGeneration());

    const { body } = await callEndpoint('exportAccount', user);

    const { cutouts, thumbnails } = exportAccountResponse.parse(body);
    expect(cutouts).toMatchObject([{ id, url: expect.stringContaining(`${user}/${id}.png`) as string }]);
    expect(thumbnails).toMatchObject([{ prompt: 'a castle' }]);
    expect(thumbnails).toHaveLength(1);
  });
});

describe('a cut-out that is deleted', () => {
  const remove = (cutoutId = id) => callEndpoint('deleteCutout', user, { params: { id: cutoutId } });
  const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

  it('disappears with its image, and the audit agrees', async () => {
    await create();

    expect(await remove()).toMatchObject({ status: 200, body: { deleted: true } });

    expect(await list()).toEqual([]);
    expect(deletedImages()).toContain(`images/${user}/${id}.png`);
    expect(await remove()).toMatchObject(NOT_FOUND);
    expect(await create()).toMatchObject(NOT_FOUND);
    expect(await db.readBalance(user)).toBe(3);
    expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });
  });

  it('stays in the designs that use it, which can still be saved', async () => {
    await create();
    const thumbnail = db.newGeneration();
    await generate(user, thumbnail);
    const design = { ...DESIGN, layers: [{ ...CUTOUT_LAYER, cutoutId: id }] };
    const save = (version: number) =>
      callEndpoint('saveDesign', user, { params: { id: thumbnail }, body: { design, version } });
    expect(await save(0)).toMatchObject({ status: 200 });

    await remove();

    expect(await save(1)).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it('is no thumbnail', async () => {
    await create();
    const thumbnail = db.newGeneration();
    await generate(user, thumbnail);

    expect(await remove(thumbnail)).toMatchObject(NOT_FOUND);
    expect(await callEndpoint('deleteThumbnail', user, { params: { id } })).toMatchObject(NOT_FOUND);

    expect(await list()).toMatchObject([{ id }]);
  });
});

describe('the list of cut-outs', () => {
  it("contains the user's cut-outs, newest first, and no cut-out of another user", async () => {
    const ids = [db.newGeneration(), db.newGeneration(), db.newGeneration()];
    for (const [index, cutoutId] of ids.entries()) {
      const createdAt = `2026-11-21T09:0${index}:00.000Z`;
      const times = { createdAt, listedAt: `cutout#${createdAt}` };
      await db.putItem(
        'thumbnails',
        thumbnailItem(user, cutoutId, 'succeeded', { kind: 'cutout', ...times }),
      );
    }
    await db.putItem('thumbnails', thumbnailItem(user, db.newGeneration(), 'succeeded'));

    expect((await list()).map((cutout) => cutout.id)).toEqual(ids.reverse());
    expect(await list(db.newUser())).toEqual([]);
  });
});

/** Leaves the header and the end of a PNG. */
const withoutPixels = (png: Buffer) => Buffer.concat([png.subarray(0, 33), png.subarray(-12)]);

describe('a picture', () => {
  const PICTURE = createPng(400, 100);
  const createPicture = () =>
    callEndpoint('createCutout', user, {
      body: { referenceId: REFERENCE, userId: user, generationId: id, keepsBackground: true },
    });
  const stored = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input);

  beforeEach(() => {
    s3.on(GetObjectCommand).resolves(fileAnswer(Buffer.concat([PICTURE, Buffer.from('<script>')])));
  });

  it('is stored as it is, without what follows it, without a model and without a credit', async () => {
    expect((await createPicture()).status).toBe(200);
    expect((await createPicture()).status).toBe(200);

    expect(stored()).toMatchObject([{ Key: `images/${user}/${id}.png`, ContentType: 'image/png' }]);
    expect(Buffer.from(stored()[0]?.Body as Uint8Array)).toEqual(PICTURE);
    expect(bedrock.commandCalls(InvokeModelCommand)).toEqual([]);
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 5, [`spend#${id}`]: 0 });
    expect(await db.readBalance(user)).toBe(5);
    expect(await list()).toMatchObject([{ id, isPicture: true, width: 400, height: 100 }]);
    expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });
  });

  it('keeps the mark of AI of its file, so that a photo with the picture is a composite', async () => {
    const marked = Buffer.from(addXmpToPng(PICTURE, xmpPacket('generated')));
    s3.on(GetObjectCommand).resolves(fileAnswer(marked));
    const photo = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, photo, 'succeeded', { model: 'photo', cost: 0 }));

    expect((await createPicture()).status).toBe(200);
    const layers = [{ ...CUTOUT_LAYER, cutoutId: id, isPicture: true }];
    const body = { design: { layers, crop: 0.5 }, version: 0 };
    expect((await callEndpoint('saveDesign', user, { params: { id: photo }, body })).status).toBe(200);

    expect(Buffer.from(stored()[0]?.Body as Uint8Array)).toEqual(marked);
    expect(await list()).toMatchObject([{ id, isPicture: true, isMarked: true }]);
    const { body: read } = await callEndpoint('readThumbnail', user, { params: { id: photo } });
    expect(read).toMatchObject({ model: 'photo', mark: 'composite' });
  });

  it('has the name of the request that stores it', async () => {
    const body = { referenceId: REFERENCE, userId: user, generationId: id, keepsBackground: true };

    expect((await callEndpoint('createCutout', user, { body: { ...body, name: 'me.png' } })).status).toBe(
      200,
    );
    expect(await list()).toMatchObject([{ id, isPicture: true, name: 'me.png' }]);
  });

  it('needs no credit in the account', async () => {
    await db.putUser(user, 0);

    expect((await createPicture()).status).toBe(200);
  });

  it.each([
    ['a JPEG', JPEGS.baseline, 'not a PNG'],
    ['a PNG that is cut off', PICTURE.subarray(0, -4), 'the PNG is cut off'],
    ['a PNG without pixels', withoutPixels(PICTURE), 'the PNG contains no image'],
    ['a PNG of 16 bits', createPng(64, 64, 16), 'the PNG has unusual colours'],
    ['a PNG without a size', createPng(0, 64), 'the PNG states no size'],
    ['more than a megapixel', createPng(1_100, 1_000), 'it has 1100 x 1000 pixels, more than a megapixel'],
    ['a line', createPng(400, 2), 'it is 400 x 2 pixels; both sides must have at least 8'],
  ])('is not stored of %s', async (_, file, problem) => {
    s3.on(GetObjectCommand).resolves(fileAnswer(file));

    expect(await createPicture()).toMatchObject({
      status: 422,
      body: { code: 'reference_invalid', params: { problem } },
    });

    expect(stored()).toEqual([]);
    expect(await list()).toEqual([]);
    expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });
  });

  it('counts as an upload, whose limit bounds what an account stores', async () => {
    await createPicture();

    const counters = await db.scanItems('rateLimits');
    const uploads = counters.filter((row) => JSON.stringify(row).includes(`uploads#${user}`));
    expect(uploads).toMatchObject([{ requests: 1 }]);
  });
});

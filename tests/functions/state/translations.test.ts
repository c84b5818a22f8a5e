import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Layer, TextLayer } from '#contract/design/design.ts';
import { CUTOUT_LAYER, DESIGN, TEXT_LAYER } from '../../support/designs.ts';
import { DESIGN_PREVIEW } from '../../support/jpegs.ts';
import { LARGEST_DESIGN } from '../../support/largest-design.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { deletedImages } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { s3 } from './support/services.ts';

const TRANSLATED: TextLayer = {
  ...TEXT_LAYER,
  translations: {
    de: { text: 'BURG', size: 120, x: 600, y: 180, width: 800, review: 'outdated' },
    ar: { text: 'قلعة', review: 'suggested' },
  },
};
const TRANSLATED_DESIGN = { ...DESIGN, layers: [TRANSLATED] };
const preview = DESIGN_PREVIEW.toString('base64');

let user: string;
let id: string;

beforeEach(async () => {
  s3.reset();
  s3.on(PutObjectCommand).resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
  user = db.newUser();
  id = db.newGeneration();
  await db.putUser(user, 3);
  const previewKey = `images/${user}/${id}.webp`;
  await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', { previewKey }));
});

const save = (body: object) => callEndpoint('saveDesign', user, { params: { id }, body });
const read = async () => (await callEndpoint('readThumbnail', user, { params: { id } })).body;
const readRow = async () =>
  (await db.listItems('thumbnails', user)).find((row) => row['generationId'] === id);

describe('the translations of a design', () => {
  it('are stored as they were saved, and the thumbnail lists its languages', async () => {
    await save({ design: TRANSLATED_DESIGN, version: 0 });

    expect(await read()).toMatchObject({ design: TRANSLATED_DESIGN, languages: ['ar', 'de'] });
  });

  it.each(['burg', 'قلعة', 'built BURG'])('are found by the search for %s', async (search) => {
    await save({ design: TRANSLATED_DESIGN, version: 0 });

    const { body } = await callEndpoint('listThumbnails', user, { query: { search } });
    expect(body['thumbnails']).toMatchObject([{ id }]);
    const { body: other } = await callEndpoint('listThumbnails', user, { query: { search: 'château' } });
    expect(other['thumbnails']).toEqual([]);
  });

  it('are in the row for the search once, after the original words', async () => {
    const layers = [TRANSLATED, { ...TRANSLATED, id: CUTOUT_LAYER.id }];
    await save({ design: { ...DESIGN, layers }, version: 0 });

    expect(await readRow()).toMatchObject({ headline: 'I BUILT\nA CASTLE BURG قلعة' });
  });

  it('are in the export of the account', async () => {
    await save({ design: TRANSLATED_DESIGN, version: 0 });

    const { body } = await callEndpoint('exportAccount', user);
    expect(body).toMatchObject({ thumbnails: [{ id, design: TRANSLATED_DESIGN }] });
  });

  it('conflict with a save that has read an earlier version, and a repeated save succeeds', async () => {
    await save({ design: TRANSLATED_DESIGN, version: 0 });

    expect(await save({ design: DESIGN, version: 0 })).toMatchObject({ status: 409 });
    expect(await save({ design: TRANSLATED_DESIGN, version: 0 })).toMatchObject({ body: { version: 1 } });
  });

  it('in the largest design are saved, and take less than a quarter of the largest row of DynamoDB', async () => {
    const layers = LARGEST_DESIGN.layers;
    await db.putItem(
      'thumbnails',
      thumbnailItem(user, CUTOUT_LAYER.cutoutId, 'succeeded', { kind: 'cutout', width: 100, height: 100 }),
    );
    const { image: _image, ...design } = LARGEST_DESIGN;

    expect(await save({ design, version: 0 })).toMatchObject({ status: 200 });

    expect(await read()).toMatchObject({ design: { layers }, languages: { length: 12 } });
    const row = await readRow();
    expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThan(400_000 / 4);
    expect(Array.from(String(row?.['headline']))).toHaveLength(2_500);
  });
});

describe('the preview of a design', () => {
  const storedKey = async () => (await readRow())?.['designPreviewKey'];

  it.each([
    ['translations are added', DESIGN, TRANSLATED_DESIGN],
    [
      'a translation changes',
      TRANSLATED_DESIGN,
      { ...DESIGN, layers: [{ ...TEXT_LAYER, translations: { de: { text: 'SCHLOSS' } } }] },
    ],
    ['translations are removed', TRANSLATED_DESIGN, DESIGN],
  ])('stays when %s, and no preview comes with the save', async (_, before, after) => {
    await save({ design: before, version: 0, preview });
    const key = await storedKey();

    expect(await save({ design: after, version: 1 })).toMatchObject({ body: { version: 2 } });

    expect(key).toEqual(expect.any(String));
    expect(await storedKey()).toBe(key);
    expect(deletedImages()).toEqual([]);
    expect(await read()).toMatchObject({ design: after });
  });

  it('that stays with a cut-out that was deleted since keeps the mark of the cut-out', async () => {
    const photoId = db.newGeneration();
    const cutout = thumbnailItem(user, CUTOUT_LAYER.cutoutId, 'succeeded', { kind: 'cutout' });
    await db.putItem('thumbnails', thumbnailItem(user, photoId, 'succeeded', { model: 'photo' }));
    await db.putItem('thumbnails', cutout);
    const saveLayers = (layers: Layer[], body: object) =>
      callEndpoint('saveDesign', user, {
        params: { id: photoId },
        body: { design: { ...DESIGN, layers }, ...body },
      });
    const mark = async () =>
      (await callEndpoint('readThumbnail', user, { params: { id: photoId } })).body['mark'];
    await saveLayers([TEXT_LAYER, CUTOUT_LAYER], { version: 0, preview });
    await callEndpoint('deleteCutout', user, { params: { id: CUTOUT_LAYER.cutoutId } });

    expect(await saveLayers([TRANSLATED, CUTOUT_LAYER], { version: 1 })).toMatchObject({ status: 200 });
    expect(await mark()).toBe('composite');

    await saveLayers([TRANSLATED, CUTOUT_LAYER], { version: 2, preview });
    expect(await mark()).toBe('none');
  });

  it('that stays is not deleted when the save is refused', async () => {
    await save({ design: DESIGN, version: 0, preview });
    const key = await storedKey();
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => save({ design: { ...TRANSLATED_DESIGN, crop: 0.5 }, version: 1 }),
    });

    expect(
      await save({
        design: { ...TRANSLATED_DESIGN, layers: [{ ...TRANSLATED, translations: {} }] },
        version: 1,
      }),
    ).toMatchObject({ status: 409 });

    expect(await storedKey()).toBe(key);
    expect(deletedImages()).toEqual([]);
  });

  it('is deleted when a translation and the place of the original change, and no preview comes with the save', async () => {
    await save({ design: DESIGN, version: 0, preview });
    const key = await storedKey();

    await save({ design: { ...DESIGN, layers: [{ ...TRANSLATED, x: 100 }] }, version: 1 });

    expect(await storedKey()).toBeUndefined();
    expect(deletedImages()).toEqual([key]);
  });
});

import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { finishDeletion } from '../../../functions/thumbnails/deletion/delete-thumbnail.ts';
import { CUTOUT_LAYER, DESIGN, SHAPE_LAYER, TEXT_LAYER } from '../../support/designs.ts';
import { DESIGN_PREVIEW, JPEGS, withDeclaredSize } from '../../support/jpegs.ts';
import { markImage } from '../../../functions/images/image-bucket.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { deletedImages, prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { s3 } from './support/services.ts';

const PREVIEW = DESIGN_PREVIEW.toString('base64');
const EMPTY_DESIGN = { layers: [], crop: 0.5 };
const SHAPE_DESIGN = { layers: [SHAPE_LAYER], crop: 0.5 };
const OTHER_DESIGN = { ...DESIGN, layers: [{ ...TEXT_LAYER, text: 'ANOTHER' }] };

let user: string;
let id: string;

beforeEach(async () => {
  prepareGeneration();
  user = db.newUser();
  id = db.newGeneration();
  await db.putUser(user, 3);
  const previewKey = `images/${user}/${id}.webp`;
  await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', { previewKey }));
});

const save = (body: object) => callEndpoint('saveDesign', user, { params: { id }, body });

/** Lists the uploads, without the headers that every image has. */
const uploads = () =>
  s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => ({
    key: input.Key ?? '',
    type: input.ContentType,
    content: Buffer.from(input.Body as Uint8Array),
  }));

/** The list's entry, with the key of its preview instead of the signed URL. */
async function list() {
  const { body } = await callEndpoint('listThumbnails', user);
  const [first] = body['thumbnails'] as { previewURL: string; isFinished: boolean }[];
  return { isFinished: first?.isFinished, preview: first && new URL(first.previewURL).pathname.slice(1) };
}

const storedKey = async () => (await db.listItems('thumbnails', user))[0]?.['designPreviewKey'];

describe('the preview of a design', () => {
  it('is stored beside the image, without what follows the end of the JPEG, and shown by the list', async () => {
    const withTail = Buffer.concat([DESIGN_PREVIEW, Buffer.from('<script>')]).toString('base64');

    expect(await save({ design: DESIGN, version: 0, preview: withTail })).toMatchObject({ status: 200 });

    const [first, ...others] = uploads();
    const { key = '', ...stored } = first ?? {};
    expect(key).toMatch(new RegExp(`^images/${user}/${id}\\.[0-9a-f-]{36}\\.jpg$`));
    expect(stored).toEqual({
      type: 'image/jpeg',
      content: Buffer.from(markImage('image/jpeg', DESIGN_PREVIEW, 'generated')),
    });
    expect(others).toEqual([]);
    expect(await list()).toEqual({ isFinished: true, preview: expect.stringContaining(key) as string });
  });

  it('says that it contains a photo, if the design has a cut-out', async () => {
    await db.putItem(
      'thumbnails',
      thumbnailItem(user, CUTOUT_LAYER.cutoutId, 'succeeded', { kind: 'cutout' }),
    );
    const design = { ...DESIGN, layers: [CUTOUT_LAYER] };

    expect(await save({ design, version: 0, preview: PREVIEW })).toMatchObject({ status: 200 });

    const content = Buffer.from(markImage('image/jpeg', DESIGN_PREVIEW, 'composite'));
    expect(uploads()).toMatchObject([{ content }]);
  });

  it.each([
    ['shows a picture', 'succeeded', { model: 'picture' }, { isPicture: true }],
    ['hides a cut-out', 'succeeded', {}, { hidden: true }],
    ['has a deleted cut-out', 'deleted', {}, {}],
  ])('says nothing of AI if the design of a photo %s', async (_, status, cutout, changes) => {
    const photoId = db.newGeneration();
    const { cutoutId } = CUTOUT_LAYER;
    await db.putItem('thumbnails', thumbnailItem(user, photoId, 'succeeded', { model: 'photo' }));
    await db.putItem('thumbnails', thumbnailItem(user, cutoutId, status, { kind: 'cutout', ...cutout }));
    const design = { ...DESIGN, layers: [TEXT_LAYER, { ...CUTOUT_LAYER, ...changes }] };

    const params = { id: photoId };
    const saved = await callEndpoint('saveDesign', user, {
      params,
      body: { design, version: 0, preview: PREVIEW },
    });

    expect(saved).toMatchObject({ status: 200 });
    expect(uploads()).toMatchObject([{ content: DESIGN_PREVIEW }]);
    const { body } = await callEndpoint('listThumbnails', user, { query: { model: 'photo' } });
    expect(body).toMatchObject({ thumbnails: [{ id: photoId, mark: 'none' }] });
  });

  it('is stored for a design that only crops the image, and the filter of finished thumbnails finds it', async () => {
    await save({ design: { layers: [], crop: 0.2 }, version: 0, preview: PREVIEW });

    const key = uploads()[0]?.key;
    expect(await list()).toEqual({ isFinished: true, preview: key });
    const { body } = await callEndpoint('listThumbnails', user, { query: { finished: 'true' } });
    expect(body).toMatchObject({ thumbnails: [{ id, isFinished: true }] });
  });

  it('is replaced by the preview of the next version, and then deleted', async () => {
    await save({ design: DESIGN, version: 0, preview: PREVIEW });
    await save({ design: OTHER_DESIGN, version: 1, preview: PREVIEW });

    const [first, second] = uploads();
    expect(await storedKey()).toBe(second?.key);
    expect(deletedImages()).toEqual([first?.key]);
  });

  it.each([
    ['has no layers any more', { design: EMPTY_DESIGN, version: 1, preview: PREVIEW }, false],
    [
      'has only a hidden layer',
      { design: { ...DESIGN, layers: [{ ...TEXT_LAYER, hidden: true }] }, version: 1, preview: PREVIEW },
      false,
    ],
    [
      'only mirrors the image',
      { design: { ...EMPTY_DESIGN, adjustments: { flipped: true } }, version: 1 },
      true,
    ],
    ['comes without a preview', { design: OTHER_DESIGN, version: 1 }, true],
    [
      'has only layers without words, and comes without a preview',
      { design: SHAPE_DESIGN, version: 1 },
      true,
    ],
  ])('is deleted when the next version %s', async (_, body, isFinished) => {
    await save({ design: DESIGN, version: 0, preview: PREVIEW });

    expect(await save(body)).toMatchObject({ status: 200, body: { version: 2 } });

    expect(uploads().map(({ key }) => key)).toEqual(deletedImages());
    expect(await list()).toEqual({
      isFinished,
      preview: expect.stringContaining(`${id}.webp`) as string,
    });
  });

  it('is not stored with a save that has read another version, nor with a repeated save', async () => {
    await save({ design: DESIGN, version: 0, preview: PREVIEW });
    const key = await storedKey();

    expect(await save({ design: OTHER_DESIGN, version: 0, preview: PREVIEW })).toMatchObject({ status: 409 });
    expect(await save({ design: DESIGN, version: 0, preview: PREVIEW })).toMatchObject({ status: 200 });

    expect(uploads()).toHaveLength(1);
    expect(await storedKey()).toBe(key);
    expect(deletedImages()).toEqual([]);
  });

  it('of the page that saved second is deleted when two pages save at the same time', async () => {
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => save({ design: OTHER_DESIGN, version: 0, preview: PREVIEW }),
    });

    expect(await save({ design: DESIGN, version: 0, preview: PREVIEW })).toMatchObject({ status: 409 });

    const [loser, winner] = uploads();
    expect(await storedKey()).toBe(winner?.key);
    expect(deletedImages()).toEqual([loser?.key]);
  });

  it('is missing, and the design saved, when S3 fails', async () => {
    s3.on(PutObjectCommand).rejects(new Error('S3 is down'));

    expect(await save({ design: DESIGN, version: 0, preview: PREVIEW })).toMatchObject({ status: 200 });

    expect(await list()).toMatchObject({ isFinished: true });
  });

  it('is deleted with its thumbnail', async () => {
    await save({ design: DESIGN, version: 0, preview: PREVIEW });
    const key = await storedKey();
    await callEndpoint('deleteThumbnail', user, { params: { id } });

    const image = `images/${user}/${id}`;
    expect(deletedImages()).toEqual([`${image}.png`, `${image}.jpg`, `${image}.webp`, key]);
  });

  it('that a save stored while its thumbnail was deleted is deleted when the deletion is finished', async () => {
    const prefix = `images/${user}/${id}.`;
    s3.on(ListObjectsV2Command, { Prefix: prefix }).resolves({ Contents: [{ Key: `${prefix}late.jpg` }] });

    await finishDeletion({ userId: user, generationId: id });

    expect(deletedImages()).toEqual([`${prefix}late.jpg`]);
  });

  it.each([
    ['that is no base64', '<svg>'],
    ['that is longer than 30,000 bytes', 'A'.repeat(40_004)],
    ['that is no JPEG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
    ['of another size', JPEGS.baseline.toString('base64')],
    [
      'of a size that would fill the memory',
      withDeclaredSize(JPEGS.baseline, 65_535, 65_535).toString('base64'),
    ],
    ['that is cut off', DESIGN_PREVIEW.subarray(0, -20).toString('base64')],
    ['that is a number', 7],
  ])('%s refuses the save before anything is stored', async (_, preview) => {
    expect(await save({ design: DESIGN, version: 0, preview })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', params: { field: 'preview' } },
    });

    expect(uploads()).toEqual([]);
    expect((await db.listItems('thumbnails', user))[0]).not.toHaveProperty('design');
  });
});

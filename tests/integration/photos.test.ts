import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EditOperation } from '#contract/endpoints/edit-requests.ts';
import { accountExport } from '#contract/endpoints/account-export.ts';
import { createdEdit } from '#contract/endpoints/edit-schemas.ts';
import { createThumbnailResponse } from '#contract/endpoints/photo-requests.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { readPngSize } from '../../functions/platform/png.ts';
import { addCreator, WELCOME, type Creator } from '../support/cloud/creator.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { DESIGN } from '../support/designs.ts';
import { DESIGN_PREVIEW } from '../support/jpegs.ts';
import { makeMask, rectangle } from '../support/masks.ts';
import { createPhoto, withOrientation } from '../support/photos.ts';
import { expectInvariants } from './support/invariants.ts';
import { shareCloud } from './support/cloud.ts';

/** A small size, because each test decodes and encodes its photo several times. Both sides of a photo have at least 320 pixels. */
const [WIDTH, HEIGHT] = [400, 320];
const PHOTO = createPhoto(WIDTH, HEIGHT);
const mask = makeMask(WIDTH, HEIGHT, rectangle(200, 100, 300, 200)).toString('base64');

/** Each service of edits, with the size of its result. */
const OPERATIONS: [name: string, operation: EditOperation, size: [number, number]][] = [
  ['erase', { kind: 'erase', mask }, [WIDTH, HEIGHT]],
  ['replace what is painted', { kind: 'replace', mask, prompt: 'a robot' }, [WIDTH, HEIGHT]],
  ['replace a thing', { kind: 'replace', find: 'the wall', prompt: 'a robot' }, [WIDTH, HEIGHT]],
  ['recolor', { kind: 'recolor', find: 'the wall', prompt: 'green' }, [WIDTH, HEIGHT]],
  ['fill', { kind: 'fill', left: 40, right: 0, up: 0, down: 20 }, [WIDTH + 40, HEIGHT + 20]],
  ['upscale', { kind: 'upscale' }, [WIDTH * 4, HEIGHT * 4]],
];

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await addCreator(cloud);
});

async function makePhoto(file = PHOTO) {
  const { userId } = creator;
  const referenceId = await inspector.storeReferenceImage(userId, userId, file);
  const answer = await creator.post('/api/thumbnails', { userId, referenceId, name: 'Holiday' });
  expect(answer).toMatchObject({ status: 200 });
  return createThumbnailResponse.parse(answer.body);
}

async function edit(thumbnailId: string, operation: object, baseId = thumbnailId) {
  const ids = { userId: creator.userId, editId: randomUUID(), thumbnailId, baseId };
  const answer = await creator.post('/api/edits', { ...ids, operation });
  expect(answer).toMatchObject({ status: 200 });
  return createdEdit.parse(answer.body);
}

const read = async (id: string) => (await creator.get(`/api/thumbnails/${id}`)).body;

describe('an edit of a photo', () => {
  it.each(OPERATIONS)('can %s, at the price of any edit', async (_, operation, [width, height]) => {
    const { generationId } = await makePhoto();

    const made = await edit(generationId, operation);

    expect(made).toMatchObject({ width, height });
    expect((await fetch(made.imageURL)).status).toBe(200);
    expect(await creator.credits()).toBe(WELCOME - 1);
    const { mask: _mask, ...summary } = { mask: undefined, ...operation };
    expect(await read(generationId)).toMatchObject({
      model: 'photo',
      edits: [{ id: made.editId, operation: summary, width, height }],
    });
    await expectInvariants(inspector, creator.userId);
  });
});

it('a photo is listed, designed, duplicated, exported and deleted as every thumbnail', async () => {
  const { generationId: id } = await makePhoto();
  const { editId } = await edit(id, { kind: 'recolor', find: 'the wall', prompt: 'green' });
  const design = { ...DESIGN, image: editId };
  const preview = DESIGN_PREVIEW.toString('base64');

  const saved = await creator.put(`/api/thumbnails/${id}/design`, { design, version: 0, preview });
  const copyId = randomUUID();
  const copied = await creator.post(`/api/thumbnails/${id}/copies`, { copyId });

  expect([saved.status, copied.status]).toEqual([200, 200]);
  expect(await creator.get('/api/thumbnails?search=holiday&model=photo')).toMatchObject({
    body: { thumbnails: [{ id, name: 'Holiday' }] },
  });
  expect(await read(copyId)).toMatchObject({ model: 'edited-photo', name: 'Holiday copy' });
  const { body } = await creator.get('/api/account/export');
  const { thumbnails, edits } = accountExport.parse(body);
  expect(edits).toMatchObject([{ id: editId, thumbnailId: id }]);
  expect(new Map(thumbnails.map((each) => [each.id, each.model]))).toEqual(
    new Map([
      [copyId, 'edited-photo'],
      [id, 'photo'],
    ]),
  );
  await expectInvariants(inspector, creator.userId);
  await creator.delete(`/api/thumbnails/${id}`);
  const images = await inspector.images(creator.userId);
  expect(images.filter((key) => key.includes(id) || key.includes(editId))).toEqual([]);
});

it('a photo can be the reference of an image', async () => {
  const { generationId: id } = await makePhoto();
  const reference = { kind: 'thumbnail', id, use: 'layout' };

  expect(await creator.generate('a castle', { reference })).toMatchObject({ status: 200 });

  await expectInvariants(inspector, creator.userId);
});

it('the photo of a camera is stored upright', async () => {
  const { imageURL } = await makePhoto(withOrientation(PHOTO, 6));

  const png = Buffer.from(await (await fetch(imageURL)).arrayBuffer());

  expect(readPngSize(png)).toEqual({ width: HEIGHT, height: WIDTH });
});

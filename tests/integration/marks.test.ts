import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { CUTOUT_LAYER, DESIGN } from '../support/designs.ts';
import { readMark } from '../support/image-metadata.ts';
import { DESIGN_PREVIEW } from '../support/jpegs.ts';
import { makeMask, rectangle, createPng } from '../support/masks.ts';
import { shareCloud } from './support/cloud.ts';

const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';
const GENERATED = { source: `${TYPES}/trainedAlgorithmicMedia`, tool: 'Thumbforge' };
const COMPOSITE = { source: `${TYPES}/compositeWithTrainedAlgorithmicMedia`, tool: 'Thumbforge' };

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});

async function post(creator: Creator, path: string, body: object): Promise<string> {
  const id = randomUUID();
  const ids = { userId: creator.userId, editId: id, generationId: id };
  expect(await creator.post(path, { ...body, ...ids })).toMatchObject({ status: 200 });
  return id;
}

/** The marks of all files that the product has stored for a creator, by their ids and endings. */
async function readMarks({ userId }: Creator): Promise<Record<string, unknown>> {
  const keys = (await inspector.images(userId)).filter((key) => key.startsWith('images/'));
  const marks = keys.map(async (key) => [
    key.slice(`images/${userId}/`.length).replace(/\.[\da-f-]{36}(?=\.jpg)/, '.design'),
    readMark(await inspector.readImage(key)),
  ]);
  return Object.fromEntries(await Promise.all(marks)) as Record<string, unknown>;
}

it('says in the file of every image, edit and preview that AI made it', async () => {
  const creator = await addCreator(cloud);
  const thumbnailId = await post(creator, '/api/generate-thumbnail', { prompt: 'a castle' });
  const mask = makeMask(128, 72, rectangle(80, 30, 100, 45)).toString('base64');
  const change = (operation: object) =>
    post(creator, '/api/edits', { thumbnailId, baseId: thumbnailId, operation });

  const erased = await change({ kind: 'erase', mask });
  const upscaled = await change({ kind: 'upscale' });

  expect(await readMarks(creator)).toEqual({
    [`${thumbnailId}.png`]: GENERATED,
    [`${thumbnailId}.webp`]: GENERATED,
    [`${erased}.png`]: GENERATED,
    [`${erased}.webp`]: GENERATED,
    [`${upscaled}.jpg`]: GENERATED,
    [`${upscaled}.webp`]: GENERATED,
  });
});

it('says of a cut-out, and of a design with a cut-out, that AI made a part, and says nothing of a picture', async () => {
  const creator = await addCreator(cloud);
  const { userId } = creator;
  const id = await post(creator, '/api/generate-thumbnail', { prompt: 'a castle' });
  const upload = (file?: Buffer) => inspector.storeReferenceImage(userId, '', file);

  const cutoutId = await post(creator, '/api/cutouts', { referenceId: await upload() });
  const picture = { referenceId: await upload(createPng(64, 64)), keepsBackground: true };
  const pictureId = await post(creator, '/api/cutouts', picture);
  const design = { ...DESIGN, layers: [{ ...CUTOUT_LAYER, cutoutId }] };
  const preview = DESIGN_PREVIEW.toString('base64');
  const saved = await creator.put(`/api/thumbnails/${id}/design`, { design, version: 0, preview });

  expect(saved).toMatchObject({ status: 200 });
  expect(await readMarks(creator)).toEqual({
    [`${id}.png`]: GENERATED,
    [`${id}.webp`]: GENERATED,
    [`${id}.design.jpg`]: COMPOSITE,
    [`${cutoutId}.png`]: COMPOSITE,
    [`${pictureId}.png`]: undefined,
  });
});

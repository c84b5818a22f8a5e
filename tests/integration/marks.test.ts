import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { CUTOUT_LAYER, DESIGN } from '../support/designs.ts';
import { readMark } from '../support/image-metadata.ts';
import { DESIGN_PREVIEW } from '../support/jpegs.ts';
import { createPhoto } from '../support/photos.ts';
import { makeMask, rectangle, createPng } from '../support/masks.ts';
import { shareCloud } from './support/cloud.ts';
import { buyPackThroughGateway } from '../prove/stripe.ts';

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
  const { body } = await creator.get('/api/thumbnails');
  expect(body).toMatchObject({ thumbnails: [{ id, mark: 'composite' }] });
});

/** The smallest photo that is not square: every file of it is decoded and encoded again. */
const PHOTO = createPhoto(400, 320);

/** The files of a photo, its edits, its copies and its designs, each with the mark that it must have. */
it('says nothing of AI in a photo, until a model changes the photo or makes a cut-out that is shown on it', async () => {
  const creator = await addCreator(cloud);
  const { userId } = creator;
  await buyPackThroughGateway(cloud, creator);
  const upload = (file?: Buffer) => inspector.storeReferenceImage(userId, '', file);
  const photo = async () =>
    post(creator, '/api/thumbnails', { referenceId: await upload(PHOTO), name: 'Photo' });
  const edit = (thumbnailId: string, baseId: string, operation: object) =>
    post(creator, '/api/edits', { thumbnailId, baseId, operation });
  const save = async (id: string, design: object) => {
    const body = { design: { crop: 0.5, ...design }, version: 0, preview: DESIGN_PREVIEW.toString('base64') };
    expect(await creator.put(`/api/thumbnails/${id}/design`, body)).toMatchObject({ status: 200 });
  };
  const duplicate = async (id: string) => {
    const copyId = randomUUID();
    expect(await creator.post(`/api/thumbnails/${id}/copies`, { copyId })).toMatchObject({ status: 200 });
    return copyId;
  };
  const recolor = { kind: 'recolor', find: 'the wall', prompt: 'red' };

  const cutoutId = await post(creator, '/api/cutouts', { referenceId: await upload() });
  const [plain, changed, withCutout] = await Promise.all([photo(), photo(), photo()]);
  const [erased, upscaled] = await Promise.all([
    edit(changed, changed, recolor),
    edit(plain, plain, { kind: 'upscale' }),
  ]);
  const again = await edit(changed, erased, recolor);
  await Promise.all([
    save(plain, DESIGN),
    save(changed, { layers: DESIGN.layers, image: again }),
    save(withCutout, { layers: [...DESIGN.layers, { ...CUTOUT_LAYER, cutoutId }] }),
  ]);
  const [copyOfPlain, copyOfChanged, copyOfCutout] = await Promise.all([
    duplicate(plain),
    duplicate(changed),
    duplicate(withCutout),
  ]);
  const editOfCopy = await edit(copyOfChanged, copyOfChanged, recolor);

  const files = (id: string, mark: unknown, designMark: unknown = mark) => ({
    [`${id}.png`]: mark,
    [`${id}.webp`]: mark,
    [`${id}.design.jpg`]: designMark,
  });
  const version = (id: string) => ({ [`${id}.png`]: COMPOSITE, [`${id}.webp`]: COMPOSITE });
  expect(await readMarks(creator)).toEqual({
    [`${cutoutId}.png`]: COMPOSITE,
    ...files(plain, undefined),
    ...files(changed, undefined, COMPOSITE),
    ...files(withCutout, undefined, COMPOSITE),
    ...version(erased),
    ...version(again),
    [`${upscaled}.jpg`]: COMPOSITE,
    [`${upscaled}.webp`]: COMPOSITE,
    ...files(copyOfPlain, undefined),
    ...files(copyOfChanged, COMPOSITE),
    ...files(copyOfCutout, undefined, COMPOSITE),
    ...version(editOfCopy),
  });
  const { body } = await creator.get('/api/thumbnails');
  const listed = body['thumbnails'] as { id: string; model: string; mark: string }[];
  expect(Object.fromEntries(listed.map(({ id, model, mark }) => [id, [model, mark]]))).toEqual({
    [plain]: ['photo', 'none'],
    [changed]: ['photo', 'composite'],
    [withCutout]: ['photo', 'composite'],
    [copyOfPlain]: ['photo', 'none'],
    [copyOfChanged]: ['edited-photo', 'composite'],
    [copyOfCutout]: ['photo', 'composite'],
  });
});

import { beforeEach, describe, expect, it } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import { CUTOUT_LAYER } from '../../support/designs.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { createEdit, edit, editItem, findRow, prepareEdit, readGeneration } from './support/edits.ts';
import { thumbnailItem } from './support/items.ts';

beforeEach(prepareEdit);

const save = (image: string | undefined, version = 0, layers: object[] = []) =>
  callEndpoint('saveDesign', edit.user, {
    params: { id: edit.thumbnailId },
    body: { design: { layers, crop: 0.5, image }, version },
  });

async function listFirst() {
  const { body } = await callEndpoint('listThumbnails', edit.user);
  const [{ url = '', previewURL = '', width, height } = {}] = body['thumbnails'] as Record<string, string>[];
  return { image: new URL(url).pathname, preview: new URL(previewURL).pathname, width, height };
}
const images = (id: string) => ({
  image: `/images/${edit.user}/${id}.png`,
  preview: `/images/${edit.user}/${id}.webp`,
});

describe('a design that names a version', () => {
  it('shows it in the list, until the next design names another version or the original', async () => {
    await db.putItem(
      'thumbnails',
      thumbnailItem(edit.user, edit.thumbnailId, 'succeeded', {
        previewKey: `images/${edit.user}/${edit.thumbnailId}.webp`,
        designPreviewKey: `images/${edit.user}/design.jpg`,
        width: 1344,
        height: 768,
      }),
    );
    const { previewURL, originalPreviewURL } = await readGeneration();
    expect([previewURL, originalPreviewURL]).toEqual([
      expect.stringContaining('/design.jpg?'),
      expect.stringContaining(`/${edit.thumbnailId}.webp?`),
    ]);
    await createEdit();
    expect(await save(edit.id)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await listFirst()).toEqual({ ...images(edit.id), width: 1344, height: 768 });
    expect(await readGeneration()).toMatchObject({ design: { image: edit.id } });

    expect(await save(undefined, 1)).toMatchObject({ status: 200 });

    expect(await listFirst()).toEqual({ ...images(edit.thumbnailId), width: 1344, height: 768 });
    expect(await findRow(edit.thumbnailId)).not.toHaveProperty('shown');
  });

  it('has it in the list of versions, also behind as many newer ones as the list has', async () => {
    const put = async (number: number) => {
      const generationId = db.newGeneration();
      const createdAt = new Date(Date.UTC(2026, 10, 1, 0, number)).toISOString();
      const listedAt = `edit#${edit.thumbnailId}#${createdAt}`;
      await db.putItem('thumbnails', editItem('succeeded', { generationId, createdAt, listedAt, cost: 0 }));
      return generationId;
    };
    const [oldest = '', ...ids] = await Promise.all(
      Array.from({ length: LIMITS.listedEdits + 2 }, (_, i) => put(i)),
    );
    const listVersions = async () =>
      ((await readGeneration())['edits'] as { id: string }[]).map(({ id }) => id);
    const newest = ids.toReversed().slice(0, LIMITS.listedEdits);

    expect(await listVersions()).toEqual(newest);
    expect(await save(oldest)).toMatchObject({ status: 200 });
    expect(await listVersions()).toEqual([...newest, oldest]);
    expect(await save(newest[0], 1)).toMatchObject({ status: 200 });
    expect(await listVersions()).toEqual(newest);
  });

  it('is saved once when the response is lost', async () => {
    await createEdit();

    expect([(await save(edit.id)).status, (await save(edit.id)).status]).toEqual([200, 200]);
  });

  it.each<[string, () => Promise<string>]>([
    ['an unknown id', () => Promise.resolve(db.newGeneration())],
    ['the thumbnail itself', () => Promise.resolve(edit.thumbnailId)],
    [
      'an edit of another thumbnail',
      async () => {
        await db.putItem('thumbnails', editItem('succeeded', { thumbnailId: db.newGeneration(), cost: 0 }));
        return edit.id;
      },
    ],
    [
      "another user's edit",
      async () => {
        await db.putItem('thumbnails', { ...editItem('succeeded'), userId: db.newUser() });
        return edit.id;
      },
    ],
    [
      'an edit that failed',
      async () => {
        await db.putItem('thumbnails', editItem('failed', { cost: 0 }));
        return edit.id;
      },
    ],
  ])('is refused for %s', async (_, prepare) => {
    expect(await save(await prepare())).toMatchObject({
      status: 400,
      body: { params: { field: 'design.image' } },
    });

    expect(await findRow(edit.thumbnailId)).not.toHaveProperty('design');
  });

  it('is no cut-out of its layers', async () => {
    await db.putItem('thumbnails', editItem('succeeded', { cost: 0 }));

    expect(await save(edit.id, 0, [{ ...CUTOUT_LAYER, cutoutId: edit.id }])).toMatchObject({
      status: 400,
      body: { params: { field: 'layer.cutoutId' } },
    });
  });
});

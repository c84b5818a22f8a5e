import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../../support/designs.ts';
import { callEndpoint } from '../support/endpoint.ts';
import {
  bucket,
  copy,
  duplicate,
  expectNoFindings,
  findRow,
  imageKey,
  NOT_FOUND,
  NOW,
  prepareCopy,
  runSchedule,
} from './support/copies.ts';
import * as db from './support/database.ts';
import { thumbnailItem } from './support/items.ts';
import { s3 } from './support/services.ts';

const DESIGN = {
  layers: [TEXT_LAYER, CUTOUT_LAYER],
  crop: 0.25,
  adjustments: { brightness: 0.1, contrast: 0 },
};

beforeEach(prepareCopy);

describe('a copy', () => {
  it('keeps its image when the thumbnail is deleted, and the thumbnail keeps its image when the copy is deleted', async () => {
    const other = db.newGeneration();
    await duplicate();
    await duplicate({ copyId: other });
    const before = [...bucket.keys()].filter((each) => each.includes(other));
    vi.setSystemTime(Date.parse(NOW) + 1_000);
    const remove = (generationId: string) =>
      callEndpoint('deleteThumbnail', copy.user, { params: { id: generationId } });

    expect((await remove(copy.copyId)).status).toBe(200);
    await runSchedule();
    expect([...bucket.keys()].filter((each) => each.includes(copy.id))).toHaveLength(3);
    expect((await remove(copy.id)).status).toBe(200);
    await runSchedule();

    expect([...bucket.keys()]).toEqual(before);
    expect(await findRow()).toEqual({
      userId: copy.user,
      generationId: copy.copyId,
      copyOf: copy.id,
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
      thumbnailItem(copy.user, copy.id, 'succeeded', {
        name: 'Castle',
        design: JSON.stringify({ ...DESIGN, image: editId }),
        designVersion: 2,
        headline: TEXT_LAYER.text,
        shown: { imageKey: imageKey(editId), previewKey: imageKey(editId, 'webp'), width: 1300, height: 700 },
      }),
    );
    bucket.set(imageKey(editId), 'edited').set(imageKey(editId, 'webp'), 'edited preview');

    await duplicate();

    const row = await findRow();
    expect(row).toMatchObject({
      name: 'Castle copy',
      imageKey: imageKey(copy.copyId),
      previewKey: imageKey(copy.copyId, 'webp'),
      width: 1300,
      height: 700,
      design: JSON.stringify(DESIGN),
      designVersion: 1,
    });
    expect(row).not.toHaveProperty('shown');
    expect([imageKey(copy.copyId), imageKey(copy.copyId, 'webp')].map((each) => bucket.get(each))).toEqual([
      'edited',
      'edited preview',
    ]);
  });

  it.each(['the image of the thumbnail', 'an edit'])(
    'starts with the image that was upscaled: %s',
    async (base) => {
      const [editId, upscaledId] = [db.newGeneration(), db.newGeneration()];
      const baseId = base === 'an edit' ? editId : copy.id;
      const edit = { kind: 'edit', thumbnailId: copy.id, prompt: '' };
      await db.putItem(
        'thumbnails',
        thumbnailItem(copy.user, editId, 'succeeded', { ...edit, baseId: copy.id }),
      );
      await db.putItem('thumbnails', thumbnailItem(copy.user, upscaledId, 'succeeded', { ...edit, baseId }));
      await db.putItem(
        'thumbnails',
        thumbnailItem(copy.user, copy.id, 'succeeded', {
          design: JSON.stringify({ layers: [], crop: 0.5, image: upscaledId }),
          designVersion: 1,
          shown: { imageKey: imageKey(upscaledId, 'jpg'), width: 5376, height: 3072 },
        }),
      );
      bucket.set(imageKey(editId), 'edited').set(imageKey(upscaledId, 'jpg'), 'large');

      await duplicate();

      expect(await findRow()).toMatchObject({ imageKey: imageKey(copy.copyId), width: 1344, height: 768 });
      expect(bucket.get(imageKey(copy.copyId))).toBe(base === 'an edit' ? 'edited' : 'image');
    },
  );

  it.each([
    ['says that AI made a part of it', 'a design with a preview', true, 'composite'],
    ['has no mark of AI', 'a design without a preview', false, 'none'],
  ])('of a photo whose cut-out was deleted %s, for %s', async (_, _design, hasPreview, mark) => {
    const headline = TEXT_LAYER.text;
    await db.putItem(
      'thumbnails',
      thumbnailItem(copy.user, copy.id, 'succeeded', {
        ...{ model: 'photo', cost: 0, design: JSON.stringify(DESIGN), designVersion: 2, headline },
        shown: { imageKey: imageKey(copy.id), width: 1344, height: 768, mark: 'composite' },
        ...(hasPreview && { designPreviewKey: imageKey(copy.id, 'design.jpg') }),
      }),
    );

    await duplicate();

    const { body } = await callEndpoint('listThumbnails', copy.user);
    expect(
      (body['thumbnails'] as { id: string; mark: string }[]).map(({ id, mark: read }) => [id, read]),
    ).toEqual([
      [copy.copyId, mark],
      [copy.id, 'composite'],
    ]);
  });

  it('of a copy has the word in its name once, within the limit of a name', async () => {
    const name = 'ü'.repeat(LIMITS.thumbnailNameLength);
    await db.putItem('thumbnails', thumbnailItem(copy.user, copy.id, 'succeeded', { name }));
    const second = db.newGeneration();

    await duplicate();
    await duplicate({ id: copy.copyId, copyId: second });

    const expected = `${'ü'.repeat(LIMITS.thumbnailNameLength - 5)} copy`;
    expect([(await findRow())?.['name'], (await findRow(second))?.['name']]).toEqual([expected, expected]);
  });
});

it('names the copy of a picture without a name as the library names the picture', async () => {
  const photo = { model: 'photo', prompt: '', cost: 0 };
  await db.putItem('thumbnails', thumbnailItem(copy.user, copy.id, 'succeeded', photo));

  await duplicate();

  expect(await findRow()).toMatchObject({ name: 'Untitled picture copy' });
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
    await db.putItem('thumbnails', thumbnailItem(copy.user, other, status, { ...more }));

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
    await db.putItem('thumbnails', thumbnailItem(copy.user, pending, 'pending'));
    await db.putItem('thumbnails', thumbnailItem(copy.user, other, 'succeeded'));
    await duplicate();
    const rows = await db.listItems('thumbnails', copy.user);
    const refusal = {
      status: 400,
      body: { error: 'copyId was already used for another request', params: { field: 'copyId' } },
    };

    expect(await duplicate({ copyId: copy.id })).toMatchObject(refusal);
    expect(await duplicate({ copyId: pending })).toMatchObject(refusal);
    expect(await duplicate({ id: other })).toMatchObject(refusal);
    expect(await duplicate({ copyId: 'none' })).toMatchObject({
      status: 400,
      body: { error: 'copyId must be a UUID' },
    });

    expect(await db.listItems('thumbnails', copy.user)).toEqual(rows);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { CUTOUT_LAYER, DESIGN, TEXT_LAYER } from '../../support/designs.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';

const SAVE_CALLS = ['GetItem', 'UpdateItem', 'UpdateItem', 'GetItem', 'TransactWriteItems'];
const OTHER_DESIGN = { ...DESIGN, layers: [{ ...TEXT_LAYER, text: 'ANOTHER' }] };

let user: string;
let id: string;

beforeEach(async () => {
  prepareGeneration();
  user = db.newUser();
  id = db.newGeneration();
  await db.putUser(user, 3);
  await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
});

const save = (body: unknown, generationId = id) =>
  callEndpoint('saveDesign', user, { params: { id: generationId }, body });

async function read() {
  const { design, designVersion } = (await callEndpoint('readThumbnail', user, { params: { id } })).body;
  return { design, designVersion };
}

const CHANGED = { status: 409, body: { code: 'design_changed' } };

describe('a design', () => {
  it('is stored with the next version, and read with the thumbnail', async () => {
    expect(await read()).toEqual({ design: undefined, designVersion: 0 });

    expect(await save({ design: DESIGN, version: 0 })).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await read()).toEqual({ design: DESIGN, designVersion: 1 });

    expect(await save({ design: OTHER_DESIGN, version: 1 })).toMatchObject({ body: { version: 2 } });
    expect(await read()).toEqual({ design: OTHER_DESIGN, designVersion: 2 });
    const list = await callEndpoint('listThumbnails', user, { query: { search: 'another' } });
    expect(list.body['thumbnails']).toMatchObject([{ id, isFinished: true }]);
  });

  it('is saved with one read of the account and the thumbnail, two counters and one write', async () => {
    db.resetCalls();
    await save({ design: DESIGN, version: 0 });
    expect(db.operations()).toEqual(SAVE_CALLS);
  });

  it.each([0, 2, 7, Number.MAX_SAFE_INTEGER - 1])(
    'is not replaced by a save that has read version %i instead of 1',
    async (version) => {
      await save({ design: DESIGN, version: 0 });

      expect(await save({ design: OTHER_DESIGN, version })).toMatchObject(CHANGED);

      expect(await read()).toEqual({ design: DESIGN, designVersion: 1 });
    },
  );

  it('keeps the first save when two pages save at the same time', async () => {
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => save({ design: OTHER_DESIGN, version: 0 }),
    });

    expect(await save({ design: DESIGN, version: 0 })).toMatchObject(CHANGED);

    expect(await read()).toEqual({ design: OTHER_DESIGN, designVersion: 1 });
  });

  it('has one version after a save whose response was lost and that is repeated', async () => {
    db.failCall(timedOut(), { operation: 'TransactWriteItems', isWritten: true });

    expect((await save({ design: DESIGN, version: 0 })).status).toBe(500);
    expect(await save({ design: DESIGN, version: 0 })).toMatchObject({ status: 200, body: { version: 1 } });

    expect(await read()).toEqual({ design: DESIGN, designVersion: 1 });
  });

  it('that came back later is not taken for the lost response of an older save', async () => {
    await save({ design: DESIGN, version: 0 });
    await save({ design: OTHER_DESIGN, version: 1 });
    await save({ design: DESIGN, version: 2 });

    expect(await save({ design: DESIGN, version: 0 })).toMatchObject(CHANGED);

    expect(await read()).toEqual({ design: DESIGN, designVersion: 3 });
  });

  it('with the smallest and the most precise numbers is read as it was saved', async () => {
    const layer = { ...TEXT_LAYER, x: 5e-324, y: 0.1 + 0.2, rotation: -1e-200 };
    const design = { layers: [layer], crop: 1 / 3 };

    expect((await save({ design, version: 0 })).status).toBe(200);

    expect(await read()).toEqual({ design, designVersion: 1 });
  });
});

describe('a stored design', () => {
  const tall = { ...TEXT_LAYER, x: -9_000, size: 4_000, text: 'A'.repeat(500), color: '#FFF' };
  const LATER = { ...TEXT_LAYER, id: CUTOUT_LAYER.id, kind: 'sticker' };
  const put = (design: string) =>
    db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', { design, designVersion: 1 }));

  it.each<[string, string, object | undefined]>([
    [
      'under other limits is read as it was saved',
      JSON.stringify({ layers: [tall], crop: 3 }),
      { layers: [tall], crop: 3 },
    ],
    [
      'with a layer of an unknown kind is read without it',
      JSON.stringify({ layers: [LATER, TEXT_LAYER], crop: 1 }),
      { layers: [TEXT_LAYER], crop: 1 },
    ],
    [
      'with a broken layer is read without it',
      JSON.stringify({ layers: [{ ...TEXT_LAYER, x: null }] }),
      { layers: [], crop: 0.5 },
    ],
    [
      'with unreadable adjustments is read without them',
      JSON.stringify({ layers: [], crop: 1, adjustments: { zoom: 'far' } }),
      { layers: [], crop: 1 },
    ],
    [
      'with adjustments beyond the limits is read with them',
      JSON.stringify({ layers: [], crop: 1, adjustments: { zoom: 9 } }),
      { layers: [], crop: 1, adjustments: { zoom: 9 } },
    ],
    [
      'with a former code of a language is read with it',
      JSON.stringify({ layers: [{ ...TEXT_LAYER, translations: { iw: { text: 'A' } } }], crop: 1 }),
      { layers: [{ ...TEXT_LAYER, translations: { iw: { text: 'A' } } }], crop: 1 },
    ],
    ['that is no JSON is read as no design', '{"layers":', undefined],
    ['that is another value is read as no design', '7', undefined],
  ])('%s', async (_, stored, design) => {
    await put(stored);

    expect(await read()).toEqual({ design, designVersion: 1 });
  });

  it('accepts a repeated save, also if its fields were stored in another order', async () => {
    const { layers, crop } = DESIGN;
    await put(JSON.stringify({ crop, layers }));

    expect(await save({ design: DESIGN, version: 0 })).toMatchObject({ status: 200, body: { version: 1 } });
  });
});

describe('a design that is refused', () => {
  it.each<[string, string | object]>([
    ['an unknown field', { design: { ...DESIGN, filter: 'sepia' }, version: 1 }],
    ['an infinite position', `{"design":{"layers":[],"crop":1e999},"version":1}`],
    ['a body that is not JSON', '{"design":'],
    ['a version that has no next version', { design: DESIGN, version: Number.MAX_SAFE_INTEGER }],
    [
      'more than 96 KB',
      `${JSON.stringify({ design: DESIGN, version: 1 })}${' '.repeat(DESIGN_LIMITS.requestBytes)}`,
    ],
    ['no version', { design: DESIGN }],
  ])('for %s leaves the stored one unchanged', async (_, body) => {
    await save({ design: DESIGN, version: 0 });
    const before = await db.listItems('thumbnails', user);

    expect(await save(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await db.listItems('thumbnails', user)).toEqual(before);
  });
});

describe('a design with cut-outs', () => {
  const other = db.newUser();
  const withCutouts = (...cutoutIds: string[]) => {
    const layers = cutoutIds.map((cutoutId) => ({ ...CUTOUT_LAYER, id: db.newGeneration(), cutoutId }));
    return { design: { ...DESIGN, layers }, version: 0 };
  };
  async function putGeneration(owner: string, status: string, more: { kind?: 'cutout' }) {
    const generationId = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(owner, generationId, status, more));
    return generationId;
  }
  const putCutout = (owner: string, status = 'succeeded') => putGeneration(owner, status, { kind: 'cutout' });

  it('may use one cut-out several times, and takes one write, and one read of each cut-out', async () => {
    const own = await putCutout(user);
    db.resetCalls();

    expect(await save(withCutouts(own, await putCutout(user), own))).toMatchObject({ status: 200 });

    const [write = ''] = SAVE_CALLS.slice(-1);
    expect(db.operations()).toEqual([...SAVE_CALLS.slice(0, -1), 'GetItem', 'GetItem', write]);
  });

  it.each<[string, () => Promise<string> | string]>([
    ["another user's cut-out", () => putCutout(other)],
    ['an unknown cut-out', () => db.newGeneration()],
    ['a cut-out that is not finished', () => putCutout(user, 'pending')],
    ['a cut-out that failed', () => putCutout(user, 'failed')],
    ['the thumbnail itself', () => id],
    ['another thumbnail', () => putGeneration(user, 'succeeded', {})],
  ])('is refused for %s, and the stored design is unchanged', async (_, find) => {
    await save({ design: DESIGN, version: 0 });
    const [own, wrong] = [await putCutout(user), await find()];

    expect(await save({ ...withCutouts(own, wrong), version: 1 })).toMatchObject({
      status: 400,
      body: { error: `layer.cutoutId must be one of your cut-outs, not ${wrong}`, code: 'invalid_request' },
    });

    expect(await read()).toEqual({ design: DESIGN, designVersion: 1 });
  });
});

describe('a thumbnail that cannot have a design', () => {
  const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

  it('is a cut-out', async () => {
    const generationId = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, generationId, 'succeeded', { kind: 'cutout' }));

    expect(await save({ design: DESIGN, version: 0 }, generationId)).toMatchObject(NOT_FOUND);
  });

  it.each([
    ['failed', NOT_FOUND],
    ['pending', { status: 409, body: { code: 'in_progress' } }],
    ['waiting', { status: 409, body: { code: 'in_progress' } }],
  ])('is a thumbnail that is %s', async (status, refusal) => {
    const generationId = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, generationId, status));

    expect(await save({ design: DESIGN, version: 0 }, generationId)).toMatchObject(refusal);

    expect((await db.listItems('thumbnails', user)).some((item) => 'design' in item)).toBe(false);
  });
});

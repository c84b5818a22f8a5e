import { beforeEach, describe, expect, it } from 'vitest';
import type { Brand } from '#contract/design/brand.ts';
import { BRAND, CUTOUT_LAYER, TEXT_LAYER } from '../../support/designs.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { thumbnailItem } from './support/items.ts';

const NO_BRAND = { brand: { colors: [], layouts: [] }, version: 0 };
const OTHER_BRAND: Brand = { colors: ['#123456'], layouts: [] };
const CHANGED = { status: 409, body: { code: 'brand_changed' } };

let user: string;

beforeEach(async () => {
  user = db.newUser();
  await db.putUser(user, 3);
});

const save = (brand: unknown, version: unknown = 0) =>
  callEndpoint('saveBrand', user, { body: { brand, version } });
const read = async (userId = user) => (await callEndpoint('readBrand', userId)).body;
const listColors = (count: number) => Array.from({ length: count }, (_, index) => `#00000${index}`);
const [LAYOUT] = BRAND.layouts;
const withLayers = (...layers: object[]) => ({ colors: [], layouts: [{ ...LAYOUT, layers }] });

describe('a brand', () => {
  it('is empty at first, is stored with the next version, and belongs to its user', async () => {
    expect(await read()).toEqual(NO_BRAND);

    expect(await save(BRAND)).toEqual(
      expect.objectContaining({ status: 200, body: { brand: BRAND, version: 1 } }),
    );
    expect(await read()).toEqual({ brand: BRAND, version: 1 });
    expect(await read(db.newUser())).toEqual(NO_BRAND);

    expect(await save(OTHER_BRAND, 1)).toMatchObject({ body: { version: 2 } });
    expect(await read()).toEqual({ brand: OTHER_BRAND, version: 2 });
  });

  it.each([0, 2, Number.MAX_SAFE_INTEGER - 1])(
    'is not replaced by a save that has read version %i instead of 1',
    async (version) => {
      await save(BRAND);

      expect(await save(OTHER_BRAND, version)).toMatchObject(CHANGED);

      expect(await read()).toEqual({ brand: BRAND, version: 1 });
    },
  );

  it('keeps the first save when two pages save at the same time', async () => {
    db.interceptCall({ operation: 'TransactWriteItems', before: () => save(OTHER_BRAND) });

    expect(await save(BRAND)).toMatchObject(CHANGED);

    expect(await read()).toEqual({ brand: OTHER_BRAND, version: 1 });
  });

  it('has one version after a save whose response was lost and that is repeated', async () => {
    db.failCall(timedOut(), { operation: 'TransactWriteItems', isWritten: true });

    expect((await save(BRAND)).status).toBe(500);
    expect(await save(BRAND)).toMatchObject({ status: 200, body: { version: 1 } });

    expect(await read()).toEqual({ brand: BRAND, version: 1 });
  });

  it('is read without a layout of another shape, and with more colors than allowed', async () => {
    const colors = listColors(9);
    await db.putItem('brandKits', {
      userId: user,
      brand: JSON.stringify({ colors, layouts: [{}] }),
      version: 1,
    });

    expect(await read()).toEqual({ brand: { colors, layouts: [] }, version: 1 });
  });
});

describe('a brand that is refused', () => {
  const layouts = (count: number, layout: object = {}) =>
    Array.from({ length: count }, () => ({ ...LAYOUT, id: db.newGeneration(), ...layout }));
  const withName = (name: string) => ({ colors: [], layouts: layouts(1, { name }) });
  const LONG = { ...TEXT_LAYER, text: '字'.repeat(120) };
  const many = (layer: object) => Array.from({ length: 6 }, () => ({ ...layer, id: db.newGeneration() }));

  it.each<[string, unknown, string]>([
    ['seven colors', { ...BRAND, colors: listColors(7) }, 'brand.colors must have at most 6 colors'],
    [
      'a color twice',
      { ...BRAND, colors: ['#000000', '#000000'] },
      'brand.colors must not have a color twice',
    ],
    ['a color with a name', { ...BRAND, colors: ['red'] }, 'brand.colors must be a color, as #rrggbb'],
    ['nine layouts', { colors: [], layouts: layouts(9) }, 'brand.layouts must have at most 8 layouts'],
    ['a layout twice', { colors: [], layouts: [LAYOUT, LAYOUT] }, 'brand.layouts must not have an id twice'],
    ['a name of 61 characters', withName('x'.repeat(61)), 'layout.name must be at most 60 characters'],
    ['a blank name', withName(' '), 'layout.name must not be empty'],
    ['a name of two lines', withName('a\nb'), 'layout.name must be one line'],
    ['a layout without layers', withLayers(), 'layout.layers must not be empty'],
    [
      'a translation in a layout',
      withLayers({ ...TEXT_LAYER, translations: { de: { text: 'BURG' } } }),
      'layout.layers must not have translations',
    ],
    [
      'seven texts in a layout',
      withLayers(...many(LONG), TEXT_LAYER),
      'layout.layers must have at most 6 texts',
    ],
    ['an unknown field', { ...BRAND, logo: 'x' }, 'brand has an unknown field: logo'],
    [
      'more than 32 KB',
      { colors: [], layouts: layouts(8, { layers: many(LONG) }) },
      'brand must be at most 32 KB',
    ],
  ])('for %s names the field, and the stored one is unchanged', async (_, brand, error) => {
    await save(OTHER_BRAND);

    expect(await save(brand, 1)).toMatchObject({ status: 400, body: { error, code: 'invalid_request' } });

    expect(await read()).toEqual({ brand: OTHER_BRAND, version: 1 });
  });

  it.each<[string, 'own' | 'other', string]>([
    ["another user's cut-out", 'other', 'succeeded'],
    ['a cut-out that failed', 'own', 'failed'],
  ])('for %s names it, and nothing is stored', async (_, owner, status) => {
    const cutoutId = db.newGeneration();
    const ownerId = owner === 'own' ? user : db.newUser();
    await db.putItem('thumbnails', thumbnailItem(ownerId, cutoutId, status, { kind: 'cutout' }));

    expect(await save(withLayers({ ...CUTOUT_LAYER, cutoutId }))).toMatchObject({
      status: 400,
      body: {
        error: `layer.cutoutId must be one of your cut-outs, not ${cutoutId}`,
        params: { field: 'layer.cutoutId' },
      },
    });

    expect(await read()).toEqual(NO_BRAND);
  });

  it.each(['succeeded', 'deleted'])('may have a cut-out whose state is %s', async (status) => {
    const cutoutId = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, cutoutId, status, { kind: 'cutout' }));

    expect(await save(withLayers({ ...CUTOUT_LAYER, cutoutId }))).toMatchObject({ status: 200 });
  });
});

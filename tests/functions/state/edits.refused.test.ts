import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeMask } from '../../support/masks.ts';
import { runPixelTask } from '../support/pixel-thread.ts';
import * as db from './support/database.ts';
import {
  createEdit,
  edit,
  editItem,
  expectConsistentAccount,
  listServiceRequests,
  MASK,
  NOT_FOUND,
  prepareEdit,
  type EditInput,
} from './support/edits.ts';
import { generate } from './support/generation.ts';
import { ledgerItem } from './support/items.ts';

const OTHER = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const invalid = (field: string) => ({ status: 400, body: { params: { field }, charge: 'none' } });
const withOperation = (operation: object) => () => ({ operation });
const fill = { kind: 'fill', left: 0, right: 200, up: 0, down: 0 };

beforeEach(prepareEdit);
afterEach(expectConsistentAccount);

describe('an edit takes nothing when it is refused', () => {
  it.each<[string, () => EditInput, object]>([
    ['an unknown thumbnail', () => ({ thumbnailId: OTHER, baseId: OTHER }), NOT_FOUND],
    ['an unknown base', () => ({ baseId: OTHER }), NOT_FOUND],
    ['the id of the thumbnail', () => ({ editId: edit.thumbnailId }), invalid('editId')],
    ['the id of the base', () => ({ editId: OTHER, baseId: OTHER }), invalid('editId')],
    [
      'a mask of another height',
      withOperation({ kind: 'erase', mask: makeMask(1_344, 767, () => true).toString('base64') }),
      invalid('operation.mask'),
    ],
    [
      'a mask of another width',
      withOperation({ kind: 'erase', mask: makeMask(1_343, 768, () => true).toString('base64') }),
      invalid('operation.mask'),
    ],
    ['a mask that is no PNG', withOperation({ kind: 'erase', mask: 'x' }), invalid('operation.mask')],
    [
      'a mask above 48 KB',
      withOperation({ kind: 'erase', mask: 'A'.repeat(65_540) }),
      invalid('operation.mask'),
    ],
    ['another kind', withOperation({ kind: 'paint' }), invalid('operation.kind')],
    ['no words', withOperation({ kind: 'recolor', find: ' ', prompt: 'red' }), invalid('operation.find')],
    [
      'words and a mask',
      withOperation({ kind: 'replace', find: 'a', prompt: 'b', mask: MASK }),
      invalid('operation'),
    ],
    ['neither words nor a mask', withOperation({ kind: 'replace', prompt: 'b' }), invalid('operation')],
    ['no margin', withOperation({ ...fill, right: 0 }), invalid('operation')],
    ['a margin above 2,000', withOperation({ ...fill, right: 2_001 }), invalid('operation.right')],
  ])('for %s', async (_, createInput, expected) => {
    expect(await createEdit(createInput())).toMatchObject(expected);

    expect(await db.readBalance(edit.user)).toBe(9);
    expect(await db.listItems('thumbnails', edit.user)).toHaveLength(1);
    expect(listServiceRequests()).toEqual([]);
    expect(runPixelTask).not.toHaveBeenCalled();
  });

  it('for an upscaled base, which is the end of its line', async () => {
    const { user, id } = edit;
    const upscaled = { operation: { kind: 'upscale' }, imageKey: `images/${user}/${id}.jpg` };
    await db.putItem('thumbnails', editItem('succeeded', upscaled));
    await db.putItem('ledger', ledgerItem(user, 'spend', id, -2));
    await db.putUser(user, 7);

    expect(await createEdit({ editId: db.newGeneration(), baseId: id })).toMatchObject({
      status: 422,
      body: { code: 'edit_not_possible', params: { reason: 'upscaledBase' }, charge: 'none' },
    });

    expect(await db.readBalance(user)).toBe(7);
  });

  it.each<[string, number, number, object]>([
    ['with words', 3_073, 768, { kind: 'recolor', find: 'the cup', prompt: 'red' }],
    ['without words', 1_344, 1_921, { kind: 'upscale' }],
    [
      'with a mask',
      3_072,
      1_921,
      { kind: 'erase', mask: makeMask(3_072, 1_921, () => true).toString('base64') },
    ],
  ])('for a base that is too large to be composed, %s', async (_, width, height, operation) => {
    const { user, id } = edit;
    await db.putItem('thumbnails', editItem('succeeded', { width, height }));
    await db.putItem('ledger', ledgerItem(user, 'spend', id, -2));
    await db.putUser(user, 7);

    expect(await createEdit({ editId: db.newGeneration(), baseId: id, operation })).toMatchObject({
      status: 422,
      body: {
        code: 'edit_not_possible',
        params: { reason: 'baseTooLarge', pixels: `${width} x ${height}`, limit: '3072 x 1920' },
        charge: 'none',
        error: `This version has ${width} x ${height} pixels, and only versions of up to 3072 x 1920 can be changed. Choose a smaller version.`,
      },
    });

    expect(await db.readBalance(user)).toBe(7);
    expect(listServiceRequests()).toEqual([]);
  });

  it.each(['cutout', 'edit'])('for a %s in place of the thumbnail', async (kind) => {
    const { user, id } = edit;
    await db.putItem('thumbnails', editItem('succeeded', { kind }));
    await db.putItem('ledger', ledgerItem(user, 'spend', id, -2));
    await db.putUser(user, 7);
    const operation = { kind: 'recolor', find: 'the cup', prompt: 'red' };

    expect(
      await createEdit({ editId: db.newGeneration(), thumbnailId: id, baseId: id, operation }),
    ).toMatchObject(NOT_FOUND);

    expect(await db.readBalance(user)).toBe(7);
  });

  it("for the id of a thumbnail, and a thumbnail for an edit's", async () => {
    const { user, id, thumbnailId } = edit;
    const other = db.newGeneration();
    await generate(user, other);

    expect(await createEdit({ editId: other })).toMatchObject({ status: 400 });
    await createEdit();
    expect(await generate(user, id)).toMatchObject({ status: 400 });
    expect((await createEdit({ editId: thumbnailId })).status).not.toBe(200);

    expect(await db.readBalance(user)).toBe(6);
  });

  it('for a base of another thumbnail of the user', async () => {
    const { user, id } = edit;
    const thumbnailId = db.newGeneration();
    await generate(user, thumbnailId);
    await createEdit();

    expect(await createEdit({ editId: db.newGeneration(), thumbnailId, baseId: id })).toMatchObject(
      NOT_FOUND,
    );

    expect(await db.readBalance(user)).toBe(6);
  });
});

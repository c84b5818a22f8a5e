import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeMask } from '../../support/masks.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { runPixelTask } from '../support/pixel-thread.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import {
  createEdit,
  edit,
  editItem,
  expectConsistentAccount,
  findRow,
  listServiceRequests,
  prepareEdit,
  readGeneration,
} from './support/edits.ts';
import { FILTERED } from './support/generation.ts';
import { ledgerItem } from './support/items.ts';
import { bedrock } from './support/services.ts';
import { NOW, sweep } from './support/waiting-generation.ts';

beforeEach(prepareEdit);
afterEach(expectConsistentAccount);

describe('an edit without an image is refunded', () => {
  it('when the service declines it, which counts as an unusable input', async () => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);

    const refused = { code: 'content_filtered', charge: 'refunded' };
    expect(await createEdit()).toMatchObject({ status: 422, body: refused });

    expect(db.operations()).toEqual(['TransactWriteItems', 'GetItem', 'UpdateItem', 'TransactWriteItems']);
    expect(await db.readBalance(edit.user)).toBe(9);
    expect((await readGeneration())['edits']).toEqual([]);
  });

  it('when its composition fails, which is our fault and counts as a paid call of a model', async () => {
    runPixelTask.mockRejectedValueOnce(new DOMException('too late', 'AbortError'));

    const operation = { kind: 'recolor', find: 'the cup', prompt: 'red' };
    expect(await createEdit({ operation })).toMatchObject({
      status: 500,
      body: {
        code: 'internal',
        params: { reason: 'compositionFailed' },
        charge: 'refunded',
        error:
          'Your change was made, but putting it into your image failed on our side; no credit was taken.',
      },
    });

    expect(db.operations()).toEqual(['TransactWriteItems', 'GetItem', 'UpdateItem', 'TransactWriteItems']);
    expect(await db.readBalance(edit.user)).toBe(9);
  });

  it('when its mask cannot be decoded in time, and does not say that its change was made', async () => {
    runPixelTask.mockRejectedValueOnce(new DOMException('too late', 'AbortError'));

    expect(await createEdit()).toMatchObject({
      status: 500,
      body: {
        code: 'internal',
        charge: 'refunded',
        error: 'Something went wrong on our side; no credit was taken.',
      },
    });

    expect(listServiceRequests()).toEqual([]);
    expect(await db.readBalance(edit.user)).toBe(9);
  });

  it('when its mask is damaged, which counts as an unusable input', async () => {
    const mask = makeMask(1_344, 768, () => true, { rows: Buffer.alloc(9) }).toString('base64');

    expect(await createEdit({ operation: { kind: 'erase', mask } })).toMatchObject({
      status: 422,
      body: {
        code: 'edit_not_possible',
        params: { reason: 'unusableMask', problem: 'is cut off' },
        charge: 'refunded',
      },
    });

    expect(db.operations()).toEqual(['TransactWriteItems', 'UpdateItem', 'TransactWriteItems']);
    expect(listServiceRequests()).toEqual([]);
    expect(await db.readBalance(edit.user)).toBe(9);
  });

  it('when its thumbnail is deleted before the row that decides the mark is read', async () => {
    const remove = () => callEndpoint('deleteThumbnail', edit.user, { params: { id: edit.thumbnailId } });
    db.interceptCall({ operation: 'GetItem', before: async () => void (await remove()) });

    expect(await createEdit()).toMatchObject({
      status: 422,
      body: { code: 'edit_not_possible', params: { reason: 'deletedBase' }, charge: 'refunded' },
    });

    expect(listServiceRequests()).toEqual([]);
    expect(await db.readBalance(edit.user)).toBe(9);
  });

  it('when its invocation died', async () => {
    await db.putItem('thumbnails', editItem('pending'));
    await db.putItem('ledger', ledgerItem(edit.user, 'spend', edit.id, -2));
    await db.putUser(edit.user, 7);
    const counter = { subject: `filtered#${edit.user}`, window: `${NOW.slice(0, 10)}T00:00:00.000Z` };
    await db.putItem('rateLimits', { ...counter, requests: RATE_LIMITS.unusableInput.maximum - 1 });

    await sweep();

    expect(await db.readBalance(edit.user)).toBe(9);
    expect(await findRow()).toMatchObject({ status: 'failed', kind: 'edit' });
    // A model may have been paid.
    expect(await createEdit({ editId: db.newGeneration() })).toMatchObject({ status: 429 });
  });

  it.each([
    ...['left', 'right', 'up', 'down'].map((side) => ({ [side]: 0 })),
    // 3072 x 3072 is the largest size.
    { left: 1_001, right: 727, up: 1_152, down: 1_153 },
  ])('when it would be too large with margins of 2000, but %j', async (changes) => {
    const operation = { kind: 'fill', left: 2_000, right: 2_000, up: 2_000, down: 2_000, ...changes };

    expect(await createEdit({ operation })).toMatchObject({
      status: 422,
      body: { code: 'edit_not_possible', params: { reason: 'imageTooLarge' }, charge: 'refunded' },
    });

    expect(listServiceRequests()).toEqual([]);
    expect(await db.readBalance(edit.user)).toBe(9);
  });
});

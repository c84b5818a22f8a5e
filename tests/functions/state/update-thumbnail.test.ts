import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';

let user: string;
let id: string;

beforeEach(async () => {
  prepareGeneration();
  user = db.newUser();
  id = db.newGeneration();
  await db.putUser(user, 3);
  await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
});

const update = async (body: unknown, generationId = id) => {
  const { status, body: answer } = await callEndpoint('updateThumbnail', user, {
    params: { id: generationId },
    body,
  });
  return { status, body: answer };
};
const list = async () => (await callEndpoint('listThumbnails', user)).body['thumbnails'];

describe('PATCH /api/thumbnails/{id}', () => {
  it('sets, keeps and removes the name and the favorite, and returns both as they are now', async () => {
    db.resetCalls();
    expect(await update({ name: ' Übergrößen ' })).toEqual({ status: 200, body: { name: 'Übergrößen' } });
    expect(db.operations()).toEqual(['GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem']);
    const both = { name: 'Übergrößen', favorite: 'winner' };
    expect(await update({ favorite: 'winner' })).toEqual({ status: 200, body: both });
    expect(await list()).toMatchObject([{ id, ...both }]);

    expect(await update({ favorite: 'starred', name: null })).toEqual({
      status: 200,
      body: { favorite: 'starred' },
    });
    expect(await update({ favorite: null })).toEqual({ status: 200, body: {} });
    expect((await db.listItems('thumbnails', user))[0]).not.toHaveProperty('name');
  });

  it('has the same effect when it is repeated after a lost response', async () => {
    db.failCall(timedOut(), { operation: 'UpdateItem', isWritten: true, table: 'thumbnails' });

    expect((await update({ favorite: 'starred' })).status).toBe(500);
    expect(await update({ favorite: 'starred' })).toEqual({ status: 200, body: { favorite: 'starred' } });
  });

  it.each<[string, object, string]>([
    ['without a change', {}, 'name or favorite must be given'],
    ['with an empty name', { name: ' ' }, 'name must not be empty'],
    ['with a name of two lines', { name: 'a\nb' }, 'name must be one line'],
    [
      'with a long name',
      { name: 'ü'.repeat(LIMITS.thumbnailNameLength + 1) },
      'name must be at most 100 characters',
    ],
    ['with another favorite', { favorite: true }, 'favorite must be starred or winner'],
  ])('refuses a request %s', async (_, body, error) => {
    expect(await update(body)).toMatchObject({ status: 400, body: { error } });
  });

  it.each<[string, string, object]>([
    ['an edit', 'succeeded', { kind: 'edit' }],
    ['a cut-out', 'succeeded', { kind: 'cutout' }],
    ['a failed generation', 'failed', {}],
    ['a generation that runs', 'pending', {}],
    ['a deleted thumbnail', 'deleted', {}],
  ])('answers 404 for %s, which it does not change, as for an unknown id', async (_, status, more) => {
    const other = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, other, status, { ...more }));
    const unknown = await update({ name: 'Mine' }, db.newGeneration());

    const refused = await update({ name: 'Mine' }, other);

    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect({ ...refused.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    const items = await db.listItems('thumbnails', user);
    expect(items.filter((item) => 'name' in item)).toEqual([]);
    expect(items).toHaveLength(2);
  });
});

import { GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportAccountResponse } from '#contract/endpoints/account-export.ts';
import { listCutoutsResponse } from '#contract/endpoints/finishing-schemas.ts';
import { timedOut } from '../support/aws-errors.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { fileAnswer } from '../support/models.ts';
import { audit, putAccount } from './support/audit.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { s3 } from './support/services.ts';

const REFERENCE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

let user: string;
let id: string;

const create = () =>
  callEndpoint('createCutout', user, { body: { referenceId: REFERENCE, userId: user, generationId: id } });

async function list() {
  const { body } = await callEndpoint('listCutouts', user);
  return listCutoutsResponse.parse(body).cutouts;
}

beforeEach(async () => {
  prepareGeneration();
  s3.on(GetObjectCommand).resolves(fileAnswer(JPEGS.baseline));
  db.resetCalls();
  user = db.newUser();
  id = db.newGeneration();
  await putAccount(user, 5, { entries: [['welcome', 'sign-up', 5]] });
});

describe('the name and the person of a cut-out', () => {
  const update = async (body: unknown, cutoutId = id, sub = user) => {
    const answer = await callEndpoint('updateCutout', sub, { params: { id: cutoutId }, body });
    return { status: answer.status, body: answer.body };
  };

  it('are set, kept and removed, and the list, the export and the response have them', async () => {
    await create();
    db.resetCalls();
    expect(await update({ name: ' schockiert ', person: 'me' })).toEqual({
      status: 200,
      body: { name: 'schockiert', person: 'me' },
    });
    expect(db.operations()).toEqual(['GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem']);
    const size = { isPicture: false, width: 1344, height: 768 };
    const url = expect.stringContaining(`${user}/${id}.png`) as string;
    const createdAt = expect.any(String) as string;
    expect(await list()).toEqual([{ id, name: 'schockiert', person: 'me', ...size, url, createdAt }]);
    const { body } = await callEndpoint('exportAccount', user);
    expect(exportAccountResponse.parse(body).cutouts).toEqual([
      { id, name: 'schockiert', person: 'me', url, createdAt },
    ]);

    expect(await update({ name: null })).toEqual({ status: 200, body: { person: 'me' } });
    expect(await update({ name: 'laughing', person: null })).toEqual({
      status: 200,
      body: { name: 'laughing' },
    });
    expect(await list()).toEqual([{ id, name: 'laughing', ...size, url, createdAt }]);
    expect(await audit({ userId: user })).toMatchObject({ accounts: 1, findings: [] });
  });

  it('have the same effect when the request is repeated after a lost response', async () => {
    await create();
    db.failCall(timedOut(), { operation: 'UpdateItem', isWritten: true, table: 'thumbnails' });

    expect((await update({ person: 'me' })).status).toBe(500);
    expect(await update({ person: 'me' })).toEqual({ status: 200, body: { person: 'me' } });
  });

  it('do not remain after a deletion', async () => {
    await create();
    await update({ name: 'shocked', person: 'me' });
    await callEndpoint('deleteCutout', user, { params: { id } });

    expect(JSON.stringify(await db.listItems('thumbnails', user))).not.toMatch(/shocked|"me"/);
  });

  it.each<[string, object, string]>([
    ['without a change', {}, 'name or person must be given'],
    ['with an empty name', { name: ' ' }, 'name must not be empty'],
    ['with a control character', { person: 'a\u0007' }, 'person must not contain control characters'],
    ['with a person of two lines', { person: 'a\nb' }, 'person must be one line'],
    ['with a long name', { name: 'ü'.repeat(41) }, 'name must be at most 40 characters'],
    ['with a long person', { person: 'ü'.repeat(41) }, 'person must be at most 40 characters'],
  ])('are refused in a request %s', async (_, body, error) => {
    const [field] = Object.keys(body);

    expect(await update(body)).toMatchObject({
      status: 400,
      body: { error, params: field === undefined ? { problem: error } : { field } },
    });
  });

  it.each<[string, string, object]>([
    ['an edit', 'succeeded', { kind: 'edit' }],
    ['a thumbnail', 'succeeded', {}],
    ['a failed cut-out', 'failed', { kind: 'cutout' }],
    ['a cut-out that is being made', 'pending', { kind: 'cutout' }],
    ['a deleted cut-out', 'deleted', { kind: 'cutout' }],
  ])('are not found for %s', async (_, status, more) => {
    const other = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, other, status, { ...more }));

    expect(await update({ name: 'Mine' }, other)).toMatchObject({ status: 404, body: { code: 'not_found' } });

    const items = await db.listItems('thumbnails', user);
    expect(items.filter((item) => 'name' in item)).toEqual([]);
  });

  it("are not found for another user's cut-out", async () => {
    await create();
    const other = db.newUser();
    await db.putUser(other, 3);

    expect(await update({ name: 'Mine' }, id, other)).toMatchObject({ status: 404 });

    expect(await list()).toMatchObject([{ id }]);
    expect((await list())[0]).not.toHaveProperty('name');
  });
});

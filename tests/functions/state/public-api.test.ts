import { readCreditsSchemas } from '#contract/endpoints/schemas.ts';
import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import {
  PUBLIC_ENDPOINT_NAMES,
  publicRouteKey,
  type PublicEndpointName,
} from '#contract/endpoints/public-api.ts';
import { apiHandler } from '../../../functions/api/http/api-handler.ts';
import { publicHandler } from '../../../functions/api/http/public-handler.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { DESIGN, TEXT_LAYER } from '../../support/designs.ts';
import { call, errorBody, invalidRequest, type Call } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { png } from '../support/models.ts';
import { captureLogs } from '../support/logs.ts';
import { authorizeKey, createKey, openKeyAccount } from './support/api-key.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock, s3 } from './support/services.ts';
import { prepareQueue } from './support/waiting-generation.ts';

const DELETED = { params: { reason: 'accountDeleted' } } as const;
const NO_PACK = { params: { feature: 'keys' } };

let user: string;
let key: string;
let keyId: string;

type PublicCall = Omit<Call, 'routeKey' | 'claims'>;

/** Calls an endpoint of the public API with what the authorizer says about the key. */
async function send(name: PublicEndpointName, request: PublicCall = {}) {
  const { context } = await authorizeKey(`Bearer ${key}`);
  const file = `../../../functions/api/${ENDPOINTS[name].operation}.ts`;
  const { handler } = (await import(file)) as { handler: Parameters<typeof call>[0] };
  return call(handler, { routeKey: publicRouteKey(name), key: context, ...request });
}

const generate = (id: string, body: object = { prompt: 'a castle' }) =>
  send('generateThumbnail', { headers: { 'idempotency-key': id }, body });

beforeEach(async () => {
  prepareGeneration();
  prepareQueue();
  ({ user, key, keyId } = await openKeyAccount());
});

describe('a key of an account that cannot use it', () => {
  it.each([
    ['suspended', { suspendedAt: db.OPENED_AT, packs: { elite: 50 } }, errorBody('account_suspended')],
    ['closed', { closedAt: db.OPENED_AT, packs: { elite: 50 } }, errorBody('forbidden', DELETED)],
    ['without the pack, after a refund', {}, errorBody('pack_required', NO_PACK)],
  ])('that is %s answers 403 with the reason at each endpoint', async (_, account, body) => {
    await db.putUser(user, 3, account);

    for (const name of PUBLIC_ENDPOINT_NAMES) expect(await send(name)).toMatchObject({ status: 403, body });
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
  });

  it('that was revoked answers 401 with the reason at each endpoint', async () => {
    await callEndpoint('deleteKey', user, { params: { id: keyId } });

    const body = errorBody('unauthorized', { params: { reason: 'unknownKey' } });
    expect(body.error).toBe('This key is unknown or revoked.');
    for (const name of PUBLIC_ENDPOINT_NAMES) expect(await send(name)).toMatchObject({ status: 401, body });
  });

  it('answers 401 where the authorizer was left out', async () => {
    const { handler } = await import('../../../functions/api/read-credits.ts');
    const answer = await call(handler, { routeKey: publicRouteKey('readCredits'), key: {} });

    expect(answer).toMatchObject({ status: 401, body: errorBody('unauthorized') });
  });
});

describe('a request that takes credits', () => {
  it('takes them once for each Idempotency-Key, with a key and from the site', async () => {
    const id = db.newGeneration();

    const [first, again] = [await generate(id), await generate(id.toUpperCase())];
    const site = await callEndpoint('generateThumbnail', user, {
      body: { prompt: 'a castle', userId: user, generationId: id },
    });

    expect(first).toMatchObject({ status: 200, body: { generationId: id } });
    expect(again).toMatchObject({ status: 200, body: { generationId: id } });
    expect(site).toMatchObject({ status: 200, body: { generationId: id } });
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3, [`spend#${id}`]: -1 });
  });

  it.each<[PublicEndpointName, object]>([
    ['generateThumbnail', { prompt: 'a castle' }],
    ['createEdit', { operation: { kind: 'upscale' } }],
  ])('is refused if its Idempotency-Key is missing or is not a UUID: %s', async (name, body) => {
    const refused = { status: 400, body: invalidRequest('Idempotency-Key must be a UUID') };
    const path = { id: randomUUID() };

    expect(await send(name, { body, path })).toMatchObject(refused);
    const headers = { 'idempotency-key': 'one' };
    expect(await send(name, { body, path, headers })).toMatchObject(refused);
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
  });

  it('ignores the ids of its body, which cannot be another account', async () => {
    const other = db.newUser();
    await db.putUser(other, 3);
    const [id, another] = [db.newGeneration(), db.newGeneration()];

    await generate(id, { prompt: 'a castle', userId: other, generationId: another });

    expect(await db.readBalance(other)).toBe(3);
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3, [`spend#${id}`]: -1 });
  });

  it('edits the image of the thumbnail in its path, if its body names no other', async () => {
    const Body = { transformToByteArray: () => Promise.resolve(png()) };
    s3.on(GetObjectCommand).callsFake(() => ({ Body }));
    const thumbnail = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, thumbnail, 'succeeded', { width: 1344, height: 768 }));
    const [editId, other] = [db.newGeneration(), db.newGeneration()];
    const operation = { kind: 'recolor', find: 'the sky', prompt: 'red' };
    const edit = (id: string, body: object) =>
      send('createEdit', { path: { id: thumbnail }, headers: { 'idempotency-key': id }, body });

    expect(await edit(editId, { operation })).toMatchObject({ status: 200, body: { editId } });
    expect((await edit(other, { operation, baseId: randomUUID() })).status).toBe(404);

    const { body } = await send('readThumbnail', { path: { id: thumbnail } });
    expect(body).toMatchObject({ edits: [{ id: editId, baseId: thumbnail, operation }] });
  });

  it('waits with 202 and Retry-After while every model is busy', async () => {
    bedrock
      .on(InvokeModelCommand)
      .rejects(new ThrottlingException({ message: 'Too many requests', $metadata: {} }));
    const id = db.newGeneration();

    const answer = await generate(id);

    expect(answer).toMatchObject({ status: 202, body: { generationId: id, status: 'waiting' } });
    expect(Number(answer.headers?.['retry-after'])).toBeGreaterThanOrEqual(2);
    expect(Number(answer.headers?.['retry-after'])).toBeLessThanOrEqual(30);
  });

  it('names the field that is wrong, as on the site', async () => {
    expect(await generate(db.newGeneration(), {})).toMatchObject({
      status: 400,
      body: invalidRequest('prompt must be text', 'prompt'),
    });
  });
});

describe('the other endpoints', () => {
  it('list the languages of a thumbnail', async () => {
    const id = db.newGeneration();
    const translations = { ja: { text: '城' }, de: { text: 'BURG' } };
    const design = JSON.stringify({ ...DESIGN, layers: [{ ...TEXT_LAYER, translations }] });
    await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', { design, designVersion: 1 }));

    const { body } = await send('readThumbnail', { path: { id } });
    expect(body).toMatchObject({ id, languages: ['de', 'ja'] });
  });

  it('list, read and delete the thumbnails of the account, and read its credits', async () => {
    const id = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', { listedAt: db.OPENED_AT }));

    expect(await send('readCredits')).toMatchObject({ status: 200, body: { credits: 3 } });
    expect(await send('listThumbnails', { query: { limit: '1' } })).toMatchObject({
      status: 200,
      body: { thumbnails: [{ id }] },
    });
    expect(await send('readThumbnail', { path: { id } })).toMatchObject({ status: 200, body: { id } });
    expect(await send('deleteThumbnail', { path: { id } })).toMatchObject({ status: 200 });
    expect(await send('readThumbnail', { path: { id } })).toMatchObject({ status: 404 });
  });
});

it('a key at its limit is refused, and another key of the account is not', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:15Z') });
  const window = '2026-11-24T10:00:00.000Z';
  const requests = RATE_LIMITS.keyRequests.maximum - 1;
  await db.putItem('rateLimits', { subject: `keyRequests#${keyId}`, window, requests });

  expect((await send('readCredits')).status).toBe(200);
  expect(await send('readCredits')).toMatchObject({
    status: 429,
    headers: { 'retry-after': '45' },
    body: errorBody('too_many_requests', { params: { seconds: 45, reason: 'keyRequests' } }),
  });
  ({ key } = await createKey(user));
  expect((await send('readCredits')).status).toBe(200);
});

it('a key is in no log and in no error', async () => {
  const logs = captureLogs();
  const secret = key.split('_').at(-1) ?? '';
  const answers: unknown[] = [];
  answers.push(await send('readCredits'), await generate(db.newGeneration()), await generate('no UUID'));
  db.failCall(new Error(key), { operation: 'GetItem' });
  answers.push(await authorizeKey(`Bearer ${key}`).catch((error: unknown) => (error as Error).name));
  db.failCall(new Error(key), { operation: 'UpdateItem', table: 'rateLimits' });
  answers.push(await send('readCredits'));

  expect(answers.at(-1)).toMatchObject({ status: 500 });
  expect(JSON.stringify(answers) + logs.text()).not.toContain(secret);
  expect(logs.text()).toContain('GET /v1/credits');
});

it('a response has only the fields that the public API declares', async () => {
  const result = { credits: 3, note: 'private' };
  const endpoint = apiHandler('readCredits', readCreditsSchemas, () => Promise.resolve(result));
  const handler = publicHandler('readCredits', readCreditsSchemas, endpoint);
  const { context } = await authorizeKey(`Bearer ${key}`);

  const answer = await call(handler, { routeKey: publicRouteKey('readCredits'), key: context });

  expect(answer).toMatchObject({ status: 200, body: { credits: 3 } });
  expect(answer.body).not.toHaveProperty('note');
});

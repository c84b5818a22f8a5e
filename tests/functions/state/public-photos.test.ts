import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PICTURE_BYTES } from '#contract/endpoints/photo-requests.ts';
import { type PublicEndpointName, publicRouteKey } from '#contract/endpoints/public-api.ts';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { BAD_PHOTOS, createPhoto } from '../../support/photos.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { call, invalidRequest, type Call } from '../support/event.ts';
import { fileAnswer } from '../support/models.ts';
import { runPixelTask } from '../support/pixel-thread.ts';
import { openKeyAccount } from './support/api-key.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { s3 } from './support/services.ts';

const NOW = '2026-11-24T10:00:15.000Z';
const PHOTO = createPhoto(640, 360);

let user: string;
let id: string;
let key: object;
let keyId: string;

/** Calls an endpoint of the public API with the key. */
async function send(name: PublicEndpointName, request: Omit<Call, 'routeKey' | 'key'> = {}) {
  const file = `../../../functions/api/${ENDPOINTS[name].operation}.ts`;
  const { handler } = (await import(file)) as { handler: Parameters<typeof call>[0] };
  return call(handler, { routeKey: publicRouteKey(name), key, ...request });
}

const create = (body: object = {}, headers: Record<string, string> = { 'idempotency-key': id }) =>
  send('createThumbnail', { headers, body: { picture: PHOTO.toString('base64'), name: 'Holiday', ...body } });

const stored = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input.Key);
const countPhotos = async () => {
  const items = await db.scanItems('rateLimits');
  return items.find(({ subject }) => subject === `photos#${user}`)?.['requests'];
};
const expectNothingStored = async () => {
  expect(vi.mocked(runPixelTask)).not.toHaveBeenCalled();
  expect(await db.listItems('thumbnails', user)).toEqual([]);
  expect(stored()).toEqual([]);
  expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  prepareGeneration();
  ({ user, keyId, context: key } = await openKeyAccount());
  id = db.newGeneration();
});

describe('POST /v1/thumbnails/from-image', () => {
  it('makes a thumbnail of a photo, which the lists show as every other thumbnail', async () => {
    expect(await create()).toMatchObject({
      status: 200,
      body: { generationId: id, imageURL: expect.stringContaining(`images/${user}/${id}.png`) as string },
    });

    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
    const shown = { id, model: 'photo', name: 'Holiday', prompt: '', width: 640, height: 360 };
    expect(await send('listThumbnails', { query: {} })).toMatchObject({ body: { thumbnails: [shown] } });
    expect(await send('readThumbnail', { path: { id } })).toMatchObject({ body: { ...shown, edits: [] } });
  });

  it('makes one thumbnail for each Idempotency-Key, also with another picture and from the site', async () => {
    await create();
    const row = await db.listItems('thumbnails', user);

    const other = createPhoto(400, 400).toString('base64');
    expect(await create({ picture: other })).toMatchObject({ status: 200, body: { generationId: id } });
    s3.on(GetObjectCommand).resolves(fileAnswer(PHOTO));
    const site = { userId: user, generationId: id, referenceId: randomUUID() };
    expect(await callEndpoint('createThumbnail', user, { body: site })).toMatchObject({ status: 200 });

    expect(await db.listItems('thumbnails', user)).toEqual(row);
    expect(await countPhotos()).toBe(1);
  });

  it.each(BAD_PHOTOS)('refuses %s before it is decoded, and stores nothing', async (_, file, problem) => {
    expect(await create({ picture: file.toString('base64') })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        error: `The picture cannot be used: ${problem}.`,
        params: { field: 'picture', reason: 'unusablePicture', problem },
        charge: 'none',
      },
    });

    await expectNothingStored();
  });

  it.each([
    ['no picture', undefined, 'picture must be text'],
    ['an empty picture', '', 'picture must be base64'],
    ['a text that is not base64', 'data:image/jpeg;base64,AAAA', 'picture must be base64'],
    ['more than 3 MB', 'A'.repeat(4_000_004), `picture must be at most ${PICTURE_BYTES} bytes`],
  ])('refuses %s without counting a photo', async (_, picture, problem) => {
    expect(await create({ picture })).toMatchObject({
      status: 400,
      body: invalidRequest(problem, 'picture'),
    });

    await expectNothingStored();
    expect(await countPhotos()).toBeUndefined();
  });

  it('requires an Idempotency-Key that is a UUID', async () => {
    const refused = { status: 400, body: invalidRequest('Idempotency-Key must be a UUID') };

    expect(await create({}, {})).toMatchObject(refused);
    expect(await create({}, { 'idempotency-key': 'one' })).toMatchObject(refused);

    await expectNothingStored();
  });

  it('shares the limit of a day with the site, and is counted before the picture is read', async () => {
    const window = '2026-11-24T00:00:00.000Z';
    const requests = RATE_LIMITS.photos.maximum - 1;
    await db.putItem('rateLimits', { subject: `photos#${user}`, window, requests });

    expect((await create()).status).toBe(200);
    id = db.newGeneration();
    const site = { userId: user, generationId: id, referenceId: randomUUID() };
    const refused = { status: 429, body: { params: { reason: 'photos' } } };
    expect(await callEndpoint('createThumbnail', user, { body: site })).toMatchObject(refused);
    expect(await create({ picture: 'AAAA' })).toMatchObject(refused);
  });

  it('counts against the limit of the key before the body is read', async () => {
    const window = '2026-11-24T10:00:00.000Z';
    const requests = RATE_LIMITS.keyRequests.maximum;
    await db.putItem('rateLimits', { subject: `keyRequests#${keyId}`, window, requests });

    expect(await send('createThumbnail', { body: '{' })).toMatchObject({
      status: 429,
      body: { params: { reason: 'keyRequests' } },
    });
  });
});

it.each([
  ['an upload and a picture', { referenceId: randomUUID(), picture: PHOTO.toString('base64') }],
  ['neither an upload nor a picture', {}],
])('the site refuses %s', async (_, body) => {
  expect(await callEndpoint('createThumbnail', user, { body: { userId: user, ...body } })).toMatchObject({
    status: 400,
    body: invalidRequest('send either a referenceId or a picture', 'referenceId'),
  });

  await expectNothingStored();
});

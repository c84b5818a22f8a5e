import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { callEndpoint } from '../support/endpoint.ts';
import { errorBody } from '../support/event.ts';
import { fileAnswer, png } from '../support/models.ts';
import * as db from './support/database.ts';
import { generate } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock, s3 } from './support/services.ts';
import {
  deliver,
  expectRefundedOnce,
  expectSucceededOnce,
  generation,
  modelsAreBusy,
  modelsWork,
  prepareWaiting,
  record,
} from './support/waiting-generation.ts';

const SET = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const params = { field: 'reference.id', reason: 'missingThumbnail' };

let reference: { kind: 'thumbnail'; id: string; use: 'style' };
const put = (status: string, more: db.Item = {}, userId = generation.user) =>
  db.putItem('thumbnails', thumbnailItem(userId, reference.id, status, more));
const request = (more: object = {}) =>
  generate(generation.user, generation.id, { reference, setId: SET, ...more });
const loadedKeys = () => s3.commandCalls(GetObjectCommand).map(({ args: [{ input }] }) => input.Key);
const expectUntouched = async () => {
  expect(await record()).toBeUndefined();
  expect(await db.ledgerAmounts(generation.user)).toEqual({});
  expect(await db.readBalance(generation.user)).toBe(5);
  expect([loadedKeys(), bedrock.calls().length]).toEqual([[], 0]);
};

beforeEach(async () => {
  await prepareWaiting();
  reference = { kind: 'thumbnail', id: db.newGeneration(), use: 'style' };
  s3.on(GetObjectCommand).resolves(fileAnswer(png()));
  db.resetCalls();
});

describe('a generation after an earlier thumbnail', () => {
  it('loads the original image, also if the design shows an edit, and keeps the reference and the set', async () => {
    const shown = { imageKey: `images/${generation.user}/edit.png`, width: 1344, height: 768 };
    await put('succeeded', { shown });

    expect(await request()).toMatchObject({ status: 200 });

    expect(db.operations()).toEqual(['TransactWriteItems', 'UpdateItem']);
    expect(loadedKeys()).toEqual([`images/${generation.user}/${reference.id}.png`]);
    expect(await record()).toMatchObject({ reference, setId: SET });
    await expectSucceededOnce();
  });

  it.each<[string, () => Promise<void>]>([
    ['an unknown id', () => Promise.resolve()],
    ["another user's thumbnail", () => put('succeeded', {}, db.newUser())],
    ['a failed one', () => put('failed')],
    ['an expired one', () => put('failed', { expiresAt: 1 })],
    ['a deleted one', () => put('deleted')],
    ['a pending one', () => put('pending')],
    ['a waiting one', () => put('waiting')],
    ['an edit', () => put('succeeded', { kind: 'edit' })],
    ['a cut-out', () => put('succeeded', { kind: 'cutout' })],
    ['an image under another key', () => put('succeeded', { imageKey: 'images/other/image.png' })],
  ])('takes nothing and names the field for %s, with one call', async (_, prepare) => {
    await prepare();

    expect(await request()).toMatchObject({
      status: 422,
      body: errorBody('reference_not_found', { params, charge: 'none' }),
    });

    expect(db.operations()).toEqual(['TransactWriteItems']);
    await expectUntouched();
  });

  it('takes nothing if it is its own reference, without a call', async () => {
    expect(await request({ reference: { ...reference, id: generation.id } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', params: { field: 'reference.id' }, charge: 'none' },
    });

    expect(db.operations()).toEqual([]);
    await expectUntouched();
  });

  it('is refunded when the thumbnail is deleted after the credit was taken', async () => {
    await put('succeeded');
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} }));

    expect(await request()).toMatchObject({
      status: 422,
      body: errorBody('reference_not_found', { params, charge: 'refunded' }),
    });

    await expectRefundedOnce('reference_not_found');
    expect(
      await callEndpoint('readThumbnail', generation.user, { params: { id: generation.id } }),
    ).toMatchObject({ body: { status: 'failed', code: 'reference_not_found', params, setId: SET } });
  });

  it('is refunded when S3 fails', async () => {
    await put('succeeded');
    s3.on(GetObjectCommand).rejects(new Error('down'));

    expect(await request()).toMatchObject({
      status: 503,
      body: errorBody('reference_unavailable', { charge: 'refunded' }),
    });

    await expectRefundedOnce('reference_unavailable');
  });

  it('answers a repeated request with the first result, also with another reference and set', async () => {
    await put('succeeded');
    const first = await request();
    await put('deleted');

    const again = await request({ reference: { ...reference, id: db.newGeneration() }, setId: reference.id });

    expect([again.status, again.body['generationId']]).toEqual([first.status, generation.id]);
    expect(await record()).toMatchObject({ reference, setId: SET });
    await expectSucceededOnce();
  });
});

describe('a waiting generation after an earlier thumbnail', () => {
  beforeEach(async () => {
    await put('succeeded');
    modelsAreBusy();
    expect(await request()).toMatchObject({ status: 202 });
    expect(await record()).toMatchObject({ status: 'waiting', waitingLine: 'service-style', setId: SET });
    const { body } = await callEndpoint('listGenerations', generation.user);
    expect(body).toMatchObject({ generations: [{ id: generation.id, setId: SET }] });
  });

  it('loads the image again at its turn, and keeps its set', async () => {
    modelsWork();

    expect(await deliver()).toBe(true);

    const key = `images/${generation.user}/${reference.id}.png`;
    expect(loadedKeys()).toEqual([key, key]);
    expect(await record()).toMatchObject({ reference, setId: SET });
    await expectSucceededOnce();
  });

  it('is refunded at its turn if the thumbnail was deleted', async () => {
    modelsWork();
    const asked = bedrock.commandCalls(InvokeModelCommand).length;
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} }));

    expect(await deliver()).toBe(true);

    expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(asked);
    await expectRefundedOnce('reference_not_found');
  });
});

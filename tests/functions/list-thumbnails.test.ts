import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/api/list-thumbnails.ts';
import {
  callsMade,
  conditionFailed,
  deletedImages,
  dynamodb,
  resetCloud,
  s3,
  settledAttributes,
  timedOut,
} from './support/cloud.ts';
import { call, USER } from './support/event.ts';
import { png, fileAnswer } from './support/models.ts';
import { makePreview, PREVIEW } from './support/pixel-thread.ts';
import { deletedRow, GENERATION, IMAGE_KEYS, PREVIEW_KEY, succeededRow } from './support/thumbnail-rows.ts';

const list = () => call(handler, { routeKey: 'GET /api/thumbnails' });
const read = () => call(handler, { routeKey: 'GET /api/thumbnails/{id}', path: { id: GENERATION } });

beforeEach(() => {
  resetCloud();
  dynamodb
    .on(GetCommand, { TableName: 'users' })
    .resolves({ Item: { id: USER, credits: 3, packs: {}, createdAt: '2026-11-21T09:00:00.000Z' } });
});

it('the account and the thumbnail of an id are read consistently', async () => {
  dynamodb.on(GetCommand, { TableName: 'thumbnails' }).resolves({});

  expect(await read()).toMatchObject({ status: 404 });

  expect(dynamodb.commandCalls(GetCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
    { TableName: 'users', Key: { id: USER }, ConsistentRead: true },
    { TableName: 'thumbnails', Key: { userId: USER, generationId: GENERATION }, ConsistentRead: true },
  ]);
});

describe('the missing previews of a list', () => {
  const mockList = (...rows: ReturnType<typeof succeededRow>[]) =>
    dynamodb.on(QueryCommand).resolves({ Items: rows.map((row) => ({ ...row, listedAt: row.createdAt })) });
  const listThumbnails = async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    return body['thumbnails'] as { id: string; url: string; previewURL?: string }[];
  };

  beforeEach(() => {
    dynamodb.on(UpdateCommand).resolves({});
    s3.on(GetObjectCommand).resolves(fileAnswer(png()));
    s3.on(PutObjectCommand).resolves({});
    s3.on(DeleteObjectsCommand).resolves({});
  });
  afterEach(() => {
    makePreview.mockReset().mockImplementation(() => Promise.resolve(PREVIEW));
  });

  it('are added and returned', async () => {
    mockList(succeededRow());

    const [thumbnail] = await listThumbnails();

    expect(thumbnail?.previewURL).toContain(PREVIEW_KEY);
    expect(callsMade()).toEqual([
      'GetCommand',
      'QueryCommand',
      'GetObjectCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
    expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input).toMatchObject({ Key: IMAGE_KEYS[0] });
    expect(dynamodb.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key: { userId: USER, generationId: GENERATION },
    });
    expect(settledAttributes()).toEqual({ previewKey: PREVIEW_KEY });
  });

  it('are shown for an image whose mark a cut-out has changed, although its design was saved before', async () => {
    const [imageKey = ''] = IMAGE_KEYS;
    mockList(succeededRow({ imageKey, shown: { imageKey, width: 1344, height: 768, mark: 'composite' } }));

    const [thumbnail] = await listThumbnails();

    expect(thumbnail).toMatchObject({
      mark: 'composite',
      previewURL: expect.stringContaining(PREVIEW_KEY) as string,
    });
  });

  it('are added for two thumbnails at most, and the others show the whole image', async () => {
    const ids = ['1', '2', '3', '4'].map((digit) => GENERATION.slice(0, -1) + digit);
    const [existing = '', ...missing] = ids;
    mockList(
      succeededRow({ generationId: existing, previewKey: 'images/existing.webp' }),
      ...missing.map((generationId) => succeededRow({ generationId })),
    );

    const thumbnails = await listThumbnails();

    expect(thumbnails.map(({ id }) => id)).toEqual(ids);
    expect(thumbnails.map(({ previewURL }) => previewURL !== undefined)).toEqual([true, true, true, false]);
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(2);
  });

  it.each([
    ['the image cannot be read', () => s3.on(GetObjectCommand).rejects(timedOut())],
    ['the preview cannot be made', () => makePreview.mockRejectedValue(new Error('not a PNG'))],
    ['the preview cannot be stored', () => s3.on(PutObjectCommand).rejects(timedOut())],
    ['the record cannot be written', () => dynamodb.on(UpdateCommand).rejects(timedOut())],
  ])('are left out when %s', async (_, prepare) => {
    mockList(succeededRow());
    prepare();

    const [thumbnail] = await listThumbnails();

    expect(thumbnail).toMatchObject({ id: GENERATION, url: expect.any(String) as string });
    expect(thumbnail).not.toHaveProperty('previewURL');
  });

  it('are deleted for a thumbnail that was deleted in the meantime', async () => {
    mockList(succeededRow());
    dynamodb.on(UpdateCommand).rejects(conditionFailed(deletedRow()));

    const [thumbnail] = await listThumbnails();

    expect(thumbnail).not.toHaveProperty('previewURL');
    expect(deletedImages()).toEqual(IMAGE_KEYS);
  });

  it('take no call when every thumbnail has a preview', async () => {
    mockList(succeededRow({ previewKey: PREVIEW_KEY }));

    await listThumbnails();

    expect(callsMade()).toEqual(['GetCommand', 'QueryCommand']);
  });

  it('delay it by two seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
    mockList(succeededRow());

    await listThumbnails();

    expect(makePreview).toHaveBeenLastCalledWith(expect.any(Uint8Array), Date.now() + 2_000);
  });
});

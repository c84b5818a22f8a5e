import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { composeError } from '../../contract/errors.ts';
import { handler } from '../../functions/list-thumbnails.ts';
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
import { IMAGE_URL, parseUrl, PREVIEW_URL } from './support/generation.ts';
import { png, fileAnswer } from './support/models.ts';
import { makePreview, PREVIEW } from './support/preview-thread.ts';
import {
  IMAGE_KEY,
  deletedRow,
  failedRow,
  GENERATION,
  pendingRow,
  PREVIEW_KEY,
  PROMPT,
  succeededRow,
} from './support/thumbnail-rows.ts';

const OTHER_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const CREATED_AT = '2026-11-21T09:00:00.000Z';
const COMMON = {
  id: GENERATION,
  prompt: PROMPT,
  model: 'first',
  createdAt: CREATED_AT,
  designVersion: 0,
};

const list = (query: Record<string, string> = {}) =>
  call(handler, { routeKey: 'GET /api/thumbnails', query });
const read = (id = GENERATION) => call(handler, { routeKey: 'GET /api/thumbnails/{id}', path: { id } });
const queries = () => dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
const encode = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');

const mockThumbnail = (item?: object) =>
  dynamodb
    .on(GetCommand, { TableName: 'thumbnails' })
    .resolves(item === undefined ? {} : { Item: { ...item } });

beforeEach(() => {
  resetCloud();
  dynamodb
    .on(GetCommand, { TableName: 'users' })
    .resolves({ Item: { id: USER, credits: 3, createdAt: CREATED_AT } });
  dynamodb.on(QueryCommand).resolves({ Items: [] });
});

describe('GET /api/thumbnails', () => {
  it('answers with the fields that the site shows, in the order of the index, each with a new URL', async () => {
    const reference = { kind: 'video', videoId: 'dQw4w9WgXcQ' } as const;
    const newer = succeededRow({ generationId: OTHER_ID, model: 'second', prompt: 'newer' });
    dynamodb.on(QueryCommand).resolves({
      Items: [newer, succeededRow({ negativePrompt: 'blurry', reference, previewKey: PREVIEW_KEY })],
    });

    const { body, headers } = await list();

    const common = {
      url: expect.any(String) as string,
      createdAt: CREATED_AT,
      width: 1344,
      height: 768,
      designVersion: 0,
    };
    expect(body['thumbnails']).toEqual([
      { ...common, id: OTHER_ID, prompt: 'newer', model: 'second' },
      {
        ...common,
        id: GENERATION,
        prompt: PROMPT,
        negativePrompt: 'blurry',
        model: 'first',
        previewURL: expect.any(String) as string,
        reference,
      },
    ]);
    const thumbnails = body['thumbnails'] as { url: string; previewURL?: string }[];
    const [one, two] = thumbnails.map(({ url: text }) => parseUrl(text));
    expect(one).toEqual({ ...IMAGE_URL, address: IMAGE_URL.address.replace(GENERATION, OTHER_ID) });
    expect(two).toEqual(IMAGE_URL);
    expect(parseUrl(thumbnails[1]?.previewURL)).toEqual(PREVIEW_URL);
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('omits a record without an image even if the index contains it', async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [pendingRow(), failedRow()] });

    expect((await list()).body).toEqual({ thumbnails: [] });
  });

  it.each([
    ['is empty', ''],
    ['is not JSON', Buffer.from('nonsense').toString('base64url')],
    ['is a list', encode([])],
    ['is incomplete', encode({ generationId: GENERATION })],
    ['contains numbers', encode({ generationId: 1, listedAt: 2 })],
    // DynamoDB would refuse an empty key with a ValidationException.
    ['contains empty keys', encode({ generationId: '', listedAt: '' })],
    ['contains neither an id nor a time', encode({ generationId: 'x', listedAt: 'y' })],
  ])('refuses a cursor that %s', async (_, cursor) => {
    const { status, body } = await list({ cursor });

    expect(status).toBe(400);
    expect(body['error']).toBe('cursor is not one that this list gave');
    expect(queries()).toEqual([]);
  });
});

describe('GET /api/thumbnails/{id}', () => {
  it("reads only the caller's record, consistently", async () => {
    mockThumbnail(succeededRow());

    await read();

    expect(dynamodb.commandCalls(GetCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
      { TableName: 'users', Key: { id: USER }, ConsistentRead: true },
      { TableName: 'thumbnails', Key: { userId: USER, generationId: GENERATION }, ConsistentRead: true },
    ]);
  });

  it('answers with a new URL for a succeeded generation', async () => {
    const reference = { kind: 'image', use: 'layout' } as const;
    mockThumbnail(succeededRow({ negativePrompt: 'blurry', reference, previewKey: PREVIEW_KEY }));

    const { body } = await read();

    expect(body).toEqual({
      ...COMMON,
      status: 'succeeded',
      url: expect.any(String) as string,
      previewURL: expect.any(String) as string,
      width: 1344,
      height: 768,
      negativePrompt: 'blurry',
      reference,
    });
    expect(parseUrl(body['url'])).toEqual(IMAGE_URL);
    expect(parseUrl(body['previewURL'])).toEqual(PREVIEW_URL);
  });

  it('answers without a URL for a pending generation, also for an id in capitals', async () => {
    mockThumbnail(pendingRow());

    expect((await read(GENERATION.toUpperCase())).body).toEqual({ ...COMMON, status: 'pending' });
  });

  it.each([
    ['content_filtered', undefined],
    ['content_filtered', { reason: 'declinedImage' }],
    ['internal', undefined],
  ] as const)('answers with the reason of a generation that failed with %s and %j', async (code, params) => {
    mockThumbnail(failedRow(code, params));

    const { status, body } = await read();

    const data = { code, charge: 'refunded', ...(params && { params }) } as const;
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...COMMON, status: 'failed', ...data, error: composeError(data) },
    });
  });

  it('reads a failed generation of an earlier version, whose row has a sentence', async () => {
    mockThumbnail(Object.assign(failedRow('reference_not_found'), { failureReason: 'It is private.' }));

    expect((await read()).body).toMatchObject({
      status: 'failed',
      code: 'reference_not_found',
      error: 'The reference was not found; no credit was taken.',
      charge: 'refunded',
    });
  });

  it('answers 500 without the prompt for a record that does not match its schema', async () => {
    mockThumbnail({ ...succeededRow(), status: 'unknown' });

    const answer = await read();

    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain(PROMPT);
  });
});

describe('the missing previews of a list', () => {
  const mockList = (...items: object[]) =>
    dynamodb.on(QueryCommand).resolves({ Items: items.map((item) => ({ ...item })) });
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
    expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input).toMatchObject({ Key: IMAGE_KEY });
    expect(dynamodb.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key: { userId: USER, generationId: GENERATION },
    });
    expect(settledAttributes()).toEqual({ previewKey: PREVIEW_KEY });
  });

  it('are added for two thumbnails at most, and the others show the whole image', async () => {
    const ids = ['1', '2', '3', '4'].map((digit) => GENERATION.slice(0, -1) + digit);
    const [existing = '', ...missing] = ids;
    mockList(
      succeededRow({ generationId: existing, previewKey: 'thumbnails/existing.webp' }),
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
    expect(deletedImages()).toEqual([IMAGE_KEY, PREVIEW_KEY]);
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

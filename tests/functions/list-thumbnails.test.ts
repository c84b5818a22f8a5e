import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { composeError } from '../../contract/errors.ts';
import { handler } from '../../functions/list-thumbnails.ts';
import { callsMade, dynamodb, resetCloud } from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { IMAGE_URL, parseUrl, PREVIEW_URL } from './support/generation.ts';
import {
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
    ['limit', { limit: '101' }, 'limit must be at most 100'],
    ['cursor', { cursor: 'a'.repeat(501) }, 'cursor must be at most 500 characters'],
  ])('refuses an invalid %s before any read', async (_, query, error) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error, code: 'invalid_request' } });
    expect(callsMade()).toEqual([]);
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

  it.each([
    ['an unknown id', undefined],
    ['a deleted thumbnail', deletedRow()],
  ])('answers 404 for %s', async (_, item) => {
    mockThumbnail(item);

    expect(await read()).toMatchObject({ status: 404, body: { code: 'not_found', requestId: REQUEST_ID } });
  });

  it('answers 500 without the prompt for a record that does not match its schema', async () => {
    mockThumbnail({ ...succeededRow(), status: 'unknown' });

    const answer = await read();

    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain(PROMPT);
  });
});

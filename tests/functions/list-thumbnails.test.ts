import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { API_ERRORS } from '../../contract/errors.ts';
import { handler } from '../../functions/list-thumbnails.ts';
import { callsMade, dynamodb, resetCloud } from './support/cloud.ts';
import { call, REQUEST_ID, USER, type Call } from './support/event.ts';
import { IMAGE_URL, INTERNAL_ERROR, parseUrl } from './support/generation.ts';
import { failedRow, GENERATION, pendingRow, PROMPT, succeededRow } from './support/thumbnail-rows.ts';

const OTHER_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const CREATED_AT = '2026-11-21T09:00:00.000Z';
const CLOSED = { closedAt: CREATED_AT };

const list = (query: Record<string, string> = {}, options: Call = {}) =>
  call(handler, { routeKey: 'GET /api/thumbnails', query, ...options });
const read = (id = GENERATION, options: Call = {}) =>
  call(handler, { routeKey: 'GET /api/thumbnails/{id}', path: { id }, ...options });
const queries = () => dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
const encode = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');

const mockThumbnail = (item?: object) =>
  dynamodb
    .on(GetCommand, { TableName: 'thumbnails' })
    .resolves(item === undefined ? {} : { Item: { ...item } });
const mockUser = (more: object = {}) =>
  dynamodb
    .on(GetCommand, { TableName: 'users' })
    .resolves({ Item: { id: USER, credits: 3, createdAt: CREATED_AT, ...more } });

beforeEach(() => {
  resetCloud();
  mockUser();
  dynamodb.on(QueryCommand).resolves({ Items: [] });
});

describe('GET /api/thumbnails', () => {
  it('answers with the fields that the site shows, in the order of the index, each with a new URL', async () => {
    const newer = succeededRow({ generationId: OTHER_ID, model: 'second', prompt: 'newer' });
    dynamodb.on(QueryCommand).resolves({ Items: [newer, succeededRow({ negativePrompt: 'blurry' })] });

    const { body, headers } = await list();

    const url = expect.any(String) as string;
    expect(body['thumbnails']).toEqual([
      { id: OTHER_ID, url, prompt: 'newer', createdAt: CREATED_AT, model: 'second' },
      { id: GENERATION, url, prompt: PROMPT, createdAt: CREATED_AT, model: 'first' },
    ]);
    const [one, two] = (body['thumbnails'] as { url: string }[]).map(({ url: text }) => parseUrl(text));
    expect(one).toEqual({ ...IMAGE_URL, address: IMAGE_URL.address.replace(GENERATION, OTHER_ID) });
    expect(two).toEqual(IMAGE_URL);
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('omits a record without an image even if the index contains it', async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [pendingRow(), failedRow()] });

    expect((await list()).body).toEqual({ thumbnails: [] });
  });

  it.each([1, 24, 100])('accepts a limit of %i', async (limit) => {
    expect(await list({ limit: String(limit) })).toMatchObject({ status: 200 });
    expect(queries()).toMatchObject([{ Limit: limit }]);
  });

  it.each([
    ['', 'limit must be a whole number'],
    ['0', 'limit must be at least 1'],
    ['101', 'limit must be at most 100'],
    ['1e1', 'limit must be a whole number'],
  ])('refuses a limit of "%s" before any read', async (limit, error) => {
    expect(await list({ limit })).toMatchObject({
      status: 400,
      body: { error, code: 'invalid_request', requestId: REQUEST_ID },
    });
    expect(callsMade()).toEqual([]);
  });

  it.each([
    ['is empty', ''],
    ['is not JSON', Buffer.from('nonsense').toString('base64url')],
    ['is a list', encode([])],
    ['is incomplete', encode({ generationId: GENERATION })],
    ['contains numbers', encode({ generationId: 1, listedAt: 2 })],
    ['has more than 500 characters', 'a'.repeat(501)],
    // DynamoDB would refuse an empty key with a ValidationException.
    ['contains empty keys', encode({ generationId: '', listedAt: '' })],
    ['contains neither an id nor a time', encode({ generationId: 'x', listedAt: 'y' })],
  ])('refuses a cursor that %s', async (_, cursor) => {
    const { status, body } = await list({ cursor });

    expect(status).toBe(400);
    expect(body['error']).toMatch(/^cursor (is not one that this list gave|must be at most 500 characters)$/);
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
    mockThumbnail(succeededRow());

    const { body } = await read();

    expect(body).toEqual({ id: GENERATION, status: 'succeeded', url: expect.any(String) as string });
    expect(parseUrl(body['url'])).toEqual(IMAGE_URL);
  });

  it('answers only with the status of a pending generation, also for an id in capitals', async () => {
    mockThumbnail(pendingRow());

    expect((await read(GENERATION.toUpperCase())).body).toEqual({ id: GENERATION, status: 'pending' });
  });

  it.each([
    ['content_filtered', API_ERRORS.content_filtered.message],
    ['model_unavailable', API_ERRORS.model_unavailable.message],
    ['generation_timeout', API_ERRORS.generation_timeout.message],
    ['internal', INTERNAL_ERROR.body.error],
  ] as const)('answers with the reason of a generation that failed with %s', async (code, error) => {
    mockThumbnail(failedRow(code));

    const { status, body } = await read();

    expect({ status, body }).toEqual({
      status: 200,
      body: { id: GENERATION, status: 'failed', error, code },
    });
  });

  it('answers 404 for an unknown id', async () => {
    mockThumbnail();

    expect(await read()).toMatchObject({ status: 404, body: { code: 'not_found', requestId: REQUEST_ID } });
  });

  it.each(['', 'x', `${GENERATION}.png`, '../other'])('refuses the id "%s" before any read', async (id) => {
    expect(await read(id)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: 'id must be a UUID' },
    });
    expect(callsMade()).toEqual([]);
  });

  it('answers 500 without the prompt for a record that does not match its schema', async () => {
    mockThumbnail({ ...succeededRow(), status: 'unknown' });

    const answer = await read();

    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain(PROMPT);
  });
});

describe.each([
  ['the list of thumbnails', (options?: Call) => list({}, options)],
  ['one thumbnail', (options?: Call) => read(GENERATION, options)],
])('%s', (_, request) => {
  it('is refused with 401 for a closed account, even if records exist', async () => {
    mockUser(CLOSED);
    mockThumbnail(succeededRow());

    expect(await request()).toMatchObject({ status: 401, body: { error: 'This account has been deleted.' } });
    expect(callsMade()).toEqual(['GetCommand']);
  });

  it('is refused with 401 without claims, before any read', async () => {
    expect(await request({ claims: undefined })).toMatchObject({ status: 401 });
    expect(callsMade()).toEqual([]);
  });
});

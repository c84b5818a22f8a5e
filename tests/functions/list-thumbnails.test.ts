import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/list-thumbnails.ts';
import { callsMade, dynamodb, resetCloud } from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import {
  failedRow,
  GENERATION,
  IMAGE_KEY,
  pendingRow,
  PROMPT,
  succeededRow,
} from './support/thumbnail-rows.ts';

const OTHER_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const list = (query: Record<string, string> = {}) =>
  call(handler, { routeKey: 'GET /api/thumbnails', query });
const read = (id: string) => call(handler, { routeKey: 'GET /api/thumbnails/{id}', path: { id } });
const queries = () => dynamodb.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');

const recorded = (row?: object) =>
  dynamodb
    .on(GetCommand, { TableName: 'thumbnails' })
    .resolves(row === undefined ? {} : { Item: { ...row } });
const accountIs = (row: object) =>
  dynamodb
    .on(GetCommand, { TableName: 'users' })
    .resolves({ Item: { id: USER, credits: 3, createdAt: '2026-11-01T09:00:00.000Z', ...row } });

beforeEach(() => {
  resetCloud();
  accountIs({});
});

describe('GET /api/thumbnails', () => {
  it("asks for the caller's finished ones, newest first, 24 of them", async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [] });

    const answer = await list();

    expect(answer).toMatchObject({ status: 200, body: { thumbnails: [] } });
    expect(answer.body).not.toHaveProperty('cursor');
    expect(queries()).toEqual([
      {
        TableName: 'thumbnails',
        IndexName: 'listed',
        KeyConditionExpression: 'userId = :userId',
        ExpressionAttributeValues: { ':userId': USER },
        ScanIndexForward: false,
        Limit: 24,
      },
    ]);
    expect(callsMade()).toEqual(['GetCommand', 'QueryCommand']);
  });

  it('tells of each what the site shows, in the order of the index, with a fresh URL', async () => {
    const newer = succeededRow({ generationId: OTHER_ID, model: 'second', prompt: 'newer' });
    dynamodb.on(QueryCommand).resolves({ Items: [newer, succeededRow({ negativePrompt: 'blurry' })] });

    const { body } = await list();

    const createdAt = '2026-11-21T09:00:00.000Z';
    const url = expect.stringContaining('X-Amz-Signature=') as string;
    expect(body['thumbnails']).toEqual([
      { id: OTHER_ID, url, prompt: 'newer', createdAt, model: 'second' },
      { id: GENERATION, url, prompt: PROMPT, createdAt, model: 'first' },
    ]);
    const urls = (body['thumbnails'] as { url: string }[]).map(({ url: text }) => new URL(text).pathname);
    expect(urls).toEqual([`/thumbnails/${USER}/${OTHER_ID}.png`, `/${IMAGE_KEY}`]);
  });

  it('shows nothing that has no picture, should the index hold it', async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [pendingRow(), failedRow()] });

    const { body } = await list();

    expect(body).toEqual({ thumbnails: [] });
  });

  it('gives a cursor where there is more, and goes on from it', async () => {
    const end = { userId: USER, generationId: GENERATION, listedAt: '2026-11-21T09:00:00.000Z' };
    dynamodb
      .on(QueryCommand)
      .resolvesOnce({ Items: [succeededRow()], LastEvaluatedKey: end })
      .resolves({ Items: [] });

    const first = await list();
    const second = await list({ cursor: String(first.body['cursor']) });

    expect(first.body['cursor']).toMatch(/^[\w-]+$/);
    expect(queries()[1]?.ExclusiveStartKey).toEqual(end);
    expect(second.body).not.toHaveProperty('cursor');
  });

  it("cannot be led into another's list by a cursor", async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [] });
    const position = {
      userId: 'someone-else',
      generationId: GENERATION,
      listedAt: '2026-11-21T09:00:00.000Z',
    };

    await list({ cursor: cursorOf(position) });

    expect(queries()[0]).toMatchObject({
      ExpressionAttributeValues: { ':userId': USER },
      ExclusiveStartKey: { ...position, userId: USER },
    });
  });

  it('does not say in the cursor whose list it is', async () => {
    const end = { userId: USER, generationId: GENERATION, listedAt: '2026-11-21T09:00:00.000Z' };
    dynamodb.on(QueryCommand).resolves({ Items: [], LastEvaluatedKey: end });

    const { body } = await list();

    expect(Buffer.from(String(body['cursor']), 'base64url').toString()).not.toContain(USER);
  });

  it.each([
    ['1', 1],
    ['24', 24],
    ['100', 100],
  ])('takes a limit of %s', async (limit, Limit) => {
    dynamodb.on(QueryCommand).resolves({ Items: [] });

    const answer = await list({ limit });

    expect(answer.status).toBe(200);
    expect(queries()).toMatchObject([{ Limit }]);
  });

  it.each([
    ['', /^limit must be a whole number$/],
    ['0', /^limit must be at least 1$/],
    ['101', /^limit must be at most 100$/],
    ['99999', /^limit must be a whole number$/],
    ['-1', /^limit must be a whole number$/],
    ['1.5', /^limit must be a whole number$/],
    ['1e1', /^limit must be a whole number$/],
    ['ten', /^limit must be a whole number$/],
  ])('refuses a limit of "%s", told why, and asks nothing', async (limit, sentence) => {
    const answer = await list({ limit });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', requestId: REQUEST_ID } });
    expect(answer.body['error']).toMatch(sentence);
    expect(callsMade()).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', Buffer.from('nonsense').toString('base64url')],
    ['a list', cursorOf([])],
    ['half a position', cursorOf({ generationId: GENERATION })],
    ['numbers', cursorOf({ generationId: 1, listedAt: 2 })],
    ['far too much', 'a'.repeat(501)],
    // DynamoDB refuses an empty key with a ValidationException, which would be our 500.
    ['an empty position', cursorOf({ generationId: '', listedAt: '' })],
    ['a position that is no id and no time', cursorOf({ generationId: 'x', listedAt: 'y' })],
  ])('refuses a cursor of %s, told why, and does not look for it', async (_, cursor) => {
    dynamodb.on(QueryCommand).resolves({ Items: [] });

    const answer = await list({ cursor });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body['error']).toMatch(/^cursor (is not one|must be at most)/);
    expect(queries()).toEqual([]);
  });

  it('of a closed account answers 401, whatever is still there', async () => {
    accountIs({ closedAt: '2026-11-21T09:00:00.000Z' });
    dynamodb.on(QueryCommand).resolves({ Items: [succeededRow()] });

    const answer = await list();

    expect(answer).toMatchObject({ status: 401, body: { error: 'This account has been deleted.' } });
    expect(queries()).toEqual([]);
  });

  it('without claims answers 401, and asks nothing', async () => {
    const answer = await call(handler, { routeKey: 'GET /api/thumbnails', claims: undefined });

    expect(answer.status).toBe(401);
    expect(callsMade()).toEqual([]);
  });
});

describe('GET /api/thumbnails/{id}', () => {
  it("reads the caller's row alone, consistently", async () => {
    recorded(succeededRow());

    await read(GENERATION);

    expect(dynamodb.commandCalls(GetCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
      { TableName: 'users', Key: { id: USER }, ConsistentRead: true },
      { TableName: 'thumbnails', Key: { userId: USER, generationId: GENERATION }, ConsistentRead: true },
    ]);
    expect(callsMade()).toEqual(['GetCommand', 'GetCommand']);
  });

  it('of a success answers with a fresh URL', async () => {
    recorded(succeededRow());

    const answer = await read(GENERATION);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: GENERATION,
      status: 'succeeded',
      url: expect.stringContaining(IMAGE_KEY) as string,
    });
  });

  it('of one under way answers with its state alone', async () => {
    recorded(pendingRow());

    const answer = await read(GENERATION);

    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ id: GENERATION, status: 'pending' });
  });

  it.each([
    ['content_filtered', /declined this prompt; no credit was taken/],
    ['model_unavailable', /busy; no credit was taken/],
    ['generation_timeout', /too long to answer; no credit was taken/],
    ['internal', /our side; no credit was taken/],
  ] as const)('of a failure (%s) says why', async (failure, sentence) => {
    recorded(failedRow(failure));

    const answer = await read(GENERATION);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: GENERATION,
      status: 'failed',
      error: expect.stringMatching(sentence) as string,
      code: failure,
    });
  });

  it("of an unknown id, or another's, answers 404", async () => {
    recorded();

    const answer = await read(GENERATION);

    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', requestId: REQUEST_ID } });
  });

  it('of a closed account answers 401, whatever is still there', async () => {
    accountIs({ closedAt: '2026-11-21T09:00:00.000Z' });
    recorded(succeededRow());

    expect(await read(GENERATION)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('knows an id in capitals', async () => {
    recorded(pendingRow());

    const answer = await read(GENERATION.toUpperCase());

    expect(answer.body).toEqual({ id: GENERATION, status: 'pending' });
  });

  it.each(['', 'x', `${GENERATION}.png`, '../other'])(
    'refuses the id "%s", and reads nothing',
    async (id) => {
      const answer = await read(id);

      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(answer.body['error']).toMatch(/UUID/);
      expect(callsMade()).toEqual([]);
    },
  );

  it('of a row that is not one of ours answers 500, with nothing of the row', async () => {
    recorded({ ...succeededRow(), status: 'unheard-of' });

    const answer = await read(GENERATION);

    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain(PROMPT);
  });
});

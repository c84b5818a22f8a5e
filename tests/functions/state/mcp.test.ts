import { GetObjectCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyResponse } from '#contract/endpoints/api-key-schemas.ts';
import { handler as authorize } from '../../../functions/api/authorize-key.ts';
import { handler } from '../../../functions/api/mcp.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { call, lambdaContext, type Call } from '../support/event.ts';
import { fileAnswer, png } from '../support/models.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';
import { s3 } from './support/services.ts';

const WINDOW = '2026-11-24T10:00:00.000Z';
const IMAGE_TOOLS = ['generate_thumbnail', 'create_thumbnail_from_image', 'edit_thumbnail'];
const ACCEPT = 'application/json, text/event-stream';

let user: string;
let keyId: string;
let context: object;
const fetchPreview = vi.fn<typeof fetch>();

/** Sends one message, or a batch. */
const send = (body: unknown, more: Pick<Call, 'headers' | 'isBase64Encoded' | 'remainingMs'> = {}) =>
  call(handler, { routeKey: 'POST /mcp', key: context, body, headers: { accept: ACCEPT }, ...more });

let lastId = 0;
const request = (method: string, params?: object) => ({ jsonrpc: '2.0', id: ++lastId, method, params });
const toolCall = (name: string, args?: object) => request('tools/call', { name, arguments: args });

async function callTool(name: string, args?: object, more: Pick<Call, 'remainingMs'> = {}) {
  const { body } = await send(toolCall(name, args), more);
  return body['result'] as {
    isError: boolean;
    structuredContent: Record<string, unknown>;
    content: { type: string }[];
  };
}

const countRequests = async () => {
  const items = await db.scanItems('rateLimits');
  return items.find(({ subject }) => subject === `keyRequests#${keyId}`)?.['requests'];
};

const answerPreview = (bytes: number) =>
  fetchPreview.mockImplementation(() => Promise.resolve(new Response(Buffer.alloc(bytes))));

async function putThumbnail(more: object = {}): Promise<string> {
  const id = db.newGeneration();
  const listed = { listedAt: db.OPENED_AT, previewKey: `images/${user}/${id}-preview.webp`, ...more };
  await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', listed));
  return id;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:15Z') });
  vi.stubGlobal('fetch', fetchPreview);
  answerPreview(1_000);
  prepareGeneration();
  s3.on(GetObjectCommand).callsFake(() => fileAnswer(png()));
  user = db.newUser();
  await db.putUser(user, 3, { packs: { elite: 50 } });
  await db.putItem('ledger', ledgerItem(user, 'welcome', 'sign-up', 3));
  const answer = await callEndpoint('createKey', user, { body: { name: 'Claude' } });
  const { key, id } = createKeyResponse.parse(answer.body);
  keyId = id;
  ({ context = {} } = await authorize({ headers: { authorization: `Bearer ${key}` } }, lambdaContext()));
  return () => void vi.unstubAllGlobals();
});

describe('a tool that makes an image', () => {
  it.each(IMAGE_TOOLS)('%s requires its idempotencyKey', async (name) => {
    const { body } = await send(request('tools/list'));
    const { tools } = body['result'] as { tools: { name: string; inputSchema: { required: string[] } }[] };
    expect(tools.find((tool) => tool.name === name)?.inputSchema.required).toContain('idempotencyKey');

    const args = { id: randomUUID(), prompt: 'a castle', picture: 'AAAA', operation: { kind: 'upscale' } };
    expect(await callTool(name, args)).toMatchObject({
      isError: true,
      structuredContent: { error: 'Idempotency-Key must be a UUID', charge: 'none' },
    });
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
  });

  it('takes credits once for a repeated call', async () => {
    const id = db.newGeneration();
    const args = { prompt: 'a castle', idempotencyKey: id };

    await callTool('generate_thumbnail', args);
    await callTool('generate_thumbnail', args);

    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3, [`spend#${id}`]: -1 });
  });
});

describe('the arguments of a tool', () => {
  it('limit the list as the query of the public API does', async () => {
    const [old, favorite] = [await putThumbnail(), await putThumbnail({ favorite: 'starred' })];
    const list = async (args: object) => {
      const { structuredContent } = await callTool('list_thumbnails', args);
      return (structuredContent as { thumbnails: { id: string }[] }).thumbnails.map(({ id }) => id).sort();
    };

    expect(await list({})).toEqual([old, favorite].sort());
    expect(await list({ favorite: true })).toEqual([favorite]);
    expect(await list({ from: '2026-11-24T00:00:00Z' })).toEqual([]);
    expect(await callTool('list_thumbnails', { sort: 'best' })).toMatchObject({
      structuredContent: { params: { field: 'sort' } },
    });
  });

  it('are absent if they are optional and null or empty', async () => {
    const id = await putThumbnail();

    expect(await callTool('list_thumbnails', { limit: null, cursor: '', sort: null })).toMatchObject({
      isError: false,
      structuredContent: { thumbnails: [{ id }] },
    });
    const idempotencyKey = db.newGeneration();
    const empty = { prompt: 'a castle', idempotencyKey, model: '', reference: null, negativePrompt: null };
    expect(await callTool('generate_thumbnail', empty)).toMatchObject({ isError: false });
    expect(await callTool('generate_thumbnail', { prompt: '', idempotencyKey })).toMatchObject({
      structuredContent: { error: 'prompt must not be empty' },
    });
  });

  it('of an operation are absent if they are null or empty', async () => {
    await db.changeBalance(user, 10);
    const id = await putThumbnail();
    const edit = (operation: object) =>
      callTool('edit_thumbnail', { id, idempotencyKey: db.newGeneration(), operation });

    const replace = { kind: 'replace', find: 'the cup', prompt: 'a lamp' };
    expect(await edit({ ...replace, mask: null, left: null })).toMatchObject({ isError: false });
    const fill = { kind: 'fill', left: 1, right: 0, up: 0, down: 0 };
    expect(await edit({ ...fill, prompt: '' })).toMatchObject({ isError: false });
  });

  it('can name an earlier thumbnail as the reference, and a set', async () => {
    const id = db.newGeneration();
    const fields = { reference: { kind: 'thumbnail', id: await putThumbnail(), use: 'style' }, setId: id };
    await callTool('generate_thumbnail', { prompt: 'a castle', idempotencyKey: id, ...fields });

    expect(await callTool('get_thumbnail', { id })).toMatchObject({ structuredContent: fields });
  });

  it('can be left out by a tool without arguments', async () => {
    expect(await callTool('credits')).toMatchObject({ structuredContent: { credits: 3 } });
  });
});

it('refuses a body that is not valid UTF-8 and takes nothing, because the prompt would have other words', async () => {
  const message = toolCall('generate_thumbnail', { prompt: 'a café', idempotencyKey: db.newGeneration() });
  const latin1 = Buffer.from(JSON.stringify(message), 'latin1');
  const refused = { status: 400, body: { error: 'the body must be valid UTF-8', charge: 'none' } };

  const headers = { accept: ACCEPT, 'content-length': String(latin1.length) };
  expect(await send(latin1.toString(), { headers })).toMatchObject(refused);
  expect(await send(latin1.toString('base64'), { isBase64Encoded: true })).toMatchObject(refused);

  expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
  expect(await countRequests()).toBe(2);
});

describe('the limit of a key', () => {
  it.each([
    ['ping', () => request('ping'), 1],
    ['tools/list', () => request('tools/list'), 1],
    ['an unknown method', () => request('nothing'), 1],
    ['a notification', () => ({ jsonrpc: '2.0', method: 'notifications/initialized' }), 1],
    ['a text that is no JSON', () => '{', 1],
    ['a call of an unknown tool', () => toolCall('nothing'), 1],
    ['a call of a tool', () => toolCall('credits'), 1],
    ['a batch, each message', () => [request('ping'), toolCall('credits'), request('ping')], 3],
    ['an empty batch', () => [], 1],
    ['a batch that is refused', () => Array.from({ length: 11 }, () => request('ping')), 1],
  ])('counts %s', async (_, createBody, expected) => {
    // The answer to a notification is empty.
    await send(createBody()).catch(() => undefined);

    expect(await countRequests()).toBe(expected);
  });

  it('refuses a batch that would exceed it, and still accepts one message', async () => {
    const requests = RATE_LIMITS.keyRequests.maximum - 1;
    await db.putItem('rateLimits', { subject: `keyRequests#${keyId}`, window: WINDOW, requests });

    expect(await send([request('ping'), request('ping')])).toMatchObject({
      status: 429,
      headers: { 'retry-after': '45' },
      body: { code: 'too_many_requests', params: { reason: 'keyRequests' } },
    });
    expect((await send(request('ping'))).status).toBe(200);
    expect((await send(request('ping'))).status).toBe(429);
  });
});

describe('a batch', () => {
  it.each([
    [
      'more than ten messages',
      () => Array.from({ length: 11 }, () => request('ping')),
      'at most 10 messages',
    ],
    [
      'equal ids',
      () => [
        { ...request('ping'), id: 1 },
        { ...request('ping'), id: 1 },
      ],
      'ids of a batch must differ',
    ],
    [
      'the cancellation of a request in the same batch',
      () => [
        { ...toolCall('credits'), id: 1 },
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      ],
      'cannot cancel',
    ],
  ])('with %s is refused with an error of JSON-RPC', async (_, createBody, message) => {
    expect(await send(createBody())).toMatchObject({
      status: 400,
      body: {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_600, message: expect.stringContaining(message) as string },
      },
    });
  });

  it('of ten calls answers with the previews that Lambda can return', async () => {
    answerPreview(400_000);
    const id = await putThumbnail();

    const { body } = await send(Array.from({ length: 10 }, () => toolCall('get_thumbnail', { id })));

    const results = body as unknown as { result: { isError: boolean; content: { type: string }[] } }[];
    expect(results.map(({ result }) => result.isError)).toEqual(Array.from({ length: 10 }, () => false));
    const images = results.flatMap(({ result }) => result.content.filter(({ type }) => type === 'image'));
    expect(images).toHaveLength(5);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(6 * 1024 * 1024);
  });

  it('whose answer is larger than 6 MB is answered with an error of JSON-RPC', async () => {
    await Promise.all(Array.from({ length: 100 }, () => putThumbnail({ prompt: '"'.repeat(2_000) })));
    const list = () => toolCall('list_thumbnails', { limit: 100 });

    expect((await send(list())).status).toBe(200);
    expect(await send(Array.from({ length: 10 }, list))).toMatchObject({
      status: 400,
      body: { error: { code: -32_600, message: expect.stringContaining('larger than 6 MB') as string } },
    });
  });
});

describe('the preview of a result', () => {
  it('has no more time than the invocation', async () => {
    const id = await putThumbnail();

    const late = await callTool('get_thumbnail', { id }, { remainingMs: 500 });
    expect(late.content.map(({ type }) => type)).toEqual(['text']);
    expect(fetchPreview).not.toHaveBeenCalled();

    const limit = vi.spyOn(AbortSignal, 'timeout');
    await callTool('get_thumbnail', { id }, { remainingMs: 1_700 });
    await callTool('get_thumbnail', { id }, { remainingMs: 29_000 });
    expect(limit.mock.calls).toEqual([[1_200], [3_000]]);
  });

  it('is left out if it cannot be loaded or is larger than 1 MB', async () => {
    const id = await putThumbnail();
    const types = async () => (await callTool('get_thumbnail', { id })).content.map(({ type }) => type);

    expect(await types()).toEqual(['text', 'image']);
    answerPreview(1_000_001);
    expect(await types()).toEqual(['text']);
    fetchPreview.mockRejectedValue(new Error('late'));
    expect(await types()).toEqual(['text']);
  });
});

it.each([ACCEPT, 'application/json', '*/*'])(
  'answers as JSON to a client that accepts %s',
  async (accept) => {
    expect(await send(request('ping'), { headers: { accept } })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: { result: {} },
    });
  },
);

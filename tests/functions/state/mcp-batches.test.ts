import { beforeEach, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import * as db from './support/database.ts';
import {
  account,
  answerPreview,
  countRequests,
  openMcp,
  putThumbnail,
  request,
  send,
  toolCall,
  WINDOW,
} from './support/mcp.ts';

beforeEach(openMcp);

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
    await db.putItem('rateLimits', { subject: `keyRequests#${account.keyId}`, window: WINDOW, requests });

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

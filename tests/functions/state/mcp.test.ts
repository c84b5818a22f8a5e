import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as db from './support/database.ts';
import {
  ACCEPT,
  account,
  answerPreview,
  callTool,
  countRequests,
  fetchPreview,
  openMcp,
  putThumbnail,
  request,
  send,
  toolCall,
} from './support/mcp.ts';

const IMAGE_TOOLS = ['generate_thumbnail', 'create_thumbnail_from_image', 'edit_thumbnail'];

beforeEach(openMcp);

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
    expect(await db.ledgerAmounts(account.user)).toEqual({ welcome: 3 });
  });

  it('takes credits once for a repeated call', async () => {
    const id = db.newGeneration();
    const args = { prompt: 'a castle', idempotencyKey: id };

    await callTool('generate_thumbnail', args);
    await callTool('generate_thumbnail', args);

    expect(await db.ledgerAmounts(account.user)).toEqual({ welcome: 3, [`spend#${id}`]: -1 });
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
    await db.changeBalance(account.user, 10);
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

  expect(await db.ledgerAmounts(account.user)).toEqual({ welcome: 3 });
  expect(await countRequests()).toBe(2);
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

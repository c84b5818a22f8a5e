import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyResponse } from '#contract/endpoints/api-key-schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { DESIGN } from '../support/designs.ts';
import { DESIGN_PREVIEW } from '../support/jpegs.ts';
import { createPhoto } from '../support/photos.ts';
import { expectInvariants } from './support/invariants.ts';
import { shareCloud } from './support/cloud.ts';

let cloud: EmbeddedCloud;
let creator: Creator;
let key: string;
let client: Client;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
});
beforeEach(async () => {
  creator = await addCreator(cloud);
  await inspectCloud(cloud).givePack(creator.userId, 'elite');
  const { body } = await creator.post('/api/keys', { name: 'Claude' });
  ({ key } = createKeyResponse.parse(body));
  client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${cloud.url}/mcp`), { requestInit: { headers } }),
  );
});
afterEach(() => client.close());

/** The kinds of the content, and the structured result. */
async function callTool(name: string, args: Record<string, unknown> = {}) {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
  return { isError, content, result: structuredContent };
}

describe('the MCP server', () => {
  it('offers six tools, which say what they take', async () => {
    const { tools } = await client.listTools();

    expect(tools.map(({ name }) => name)).toEqual([
      'generate_thumbnail',
      'create_thumbnail_from_image',
      'edit_thumbnail',
      'list_thumbnails',
      'get_thumbnail',
      'credits',
    ]);
    const [generate, photo, edit] = tools;
    expect(generate?.description).toContain('1 credit with Stable Image Core');
    expect(generate?.inputSchema).toMatchObject({
      required: ['prompt', 'idempotencyKey'],
      properties: { prompt: { type: 'string' } },
    });
    expect(Object.keys(photo?.inputSchema.properties ?? {})).toEqual(['picture', 'name', 'idempotencyKey']);
    expect(photo?.inputSchema.required).toEqual(['picture', 'idempotencyKey']);
    expect(Object.keys(edit?.inputSchema.properties ?? {})).toEqual([
      'id',
      'baseId',
      'operation',
      'idempotencyKey',
    ]);
    const [anyone, account] = [true, false].map((openWorldHint) => ({
      openWorldHint,
      destructiveHint: false,
    }));
    const repeatable = { idempotentHint: true };
    expect(tools.map(({ annotations }) => annotations)).toEqual([
      { ...anyone, ...repeatable, readOnlyHint: false },
      { ...account, ...repeatable, readOnlyHint: false },
      { ...account, ...repeatable, readOnlyHint: false },
      ...[1, 2, 3].map(() => ({ ...account, ...repeatable, readOnlyHint: true })),
    ]);
  });

  it('generates, edits, lists and reads thumbnails with the credits of the key’s account', async () => {
    const id = randomUUID();
    const args = { prompt: 'a castle', idempotencyKey: id };

    const generated = await callTool('generate_thumbnail', args);
    const before = await creator.credits();
    expect(await callTool('generate_thumbnail', args)).toMatchObject({ result: { generationId: id } });
    expect(await creator.credits()).toBe(before);
    expect(generated).toMatchObject({
      isError: false,
      result: { generationId: id },
      content: [
        { type: 'text', text: expect.stringContaining(`Credits left: ${before}.`) as string },
        { type: 'text' },
        { type: 'image', mimeType: 'image/webp' },
      ],
    });
    const operation = { kind: 'recolor', find: 'the flags', prompt: 'red' };
    expect(await callTool('edit_thumbnail', { id, operation, idempotencyKey: randomUUID() })).toMatchObject({
      isError: false,
    });
    expect(await callTool('list_thumbnails', { limit: 5 })).toMatchObject({
      result: { thumbnails: [{ id }] },
    });
    expect(await callTool('get_thumbnail', { id })).toMatchObject({
      result: { id, edits: [{ operation }] },
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/webp' }],
    });
    const preview = DESIGN_PREVIEW.toString('base64');
    await creator.put(`/api/thumbnails/${id}/design`, { design: DESIGN, version: 0, preview });
    expect(await callTool('get_thumbnail', { id })).toMatchObject({
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/jpeg' }],
    });
    expect(await callTool('credits')).toMatchObject({ result: { credits: await creator.credits() } });
    await expectInvariants(inspectCloud(cloud), creator.userId);
  });

  it('makes a thumbnail of a picture without credits, and edits it as every thumbnail', async () => {
    const credits = await creator.credits();
    const idempotencyKey = randomUUID();
    const picture = createPhoto(640, 360).toString('base64');

    const made = await callTool('create_thumbnail_from_image', { picture, name: 'Holiday', idempotencyKey });

    expect(made).toMatchObject({
      isError: false,
      result: { generationId: idempotencyKey },
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/webp' }],
    });
    expect(await creator.credits()).toBe(credits);
    const operation = { kind: 'recolor', find: 'the flags', prompt: 'red' };
    const edit = { id: idempotencyKey, operation, idempotencyKey: randomUUID() };
    expect(await callTool('edit_thumbnail', edit)).toMatchObject({ isError: false });
    expect(await callTool('get_thumbnail', { id: idempotencyKey })).toMatchObject({
      result: { id: idempotencyKey, model: 'photo', name: 'Holiday', prompt: '', edits: [{ operation }] },
    });
    await expectInvariants(inspectCloud(cloud), creator.userId);
  });

  it('answers with the errors of the API', async () => {
    const idempotencyKey = randomUUID();
    expect(await callTool('generate_thumbnail', { idempotencyKey })).toMatchObject({
      isError: true,
      result: { code: 'invalid_request', params: { field: 'prompt' } },
    });
    expect(await callTool('get_thumbnail', { id: randomUUID() })).toMatchObject({
      isError: true,
      result: { code: 'not_found' },
    });
    const credits = await creator.credits();
    await inspectCloud(cloud).setBalance(creator.userId, 0);
    expect(await callTool('generate_thumbnail', { prompt: 'a castle', idempotencyKey })).toMatchObject({
      isError: true,
      result: { code: 'insufficient_credits', charge: 'none' },
    });
    // The audit of other tests of this cloud finds a balance that differs from the ledger.
    await inspectCloud(cloud).setBalance(creator.userId, credits);
  });

  it('refuses other methods, other origins, and requests without a key', async () => {
    const call = (
      { headers: more = {}, ...init }: { headers?: Record<string, string>; method: string; body?: string },
      authorization = `Bearer ${key}`,
    ) => fetch(`${cloud.url}/mcp`, { ...init, headers: { authorization, ...more } });
    const ping = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

    expect((await call({ ...ping, headers })).status).toBe(200);
    expect((await call({ ...ping, headers: { ...headers, origin: cloud.url } })).status).toBe(200);
    expect((await call({ ...ping, headers: { ...headers, origin: 'https://evil.example' } })).status).toBe(
      403,
    );
    expect((await call({ method: 'GET' })).status).toBe(405);
    expect((await call({ method: 'DELETE' })).status).toBe(405);
    expect((await call({ ...ping, headers }, 'Bearer x')).status).toBe(401);
    expect((await fetch(`${cloud.url}/mcp`, { ...ping, headers })).status).toBe(401);
  });
});

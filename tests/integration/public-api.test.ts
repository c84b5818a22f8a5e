import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildOpenApi } from '#contract/endpoints/openapi.ts';
import { PUBLIC_OPERATIONS } from '#contract/endpoints/public-operations.ts';
import { createKeyResponse } from '#contract/endpoints/api-key-schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { listFirstImages } from '../../web/src/features/developers/model/examples.ts';
import { addCreator, WELCOME, type Creator } from '../support/cloud/creator.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { expectInvariants } from './support/invariants.ts';
import { shareCloud } from './support/cloud.ts';

const UNKNOWN_KEY = {
  code: 'unauthorized',
  params: { reason: 'unknownKey' },
  error: 'This key is unknown or revoked.',
};

let cloud: EmbeddedCloud;
let creator: Creator;
let key: string;
let keyId: string;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
});
beforeEach(async () => {
  creator = await addCreator(cloud);
  await inspectCloud(cloud).givePack(creator.userId, 'elite');
  const { body } = await creator.post('/api/keys', { name: 'Upload script' });
  ({ key, id: keyId } = createKeyResponse.parse(body));
});

/** Calls the public API. @param authorization @default the key */
async function call(
  path: string,
  { body, headers = {}, method = 'GET', authorization = `Bearer ${key}` }: CallOptions = {},
) {
  const response = await fetch(`${cloud.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
  authorization?: string;
}

const generate = (id: string) =>
  call('/v1/thumbnails', {
    method: 'POST',
    headers: { 'idempotency-key': id },
    body: { prompt: 'a castle' },
  });

describe('the examples of the OpenAPI document', () => {
  it('are valid requests in their order, and the answers match its schemas', async () => {
    const document = buildOpenApi();
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    const statuses: Record<string, number> = {};
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    const order = Object.keys(PUBLIC_OPERATIONS);
    operations.sort((one, other) => order.indexOf(one.operationId) - order.indexOf(other.operationId));
    for (const { path, method, operationId, parameters, requestBody, responses } of operations) {
      const values = (place: string) =>
        Object.fromEntries(
          parameters.filter((each) => each.in === place).map(({ name, example = '' }) => [name, example]),
        );
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values('path')[name] ?? '');
      const { limit } = values('query');
      const body = requestBody?.content['application/json'].example;
      const answer = await call(`${filled}${limit === undefined ? '' : `?limit=${limit}`}`, {
        method: method.toUpperCase(),
        headers: values('header'),
        ...(body && { body }),
      });
      statuses[operationId] = answer.status;
      const schema = responses[answer.status]?.content['application/json'].schema ?? false;
      const validate = ajv.compile(schema);
      expect(validate(answer.body) ? [] : [operationId, validate.errors, answer.body]).toEqual([]);
    }
    expect(statuses).toEqual(Object.fromEntries(order.map((name) => [name, 200])));
  });

  it('include errors that match its schema', async () => {
    const { Error: schema } = buildOpenApi().components.schemas;
    const validate = new Ajv2020({ strict: false }).compile(schema);

    const { status, body } = await call(`/v1/thumbnails/${randomUUID()}`);

    expect(status).toBe(404);
    expect(validate(body)).toBe(true);
  });
});

describe('the first image of the page for developers', () => {
  const COMMANDS = {
    curl: ['bash', 'first-image.sh'],
    node: ['node', 'first-image.mjs'],
    python: ['python3', 'first_image.py'],
  } as const;

  it.each(['curl', 'node', 'python'] as const)('is made with %s as it stands there', (language) =>
    withTempFolder('first-image', async (folder) => {
      const { code = '' } = listFirstImages(cloud.url).find((each) => each.language === language) ?? {};
      const [program, file] = COMMANDS[language];
      await writeFile(join(folder, file), code);
      const env = { ...process.env, THUMBFORGE_KEY: key };

      const { stdout } = await promisify(execFile)(program, [file], { cwd: folder, env });

      expect(await creator.credits()).toBe(WELCOME - 1);
      if (language === 'curl') {
        expect(JSON.parse(stdout)).toMatchObject({ imageURL: expect.any(String) as string });
      } else {
        expect(stdout.trim()).toBe('thumbnail.png');
        const image = await readFile(join(folder, 'thumbnail.png'));
        expect(image.subarray(1, 4).toString()).toBe('PNG');
      }
    }),
  );
});

describe('the public API', () => {
  it('generates, edits, lists, reads and deletes a thumbnail, and reads the credits', async () => {
    const [id, editId] = [randomUUID(), randomUUID()];

    expect(await generate(id)).toMatchObject({ status: 200, body: { generationId: id } });
    const edit = await call(`/v1/thumbnails/${id}/edits`, {
      method: 'POST',
      headers: { 'idempotency-key': editId },
      body: { operation: { kind: 'recolor', find: 'the flags', prompt: 'red' } },
    });
    expect(edit).toMatchObject({ status: 200, body: { editId } });
    expect(await call('/v1/thumbnails?limit=5')).toMatchObject({
      status: 200,
      body: { thumbnails: [{ id }] },
    });
    expect(await call(`/v1/thumbnails/${id}`)).toMatchObject({
      status: 200,
      body: { edits: [{ id: editId }] },
    });
    expect(await call('/v1/credits')).toEqual({
      status: 200,
      body: { credits: await creator.credits(), packs: ['elite'] },
    });
    await expectInvariants(inspectCloud(cloud), creator.userId);
    expect(await call(`/v1/thumbnails/${id}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await call(`/v1/thumbnails/${id}`)).toMatchObject({ status: 404 });
    expect(await creator.get('/api/keys')).toMatchObject({
      body: { keys: [{ id: keyId, lastUsed: new Date().toISOString().slice(0, 10) }] },
    });
  });

  it('needs a key: refuses a missing header and a token of the user pool', async () => {
    expect(await call('/v1/credits', { authorization: '' })).toMatchObject({ status: 401 });
    expect(await call('/v1/credits', { authorization: `Bearer ${creator.token}` })).toMatchObject({
      status: 401,
      body: UNKNOWN_KEY,
    });
    expect((await creator.get('/v1/credits')).status).toBe(401);
    expect((await call('/api/credits')).status).toBe(401);
  });

  it('says why the keys of an account without the pack are refused', async () => {
    await inspectCloud(cloud).givePack(creator.userId, 'elite', 0);

    expect(await generate(randomUUID())).toMatchObject({ status: 403, body: { code: 'pack_required' } });
  });

  it('refuses a key that was revoked before its first use', async () => {
    expect(await creator.delete(`/api/keys/${keyId}`)).toMatchObject({ status: 200 });

    expect(await generate(randomUUID())).toMatchObject({ status: 401, body: UNKNOWN_KEY });
  });
});

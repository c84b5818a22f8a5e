import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['contract', 'functions', 'infra', 'local', 'web'];
const FILES = ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** In ms. A busy machine is slow. */
const PATIENCE = { timeout: 50_000, interval: 20 };

let root: string;
let dev: ChildProcess;
let url: string;
/** What the command has printed on stderr. */
const lines: string[] = [];
const waiting = new Set<() => void>();

// The command works on a copy, so no file of the working tree changes.
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dev-')));
  await Promise.all(
    [...SOURCES, ...FILES].map((path) => cp(join(ROOT, path), join(root, path), { recursive: true })),
  );
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  dev = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), join(root, 'local/dev/main.ts')], {
    cwd: root,
    // Not the variables of the functions' tests.
    env: { ...pickSystemVariables(), PORT: '0', THUMBFORGE_DATA: join(root, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (dev.stdout === null || dev.stderr === null) throw new Error('The command has no output.');
  createInterface(dev.stderr).on('line', (line) => {
    lines.push(line);
    for (const check of waiting) check();
  });
  const output = createInterface(dev.stdout);
  const [ready] = (await Promise.race([
    once(output, 'line'),
    once(dev, 'exit').then(() => [lines.join('\n')]),
  ])) as [string];
  expect(ready).toMatch(/^ready http:\/\/localhost:\d+$/);
  url = ready.replace('ready ', '');
});

afterAll(async () => {
  if (dev.exitCode === null) {
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    await ended;
  }
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

const pickSystemVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:PATH|HOME|USERPROFILE|SYSTEMROOT|TE?MP|TMPDIR)$/i.test(name),
    ),
  );

/** Waits for a line on stderr after a change. */
async function changeAndAwait(pattern: RegExp, change: () => Promise<unknown>): Promise<void> {
  const start = lines.length;
  const seen = new Promise<void>((resolve) => {
    const check = () => {
      if (!lines.slice(start).some((line) => pattern.test(line))) return;
      waiting.delete(check);
      resolve();
    };
    waiting.add(check);
  });
  await change();
  await seen;
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(root, path), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(root, path), text.replace(from, to));
}

async function reportPageError(): Promise<unknown> {
  const response = await fetch(`${url}/api/page-errors`, { method: 'POST', body: '{}' });
  return [response.status, await response.json()];
}

/** Opens the connection of Vite's client. @returns a function that waits for the first update of a module. */
async function followUpdates(): Promise<() => Promise<string>> {
  const client = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "(.+?)"/.exec(client)?.[1] ?? '';
  const opening = request(`${url}/?token=${token}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': 'vite-hmr',
      'sec-websocket-version': '13',
    },
  }).end();
  const [, socket] = (await once(opening, 'upgrade')) as [unknown, Socket];
  const update = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      const path = /"type":"update".*?"path":"(.+?)"/.exec(received)?.[1];
      if (path === undefined) return;
      socket.destroy();
      resolve(path);
    });
  });
  return () => update;
}

const endpointsSchema = z.object({
  endpoints: z.object({ DYNAMODB: z.string() }),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  resources: z.record(z.string(), z.string()),
});

/** Connects to the tables of the running cloud. */
async function connect() {
  const { endpoints, credentials, resources } = endpointsSchema.parse(
    await (await fetch(`${url}/local/endpoints.json`)).json(),
  );
  const [, table] = Object.entries(resources).find(([id]) => id.startsWith('DataUsers')) ?? [];
  const client = new DynamoDBClient({ endpoint: endpoints.DYNAMODB, region: 'us-west-2', credentials });
  return { table, client: DynamoDBDocumentClient.from(client) };
}

it('serves prerendered pages whose policy allows the scripts and the connection of Vite', async () => {
  const page = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  const nonce = /<script [^>]*nonce="(.+?)"/.exec(html)?.[1] ?? '';

  expect(html).toContain('id="visitor-home"');
  expect(html).toMatch(/<template id="scripts">.*src="\/src\/main\.ts/);
  expect(page.headers.get('content-security-policy')?.split('; ')).toEqual(
    expect.arrayContaining([
      `script-src 'nonce-${nonce}' 'self'`,
      `style-src 'nonce-${nonce}' 'self'`,
      expect.stringContaining(`connect-src ${url.replace('http', 'ws')} 'self'`),
    ]),
  );
  // Every script that is written into the page has the nonce.
  expect(html.match(/<script(?![^>]*nonce)[^>]*>/g)).toBeNull();
});

it('serves the settings and the description of the API', async () => {
  const settings = (await (await fetch(`${url}/config.json`)).json()) as Record<string, unknown>;
  const api = (await (await fetch(`${url}/v1/openapi.json`)).json()) as Record<string, unknown>;

  expect([Object.keys(settings), api['openapi']]).toEqual([
    expect.arrayContaining(['userPoolId', 'userPoolEndpoint']),
    expect.any(String),
  ]);
});

it('tells the page about a changed component', async () => {
  const component = '/src/app/site-footer.tsx';
  await (await fetch(`${url}${component}`)).text();
  const waitForUpdate = await followUpdates();

  await edit(`web${component}`, '<footer', '<footer data-changed');

  await expect(waitForUpdate()).resolves.toBe(component);
  expect(await (await fetch(`${url}${component}`)).text()).toContain('data-changed');
});

it('answers with the new code of a changed function, and with the last one while the new code does not build', async () => {
  const file = 'functions/report-page-error.ts';
  const printed = lines.length;
  await writeFile(
    join(root, file),
    `export const handler = async () => ({ statusCode: 200, body: '"new"' });`,
  );
  // The answer, not the line that announces it: a developer waits for the answer.
  await vi.waitFor(async () => {
    expect(await reportPageError()).toEqual([200, 'new']);
    expect(lines.slice(printed).join('\n')).toMatch(/^replaced report-page-error \(/m);
  }, PATIENCE);

  await changeAndAwait(/^kept the last version/, () =>
    writeFile(join(root, file), 'export const handler = ('),
  );
  await expect(reportPageError()).resolves.toEqual([200, 'new']);
  expect(lines.join('\n')).toMatch(
    /functions\/report-page-error\.ts:1:\d+: error|ERROR.*\n?.*report-page-error/i,
  );
});

it('restarts the cloud with its data for a changed template, and keeps it while the template cannot be synthesized', async () => {
  const before = await connect();
  const row = { id: 'developer', credits: 7 };
  await before.client.send(new PutCommand({ TableName: before.table, Item: row }));

  await changeAndAwait(/^kept the last version/, () =>
    edit('infra/constructs/site-headers.ts', "'camera=()", "missing + 'camera=(self)"),
  );
  const kept = await fetch(`${url}/config.json`);
  await changeAndAwait(/^restarted the cloud/, () =>
    edit('infra/constructs/site-headers.ts', "missing + 'camera=(self)", "'camera=(self)"),
  );
  const restarted = await fetch(`${url}/config.json`);
  const after = await connect();
  const { Item } = await after.client.send(new GetCommand({ TableName: after.table, Key: { id: row.id } }));

  expect(kept.headers.get('permissions-policy')).toMatch(/^camera=\(\)/);
  expect(restarted.headers.get('permissions-policy')).toMatch(/^camera=\(self\)/);
  expect(Item).toEqual(row);
});

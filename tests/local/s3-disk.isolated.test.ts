import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type * as fs from 'node:fs/promises';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  DeleteObjectsCommand,
} from '@aws-sdk/client-s3';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startS3 } from '../../local/emulators/s3/s3.ts';
import type { S3Emulator } from '../../local/emulators/s3/s3.ts';
import { createClient } from './s3-harness.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  return { ...original, writeFile: vi.fn(original.writeFile) };
});

/** Starting a second process takes long on a busy machine. */
const KILL_TIMEOUT_MS = 30_000;

const Bucket = 'images';
let dataDir: string;
let s3: S3Emulator;
let client: S3Client;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 's3-'));
  await start();
});

afterEach(async () => {
  await halt();
  await rm(dataDir, { recursive: true });
});

async function start(): Promise<void> {
  s3 = await startS3({ region: 'us-west-2', dataDir });
  s3.createBucket(Bucket);
  client = createClient(s3.endpoint);
}

async function halt(): Promise<void> {
  client.destroy();
  await s3.close();
}

async function restart(): Promise<void> {
  await halt();
  await start();
}

function put(
  Key: string,
  Body: string | Buffer,
  more: Omit<PutObjectCommandInput, 'Bucket' | 'Key' | 'Body'> = {},
  to = client,
) {
  return to.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
}

async function read(Key: string): Promise<string | undefined> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Body?.transformToString('latin1');
}

async function keys(): Promise<(string | undefined)[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key }) => Key);
}

it('returns after a restart the objects, headers and dates that were stored before', async () => {
  const kept = { ContentType: 'image/png', CacheControl: 'no-cache' };
  await put('日本/👩‍🚀\n.png', 'first', kept);
  await put('日本/👩‍🚀\n.png', 'line\nbreaks\n', kept);
  await put('deleted', 'x');
  const Delete = { Objects: [{ Key: 'deleted' }], Quiet: true };
  await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
  const get = () => client.send(new GetObjectCommand({ Bucket, Key: '日本/👩‍🚀\n.png' }));
  const before = await get();

  await restart();

  const after = await get();
  expect(after).toMatchObject(kept);
  expect(after).toMatchObject({ ETag: before.ETag, LastModified: before.LastModified });
  expect(await after.Body?.transformToString()).toBe('line\nbreaks\n');
  expect(await keys()).toEqual(['日本/👩‍🚀\n.png']);
  await expect(read('deleted')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

it.each(['../../escaped', '/etc/escaped', '..', 'a'.repeat(1024), 'nul\u0000'])(
  'stores the key %j inside the directory of its bucket',
  async (key) => {
    await put(key, 'x');
    expect(await readdir(dataDir)).toEqual([Bucket]);
    expect(await readdir(join(dataDir, Bucket))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await read(key)).toBe('x');
  },
);

it('returns whole objects to readers and listings during replacements', async () => {
  const versions = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(60_000 + index));
  await put('busy', versions[0] ?? '');
  const writes = versions.map((version) => put('busy', version));
  const reads = Array.from({ length: 20 }, () => read('busy'));
  const listings = Array.from({ length: 5 }, () => keys());
  for (const seen of await Promise.all(reads)) expect(versions).toContain(seen);
  for (const listing of await Promise.all(listings)) expect(listing).toEqual(['busy']);
  await Promise.all(writes);
});

it('keeps the old object and no other file when the disk is full', async () => {
  await put('a', 'old');
  vi.mocked(writeFile).mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
  await expect(put('a', 'new')).rejects.toMatchObject({
    name: 'InternalError',
    $metadata: { httpStatusCode: 500 },
  });
  expect(await read('a')).toBe('old');
  expect(await readdir(join(dataDir, Bucket))).toHaveLength(1);
});

it('hides the half-written file of a killed process and removes it at the next start', async () => {
  await put('a', 'x');
  await writeFile(join(dataDir, Bucket, `${'0'.repeat(64)}.abandoned.tmp`), '{"key":"ha');
  expect(await keys()).toEqual(['a']);
  await restart();
  expect(await readdir(join(dataDir, Bucket))).toHaveLength(1);
});

it(
  'has every object whole, in the acknowledged version or the next, after SIGKILL during writes',
  async () => {
    const module = new URL('../../local/emulators/s3/s3.ts', import.meta.url).href;
    const script = `
    import { startS3 } from ${JSON.stringify(module)};
    const s3 = await startS3({ region: 'us-west-2', dataDir: ${JSON.stringify(dataDir)} });
    s3.createBucket(${JSON.stringify(Bucket)});
    console.log(s3.endpoint);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [endpoint] = (await once(createInterface(child.stdout), 'line')) as [string];
    const doomed = createClient(endpoint);

    // Each writer overwrites its own key with new versions until the server is killed.
    const version = (round: number) => String.fromCharCode(round % 256).repeat(300_000 + round);
    const acknowledged = new Map<string, number>();
    let total = 0;
    const writer = async (key: string) => {
      for (let round = 1; ; round += 1) {
        await put(key, Buffer.from(version(round), 'latin1'), {}, doomed);
        acknowledged.set(key, round);
        total += 1;
        if (total === 40) child.kill('SIGKILL');
      }
    };
    const names = ['a', 'b', 'c', 'd'];
    const ends = await Promise.allSettled(names.map(writer));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await exited)[1]).toBe('SIGKILL');
    doomed.destroy();

    await restart();
    for (const name of names) {
      const last = acknowledged.get(name) ?? 0;
      expect([version(last), version(last + 1)]).toContain(await read(name));
    }
    expect(await keys()).toEqual(names);
  },
  KILL_TIMEOUT_MS,
);

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  DeleteObjectsCommand,
} from '@aws-sdk/client-s3';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startS3 } from '../../local/emulators/s3/s3.ts';
import type { S3Emulator } from '../../local/emulators/s3/s3.ts';
import { createClient } from './s3-harness.ts';

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

function put(Key: string, Body: string, more: Omit<PutObjectCommandInput, 'Bucket' | 'Key' | 'Body'> = {}) {
  return client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
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

it.each(['../../escaped', 'a'.repeat(1024)])(
  'stores the key %j inside the directory of its bucket',
  async (key) => {
    await put(key, 'x');
    expect(await readdir(dataDir)).toEqual([Bucket]);
    expect(await readdir(join(dataDir, Bucket))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await read(key)).toBe('x');
  },
);

it('hides the half-written file of a killed process and removes it at the next start', async () => {
  await put('a', 'x');
  await writeFile(join(dataDir, Bucket, `${'0'.repeat(64)}.abandoned.tmp`), '{"key":"ha');
  expect(await keys()).toEqual(['a']);
  await restart();
  expect(await readdir(join(dataDir, Bucket))).toHaveLength(1);
});

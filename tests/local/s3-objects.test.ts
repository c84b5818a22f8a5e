import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type ListObjectVersionsCommandOutput,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3 } from '../../local/emulators/s3/s3.ts';
import { createClient, readErrorCode, sha256, signedFetch } from './s3-harness.ts';

const Bucket = 'images';
const KEPT = { ContentType: 'image/png', CacheControl: 'private, max-age=60' };
const MISSING = { name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } };

describe.each(['in memory', 'on disk'])('S3 %s', (kind) => {
  let folder: string;
  let running: Awaited<ReturnType<typeof start>>;

  async function start() {
    const s3 = await startS3({ region: 'us-west-2', ...(kind === 'on disk' && { dataDir: folder }) });
    s3.createBucket(Bucket);
    return { s3, client: createClient(s3.endpoint) };
  }
  async function stop(): Promise<void> {
    running.client.destroy();
    await running.s3.close();
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-'));
    running = await start();
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  const put = (Key: string, Body: string | Buffer, extras: Partial<PutObjectCommandInput> = {}) =>
    running.client.send(new PutObjectCommand({ Bucket, Key, Body, ...extras }));
  const get = (Key: string) => running.client.send(new GetObjectCommand({ Bucket, Key }));
  const read = async (Key: string) => (await get(Key)).Body?.transformToString();
  const remove = (...Keys: string[]) => {
    const Delete = { Objects: Keys.map((Key) => ({ Key })), Quiet: true };
    return running.client.send(new DeleteObjectsCommand({ Bucket, Delete }));
  };
  async function list(Prefix: string) {
    const pages: (string | undefined)[][] = [];
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: running.client, pageSize: 2 },
      { Bucket, Prefix },
    )) {
      pages.push(Contents.map(({ Key }) => Key));
    }
    return pages;
  }

  it('returns an object with its bytes and headers, and replaces both', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    await put('stored', 'hello\n', KEPT);
    running.s3.createBucket(Bucket);

    const object = await get('stored');
    expect(object).toMatchObject({ ...KEPT, ETag: '"b1946ac92492d2347c6235b4d2611184"', ContentLength: 6 });
    expect(await object.Body?.transformToString()).toBe('hello\n');
    expect(object.LastModified?.getTime()).toBeGreaterThanOrEqual(before);

    await put('stored', Buffer.alloc(0));
    const { CacheControl, ContentLength } = await get('stored');
    expect([CacheControl, ContentLength]).toEqual([undefined, 0]);
  });

  it('does not replace an object by a put with If-None-Match: *', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });

    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect(await read('once')).toBe('first');
  });

  it('deletes objects together, with any characters in their keys', async () => {
    const keys = ['<a>&"\'.png', 'line\r\nbreak', 'with space & plus+, percent %41', '👩‍🚀', '../../escaped'];
    await Promise.all([...keys, 'remaining'].map((key) => put(key, key)));
    for (const key of keys) expect(await read(key)).toBe(key);

    expect((await remove(...keys, 'missing')).Errors).toBeUndefined();
    for (const key of keys) await expect(get(key)).rejects.toMatchObject(MISSING);
    expect(await read('remaining')).toBe('remaining');
    await remove('remaining');
    await expect(get('remaining')).rejects.toMatchObject(MISSING);
  });

  it('lists keys by prefix, each once, in order, in pages', async () => {
    const keys = ['listed/a', 'listed/a b&<c>+%41.png', 'listed/a/1', 'listed/b', 'listed/c'];
    for (const key of [...keys, 'other'].toReversed()) await put(key, 'x');

    expect(await list('listed/')).toEqual([keys.slice(0, 2), keys.slice(2, 4), keys.slice(4)]);
    expect(await list('nothing')).toEqual([[]]);
  });

  it('keeps the versions of a versioned bucket, until they are deleted themselves', async () => {
    const [Versioned, Key] = ['versioned', 'a'];
    running.s3.createBucket(Versioned, { isVersioned: true });
    const write = (Body: string) =>
      running.client.send(new PutObjectCommand({ Bucket: Versioned, Key, Body }));
    const erase = (...ids: (string | undefined)[]) => {
      const Delete = { Objects: ids.map((VersionId) => ({ Key, VersionId })), Quiet: true };
      return running.client.send(new DeleteObjectsCommand({ Bucket: Versioned, Delete }));
    };
    const listVersions = async () => {
      const versions: { id: string; isLatest: boolean | undefined; kind: string }[] = [];
      let page: Partial<ListObjectVersionsCommandOutput> = {};
      do {
        const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
        const from = { Bucket: Versioned, Prefix: 'a', MaxKeys: 2, KeyMarker, VersionIdMarker };
        page = await running.client.send(new ListObjectVersionsCommand(from));
        for (const { VersionId = '', IsLatest: isLatest } of page.DeleteMarkers ?? [])
          versions.push({ id: VersionId, isLatest, kind: 'marker' });
        for (const { VersionId = '', IsLatest: isLatest, Size } of page.Versions ?? [])
          versions.push({ id: VersionId, isLatest, kind: `${Size} bytes` });
      } while (page.IsTruncated === true);
      return versions;
    };
    const readVersioned = async () => (await running.s3.readObject(Versioned, Key))?.bytes.toString();

    await write('1');
    await write('two');
    await erase(undefined);

    expect(await readVersioned()).toBeUndefined();
    const [marker, second, first] = await listVersions();
    expect([marker, second, first]).toMatchObject([
      { isLatest: true, kind: 'marker' },
      { isLatest: false, kind: '3 bytes' },
      { isLatest: false, kind: '1 bytes' },
    ]);
    await erase(marker?.id);
    expect(await readVersioned()).toBe('two');
    await erase(first?.id);
    expect(await listVersions()).toEqual([{ ...second, isLatest: true }]);
    await erase(second?.id);
    expect(await listVersions()).toEqual([]);
    expect(await readVersioned()).toBeUndefined();
  });

  if (kind === 'on disk') {
    it('has the same objects after a restart, without the half-written file of a killed process', async () => {
      await put('kept', 'x', KEPT);
      await put('deleted', 'x');
      await remove('deleted');
      const { ETag, LastModified } = await get('kept');
      const files = await readdir(join(folder, Bucket));
      expect(files).toEqual(files.map(() => expect.stringMatching(/^[0-9a-f]{64}$/) as string));
      await writeFile(join(folder, Bucket, `${'0'.repeat(64)}.abandoned.tmp`), '{"key":"ha');
      await stop();
      running = await start();

      expect(await get('kept')).toMatchObject({ ...KEPT, ETag, LastModified });
      await expect(get('deleted')).rejects.toMatchObject(MISSING);
      expect(await readdir(join(folder, Bucket))).toEqual(files);
    });
  }

  it('rejects a body that differs from the signed body, and does not store it', async () => {
    await expect(put('rejected', 'hello', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    const init = { method: 'PUT', payloadHash: sha256('signed'), body: Buffer.from('hello') };
    const response = await signedFetch(`${running.s3.endpoint}/${Bucket}/rejected`, init);

    expect([response.status, await readErrorCode(response)]).toEqual([400, 'InvalidArgument']);
    await expect(get('rejected')).rejects.toMatchObject(MISSING);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['ListBuckets', () => running.client.send(new ListBucketsCommand({}))],
    ['DeleteObject', () => running.client.send(new DeleteObjectCommand({ Bucket, Key: 'x' }))],
    ['x-amz-acl', () => put('x', 'x', { ACL: 'public-read' })],
    ['range', () => running.client.send(new GetObjectCommand({ Bucket, Key: 'x', Range: 'bytes=0-3' }))],
  ])('does not implement %s, and says so with 501', async (name, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'NotImplemented',
      message: expect.stringContaining(name) as string,
      $metadata: { httpStatusCode: 501 },
    });
  });
});

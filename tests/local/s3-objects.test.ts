import {
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';
import { readErrorCode, runS3ForAll, sha256, signedFetch } from './s3-harness.ts';

const Bucket = 'images';
const running = runS3ForAll(Bucket);
const client = () => running().client;
const toUrl = (path: string) => `${running().s3.endpoint}/${Bucket}${path}`;

const put = (Key: string, Body: string | Buffer, extras: Partial<PutObjectCommandInput> = {}) =>
  client().send(new PutObjectCommand({ Bucket, Key, Body, ...extras }));
const get = (Key: string) => client().send(new GetObjectCommand({ Bucket, Key }));
const read = async (Key: string) => (await get(Key)).Body?.transformToString();
const md5 = (data: Buffer | string) => `"${createHash('md5').update(data).digest('hex')}"`;
const MISSING = { name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } };

describe('an object', () => {
  it('is returned with its bytes and headers, and replaced with them by the next put', async () => {
    const stored = {
      ContentType: 'image/png',
      CacheControl: 'private, max-age=60',
      ContentDisposition: 'attachment; filename="a.png"',
    };
    const before = Math.floor(Date.now() / 1000) * 1000;
    expect(await put('stored', 'hello', stored)).toMatchObject({ ETag: md5('hello') });

    const object = await get('stored');
    expect(object).toMatchObject({ ...stored, ETag: md5('hello'), ContentLength: 5 });
    expect(await object.Body?.transformToString()).toBe('hello');
    expect(object.LastModified?.getTime()).toBeGreaterThanOrEqual(before);

    await put('stored', Buffer.alloc(0));
    const replaced = await get('stored');
    expect([replaced.CacheControl, replaced.ContentLength]).toEqual([undefined, 0]);
  });

  it('is not replaced by a put with If-None-Match: *', async () => {
    const condition = { IfNoneMatch: '*' };
    await put('once', 'first', condition);

    await expect(put('once', 'second', condition)).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect(await read('once')).toBe('first');
  });

  it.each(['with space & plus+, percent %41 and equals=', 'thumbnails/日本語/é/👩‍🚀.png'])(
    'can have the key %j',
    async (key) => {
      await put(key, key);

      expect(await read(key)).toBe(key);
    },
  );

  it('is deleted together with others, whatever characters their keys have', async () => {
    const keys = ['<a>&"\'.png', 'line\r\nbreak', ' padded ', '👩‍🚀', '&amp;', '0123'];
    await Promise.all([...keys, 'remaining'].map((key) => put(key, 'x')));
    const remove = (Keys: string[]) => {
      const Delete = { Objects: Keys.map((Key) => ({ Key })), Quiet: true };
      return client().send(new DeleteObjectsCommand({ Bucket, Delete }));
    };

    expect((await remove([...keys, 'missing'])).Errors).toBeUndefined();
    for (const key of keys) await expect(get(key)).rejects.toMatchObject(MISSING);
    expect(await read('remaining')).toBe('x');
    await remove(['remaining']);
    await expect(get('remaining')).rejects.toMatchObject(MISSING);
  });

  it('is not sent again to a client that has its ETag', async () => {
    await put('cached', 'x');
    const fetchWith = (etag: string) => signedFetch(toUrl('/cached'), { headers: { 'if-none-match': etag } });

    const unchanged = await fetchWith(md5('x'));
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, md5('x')]);
    expect((await fetchWith('"other"')).status).toBe(200);
  });
});

describe('a request body', () => {
  it('of more than 50 MB is rejected', async () => {
    await expect(put('huge', Buffer.alloc(50 * 1024 * 1024 + 1))).rejects.toMatchObject({
      name: 'EntityTooLarge',
    });
  });

  it('with a wrong checksum is rejected and not stored', async () => {
    await expect(put('damaged', 'hello', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(get('damaged')).rejects.toMatchObject(MISSING);
  });

  it.each([
    ['differs from the signed one', sha256('signed'), 400, 'XAmzContentSHA256Mismatch'],
    ['is streamed in chunks', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', 501, 'NotImplemented'],
    ['has an invalid payload hash', 'nonsense', 400, 'InvalidArgument'],
  ])('that %s is rejected and not stored', async (_, payloadHash, status, code) => {
    const init = { method: 'PUT', payloadHash, body: Buffer.from('hello') };
    const response = await signedFetch(toUrl('/rejected'), init);

    expect([response.status, await readErrorCode(response)]).toEqual([status, code]);
    await expect(get('rejected')).rejects.toMatchObject(MISSING);
  });
});

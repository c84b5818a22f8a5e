import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { readErrorCode, runS3ForAll, signedFetch } from './s3-harness.ts';

const Bucket = 'images';
const running = runS3ForAll(Bucket);
const toUrl = (path: string) => `${running().s3.endpoint}${path}`;

function put(
  Key: string,
  Body: NonNullable<PutObjectCommandInput['Body']>,
  extras: Partial<PutObjectCommandInput> = {},
) {
  return running().client.send(new PutObjectCommand({ Bucket, Key, Body, ...extras }));
}

function get(Key: string, extras: Partial<GetObjectCommandInput> = {}) {
  return running().client.send(new GetObjectCommand({ Bucket, Key, ...extras }));
}

async function read(Key: string): Promise<Buffer> {
  const { Body } = await get(Key);
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const md5 = (data: Buffer | string) => `"${createHash('md5').update(data).digest('hex')}"`;

describe('an object', () => {
  it('is returned with its bytes, headers and metadata', async () => {
    const stored = {
      ContentType: 'image/png',
      CacheControl: 'private, max-age=60',
      ContentDisposition: 'attachment; filename="a.png"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'en',
      Metadata: { model: 'core', seed: '42' },
    };
    const before = Math.floor(Date.now() / 1000) * 1000;
    expect(await put('stored', 'hello', stored)).toMatchObject({ ETag: md5('hello') });

    const expected = { ...stored, ETag: md5('hello'), ContentLength: 5, AcceptRanges: 'bytes' };
    const object = await get('stored');
    expect(object).toMatchObject(expected);
    expect(await object.Body?.transformToString()).toBe('hello');
    expect(object.LastModified?.getTime()).toBeGreaterThanOrEqual(before);
    const head = await running().client.send(new HeadObjectCommand({ Bucket, Key: 'stored' }));
    expect(head).toMatchObject(expected);
  });

  it('has the content type binary/octet-stream by default', async () => {
    await signedFetch(toUrl(`/${Bucket}/untyped`), { method: 'PUT', body: Buffer.from('x') });

    expect((await get('untyped')).ContentType).toBe('binary/octet-stream');
  });

  it.each([
    'plain.png',
    'with space & plus+, percent %41 and equals=',
    'thumbnails/日本語/é/👩‍🚀.png',
    "!'()*~-_.",
    '..',
    '../../etc/passwd',
    'a/./b//c/',
    '/leading',
    'nul\u0000 and newline\n',
    'k'.repeat(1024),
  ])('can have the key %j', async (key) => {
    await put(key, key);

    expect((await read(key)).toString()).toBe(key);
  });

  it('cannot have a key of more than 1,024 bytes', async () => {
    await expect(put('é'.repeat(513), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  it('is replaced with its headers by the next put', async () => {
    await put('twice', 'the first and longer one', { Metadata: { old: 'yes' }, CacheControl: 'no-store' });
    await put('twice', 'second');

    const object = await get('twice');
    expect(await object.Body?.transformToString()).toBe('second');
    expect(object.Metadata).toEqual({});
    expect(object.CacheControl).toBeUndefined();
  });

  it('is one of the bodies, whole, after concurrent puts', async () => {
    const bodies = Array.from({ length: 16 }, (_, index) => Buffer.alloc(100_000 + index, index));
    await Promise.all(bodies.map((body) => put('contested', body)));

    const stored = await read('contested');
    expect(bodies.some((body) => body.equals(stored))).toBe(true);
  });

  it('is missing after its deletion, which can be repeated', async () => {
    await put('gone', 'x');
    const remove = () => running().client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
    expect((await remove()).$metadata.httpStatusCode).toBe(204);

    await expect(read('gone')).rejects.toMatchObject({
      name: 'NoSuchKey',
      $metadata: { httpStatusCode: 404 },
    });
    const head = running().client.send(new HeadObjectCommand({ Bucket, Key: 'gone' }));
    await expect(head).rejects.toMatchObject({ name: 'NotFound' });
    expect((await remove()).$metadata.httpStatusCode).toBe(204);
  });

  it('is deleted together with others by DeleteObjects, whatever characters their keys have', async () => {
    const keys = ['<a>&"\'.png', 'line\r\nbreak', ' padded ', '👩‍🚀', '&amp;', '0123'];
    await Promise.all([...keys, 'remaining'].map((key) => put(key, 'x')));
    const remove = (Objects: { Key: string }[], Quiet = false) =>
      running().client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet } }));
    const objects = keys.map((Key) => ({ Key }));

    expect((await remove(objects)).Deleted).toEqual(objects);
    for (const key of keys) await expect(read(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await read('remaining')).toString()).toBe('x');

    expect((await remove([{ Key: 'remaining' }], true)).Deleted).toBeUndefined();
    await expect(read('remaining')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('is deleted together with 999 others by one DeleteObjects', async () => {
    const Objects = Array.from({ length: 1000 }, (_, index) => ({ Key: `<many>&${index}` }));
    const { Deleted } = await running().client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );

    expect(Deleted).toEqual(Objects);
  });

  it('is returned with the headers that the request overrides', async () => {
    await put('overridden', 'x', { ContentType: 'image/png' });
    const object = await get('overridden', {
      ResponseCacheControl: 'no-store',
      ResponseContentDisposition: 'attachment; filename="a.png"',
    });

    expect(object).toMatchObject({
      CacheControl: 'no-store',
      ContentDisposition: 'attachment; filename="a.png"',
      ContentType: 'image/png',
    });
  });

  it.each(['attachment; filename="日本.png"', 'attachment\r\nSet-Cookie: a=b'])(
    'rejects an override that HTTP does not allow: %j',
    async (ResponseContentDisposition) => {
      await put('overridden', 'x');
      const command = new GetObjectCommand({ Bucket, Key: 'overridden', ResponseContentDisposition });
      const response = await fetch(await getSignedUrl(running().client, command));

      expect(response.status).toBe(400);
      expect(await readErrorCode(response)).toBe('InvalidArgument');
    },
  );

  it('is not sent again to a client that has its ETag', async () => {
    await put('cached', 'x');
    const fetchWith = (etag: string) =>
      signedFetch(toUrl(`/${Bucket}/cached`), { headers: { 'if-none-match': etag } });

    const unchanged = await fetchWith(md5('x'));
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([
      304,
      md5('x'),
      '',
    ]);
    expect((await fetchWith('"other"')).status).toBe(200);
  });
});

describe('the range of a read', () => {
  beforeAll(async () => {
    await put('digits', '0123456789');
    await put('nothing', Buffer.alloc(0));
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=9-400', '9', 'bytes 9-9/10'],
  ])('%s returns %j', async (Range, expected, ContentRange) => {
    const object = await get('digits', { Range });

    expect(object.$metadata.httpStatusCode).toBe(206);
    expect(object).toMatchObject({ ContentRange, ContentLength: expected.length });
    expect(await object.Body?.transformToString()).toBe(expected);
  });

  it.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=1-2'])(
    '%s returns the whole object',
    async (Range) => {
      const object = await get('digits', { Range });

      expect(object.$metadata.httpStatusCode).toBe(200);
      expect(await object.Body?.transformToString()).toBe('0123456789');
    },
  );

  it.each([
    ['bytes=10-', 'digits'],
    ['bytes=-0', 'digits'],
    ['bytes=0-', 'nothing'],
  ])('%s cannot be satisfied for %s', async (Range, key) => {
    await expect(get(key, { Range })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });
});

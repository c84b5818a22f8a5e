import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { describe, expect, it, vi } from 'vitest';
import { codeOf, signedFetch, startForAll } from './s3-harness.ts';

const Bucket = 'images';
const running = startForAll(Bucket);

type Body = NonNullable<PutObjectCommandInput['Body']>;
type Extras = Omit<PutObjectCommandInput, 'Bucket' | 'Key' | 'Body'>;

function put(Key: string, Body: Body, extras: Extras = {}) {
  return running().client.send(new PutObjectCommand({ Bucket, Key, Body, ...extras }));
}

async function read(Key: string): Promise<Buffer> {
  const { Body } = await running().client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

function md5(data: Buffer | string): string {
  return `"${createHash('md5').update(data).digest('hex')}"`;
}

describe('an object', () => {
  it('comes back with its bytes, its headers and its metadata', async () => {
    const kept = {
      ContentType: 'image/png',
      CacheControl: 'private, max-age=60',
      ContentDisposition: 'attachment; filename="a.png"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'en',
      Metadata: { model: 'core', seed: '42' },
    };
    const before = Math.floor(Date.now() / 1000) * 1000;
    expect(await put('kept', 'hello', kept)).toMatchObject({ ETag: md5('hello') });

    const found = { ...kept, ETag: md5('hello'), ContentLength: 5, AcceptRanges: 'bytes' };
    const got = await running().client.send(new GetObjectCommand({ Bucket, Key: 'kept' }));
    expect(got).toMatchObject(found);
    expect(await got.Body?.transformToString()).toBe('hello');
    expect(got.LastModified?.getTime()).toBeGreaterThanOrEqual(before);
    expect(await running().client.send(new HeadObjectCommand({ Bucket, Key: 'kept' }))).toMatchObject(found);
  });

  it('has the content type S3 gives to what came without one', async () => {
    await signedFetch(`${running().s3.endpoint}/${Bucket}/untyped`, {
      method: 'PUT',
      body: Buffer.from('x'),
    });
    const { ContentType } = await running().client.send(new HeadObjectCommand({ Bucket, Key: 'untyped' }));
    expect(ContentType).toBe('binary/octet-stream');
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
  ])('may be called %j', async (key) => {
    await put(key, key);
    expect((await read(key)).toString()).toBe(key);
  });

  it('may not have a key of more than 1,024 bytes', async () => {
    await expect(put('é'.repeat(513), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  it('is replaced whole by the next one: body and headers', async () => {
    await put('twice', 'the first and longer one', { Metadata: { old: 'yes' }, CacheControl: 'no-store' });
    await put('twice', 'second');
    const got = await running().client.send(new GetObjectCommand({ Bucket, Key: 'twice' }));
    expect(await got.Body?.transformToString()).toBe('second');
    expect(got.Metadata).toEqual({});
    expect(got.CacheControl).toBeUndefined();
  });

  it('is gone once deleted, and can be deleted again', async () => {
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

  it('is deleted among others, whatever characters their keys are made of', async () => {
    const keys = ['<a>&"\'.png', 'line\r\nbreak', ' padded ', '👩‍🚀'];
    await Promise.all([...keys, 'stays'].map((key) => put(key, 'x')));
    const Objects = keys.map((Key) => ({ Key }));
    const { Deleted } = await running().client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );
    expect(Deleted).toEqual(Objects);
    for (const key of keys) await expect(read(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await read('stays')).toString()).toBe('x');

    const Delete = { Objects: [{ Key: 'stays' }], Quiet: true };
    const quiet = await running().client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    expect(quiet.Deleted).toBeUndefined();
    await expect(read('stays')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

describe('a body', () => {
  it('of several megabytes survives', async () => {
    const big = randomBytes(9 * 1024 * 1024 + 7);
    expect(await put('big', big)).toMatchObject({ ETag: md5(big) });
    expect((await read('big')).equals(big)).toBe(true);
  });

  it('may be empty', async () => {
    await put('empty', Buffer.alloc(0));
    expect(await read('empty')).toHaveLength(0);
  });

  it('may be streamed, in chunks with a trailing checksum, which are not part of it', async () => {
    const data = randomBytes(200_000);
    await put('streamed', Readable.from([data.subarray(0, 70_000), data.subarray(70_000)]), {
      ContentLength: data.length,
      ContentEncoding: 'br',
      ChecksumAlgorithm: 'SHA256',
    });
    const got = await running().client.send(new GetObjectCommand({ Bucket, Key: 'streamed' }));
    expect(got.ContentEncoding).toBe('br');
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(data)).toBe(true);
  });

  it.each([
    ['says its length wrongly', { 'x-amz-decoded-content-length': '4' }, 400, 'IncompleteBody'],
    ['does not say its length', {}, 411, 'MissingContentLength'],
  ])('that is streamed and %s is refused', async (_, headers, status, code) => {
    const response = await signedFetch(`${running().s3.endpoint}/${Bucket}/wrong`, {
      method: 'PUT',
      headers,
      payloadHash: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      body: Buffer.from('5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'),
    });
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
  });

  it('of more than 50 MB is refused', async () => {
    const body = Buffer.alloc(50 * 1024 * 1024 + 1);
    await expect(put('huge', body)).rejects.toMatchObject({ name: 'EntityTooLarge' });
    // The SDK says on the console that it will not repeat a stream.
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const chunks = Readable.from([body, Buffer.from('x')]);
    const streamed = put('huge', chunks, { ContentLength: body.length + 1 });
    await expect(streamed).rejects.toMatchObject({ name: 'EntityTooLarge' });
    warn.mockRestore();
    await expect(read('huge')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('that is not the one that was signed is refused', async () => {
    const response = await signedFetch(`${running().s3.endpoint}/${Bucket}/swapped`, {
      method: 'PUT',
      body: Buffer.from('swapped'),
      payloadHash: createHash('sha256').update('signed').digest('hex'),
    });
    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe('XAmzContentSHA256Mismatch');
    await expect(read('swapped')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it.each([
    ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 501, 'NotImplemented'],
    ['nonsense', 400, 'InvalidArgument'],
  ])('signed as %s is refused', async (payloadHash, status, code) => {
    const init = { method: 'PUT', payloadHash, body: Buffer.from('x') };
    const response = await signedFetch(`${running().s3.endpoint}/${Bucket}/odd`, init);
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
  });
});

describe('puts at the same time', () => {
  it('to one key leave one of them, whole', async () => {
    const bodies = Array.from({ length: 16 }, (_, index) => Buffer.alloc(100_000 + index, index));
    await Promise.all(bodies.map((body) => put('contested', body)));
    const left = await read('contested');
    expect(bodies.some((body) => body.equals(left))).toBe(true);
  });

  it('with If-None-Match: * let exactly one through, and never replace', async () => {
    const attempt = (body: string) => put('first', body, { IfNoneMatch: '*' });
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => attempt(String(index))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect((await read('first')).toString()).toBe(String(winner));
    await expect(attempt('late')).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
  });
});

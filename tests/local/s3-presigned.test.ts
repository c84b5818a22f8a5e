import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startS3 } from '../../local/emulators/s3/s3.ts';
import type { S3Emulator } from '../../local/emulators/s3/s3.ts';
import { sha256 } from '../../local/emulators/s3/signature.ts';
import { clientOf, codeOf } from './s3-harness.ts';

const MINUTE = 60_000;
const object = { Bucket: 'images', Key: 'thumbnails/ü 1.png' };
let s3: S3Emulator;
let client: S3Client;
let now: number;

beforeEach(async () => {
  now = Date.now();
  s3 = await startS3({ now: () => now });
  s3.createBucket('images');
  client = clientOf(s3.endpoint);
  await client.send(new PutObjectCommand({ ...object, Body: 'hello', ContentType: 'image/png' }));
});

afterEach(async () => {
  client.destroy();
  await s3.close();
});

function presign(expiresIn = 3600): Promise<string> {
  const command = new GetObjectCommand({ ...object, ResponseContentType: 'text/plain' });
  return getSignedUrl(client, command, { expiresIn, signingDate: new Date(now) });
}

/** A URL with one query parameter changed. */
function withParameter(url: string, name: string, change: (value: string) => string): string {
  const changed = new URL(url);
  const value = changed.searchParams.get(name);
  if (value === null) throw new Error(`The URL has no ${name}.`);
  changed.searchParams.set(name, change(value));
  return changed.href;
}

function without(url: string, name: string): string {
  const changed = new URL(url);
  changed.searchParams.delete(name);
  return changed.href;
}

describe('a presigned URL', () => {
  it('opens the object for anyone, path-style and with the overrides that were signed', async () => {
    const url = await presign();
    expect(url).toContain(`${s3.endpoint}/images/thumbnails/`);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('hello');
  });

  it('can say how the object is to be received', async () => {
    const overrides = {
      ResponseCacheControl: 'no-store',
      ResponseContentDisposition: 'attachment; filename="a.png"',
    };
    const { headers } = await fetch(
      await getSignedUrl(client, new GetObjectCommand({ ...object, ...overrides })),
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toBe('attachment; filename="a.png"');
    expect(headers.get('content-type')).toBe('image/png');
  });

  it.each(['attachment; filename="日本.png"', 'attachment\r\nSet-Cookie: a=b'])(
    'cannot have a header made that HTTP cannot carry: %j',
    async (ResponseContentDisposition) => {
      const command = new GetObjectCommand({ ...object, ResponseContentDisposition });
      const response = await fetch(await getSignedUrl(client, command));
      expect(response.status).toBe(400);
      expect(await codeOf(response)).toBe('InvalidArgument');
    },
  );

  it('can carry a security token', async () => {
    const withToken = clientOf(s3.endpoint, { ...LOCAL_CREDENTIALS, sessionToken: 'a/session+token==' });
    const url = await getSignedUrl(withToken, new GetObjectCommand(object));
    expect((await fetch(url)).status).toBe(200);
    const forged = withParameter(url, 'X-Amz-Security-Token', () => 'another');
    expect(await codeOf(await fetch(forged))).toBe('SignatureDoesNotMatch');
    expect((await withToken.send(new GetObjectCommand(object))).ContentLength).toBe(5);
  });

  it('can be of an upload, whose metadata travels in the query', async () => {
    const upload = { Bucket: 'images', Key: 'upload', ContentType: 'image/webp', Metadata: { seed: '7' } };
    const url = await getSignedUrl(client, new PutObjectCommand(upload));
    expect(
      (await fetch(url, { method: 'PUT', body: 'bytes', headers: { 'content-type': 'image/webp' } })).status,
    ).toBe(200);
    const got = await client.send(new GetObjectCommand({ Bucket: 'images', Key: 'upload' }));
    expect(got).toMatchObject({ ContentType: 'image/webp', Metadata: { seed: '7' }, ContentLength: 5 });
  });

  it('of an upload wants to know its length first', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'images', Key: 'endless' }));
    const body = ReadableStream.from([Buffer.from('x')]);
    const response = await fetch(url, { method: 'PUT', body, duplex: 'half' });
    expect(response.status).toBe(411);
    expect(await codeOf(response)).toBe('MissingContentLength');
  });

  it('can be of a listing', async () => {
    const url = await getSignedUrl(client, new ListObjectsV2Command({ Bucket: 'images', Prefix: 'thumb' }));
    expect(await (await fetch(url)).text()).toContain('<KeyCount>1</KeyCount>');
  });

  it('works until it expires, and not a moment longer', async () => {
    const url = await presign(60);
    now = Math.floor(now / 1000) * 1000 + 60_000 - 1;
    expect((await fetch(url)).status).toBe(200);
    now += 1;
    const late = await fetch(url);
    expect(late.status).toBe(403);
    const text = await late.text();
    expect(text).toContain('<Code>AccessDenied</Code>');
    expect(text).toContain('<Message>Request has expired</Message>');
  });

  it('does not work before its time', async () => {
    const url = await presign();
    now -= 16 * MINUTE;
    const early = await fetch(url);
    expect(early.status).toBe(403);
    expect(await early.text()).toContain('Request is not valid yet');
  });

  it.each<[string, (value: string) => string]>([
    ['X-Amz-Signature', (value) => value.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
    ['X-Amz-Signature', (value) => value.slice(1)],
    ['X-Amz-Signature', () => ''],
    ['X-Amz-Expires', () => '604800'],
    ['X-Amz-Date', (value) => value.replace(/\dZ$/, (end) => (end === '0Z' ? '1Z' : '0Z'))],
    ['X-Amz-SignedHeaders', (value) => `${value};accept`],
    ['X-Amz-Credential', (value) => value.replace('us-west-2', 'us-east-1')],
    ['X-Amz-Content-Sha256', () => sha256('')],
    ['response-content-type', () => 'text/html'],
    ['x-id', () => 'PutObject'],
  ])('is refused with another %s', async (name, change) => {
    const response = await fetch(withParameter(await presign(), name, change));
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe('SignatureDoesNotMatch');
  });

  it.each<[string, (url: string) => string, RequestInit]>([
    ['another key', (url) => url.replace('1.png', '2.png'), {}],
    ['another bucket', (url) => url.replace('/images/', '/other/'), {}],
    ['another method', (url) => url, { method: 'DELETE' }],
    ['one more parameter', (url) => `${url}&response-cache-control=public`, {}],
    ['one parameter less', (url) => without(url, 'response-content-type'), {}],
    ['one parameter twice', (url) => `${url}&response-content-type=text%2Fhtml`, {}],
    ['another host', (url) => url.replace('127.0.0.1', 'localhost'), {}],
  ])('is refused with %s', async (_, change, init) => {
    const response = await fetch(change(await presign()), init);
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe('SignatureDoesNotMatch');
  });

  it('is refused with a header of S3 that was not signed', async () => {
    const response = await fetch(await presign(), { headers: { 'x-amz-meta-extra': '1' } });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<HeadersNotSigned>x-amz-meta-extra</HeadersNotSigned>');
  });

  it('of a key S3 does not know is refused', async () => {
    const url = withParameter(await presign(), 'X-Amz-Credential', (value) => `X${value}`);
    const response = await fetch(url);
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe('InvalidAccessKeyId');
  });

  it.each<[string, (value: string) => string]>([
    ['X-Amz-Algorithm', () => 'AWS4-HMAC-SHA512'],
    ['X-Amz-Expires', () => '604801'],
    ['X-Amz-Expires', () => '-1'],
    ['X-Amz-Date', () => 'yesterday'],
    ['X-Amz-Date', () => '20130524T000000Z'],
    ['X-Amz-Credential', (value) => value.replace('/s3/', '/sqs/')],
  ])('is malformed with such a %s', async (name, change) => {
    const response = await fetch(withParameter(await presign(), name, change));
    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe('AuthorizationQueryParametersError');
  });

  it.each(['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'])(
    'is malformed without X-Amz-%s',
    async (name) => {
      const response = await fetch(without(await presign(), `X-Amz-${name}`));
      expect(response.status).toBe(400);
      expect(await codeOf(response)).toBe('AuthorizationQueryParametersError');
    },
  );

  it('cannot be helped by an Authorization header', async () => {
    const response = await fetch(await presign(), { headers: { authorization: 'AWS4-HMAC-SHA256 x' } });
    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe('InvalidArgument');
  });
});

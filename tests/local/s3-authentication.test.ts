import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startS3, type S3Emulator } from '../../local/emulators/s3/s3.ts';
import { createClient, readErrorCode, sha256, signedFetch } from './s3-harness.ts';

const MINUTE = 60_000;
const object = { Bucket: 'images', Key: 'thumbnails/ü 1.png' };
let s3: S3Emulator;
let client: S3Client;
let now: number;

beforeEach(async () => {
  now = Date.now();
  s3 = await startS3({ now: () => now });
  s3.createBucket('images');
  client = createClient(s3.endpoint);
  await client.send(new PutObjectCommand({ ...object, Body: 'hello', ContentType: 'image/png' }));
});

afterEach(async () => {
  client.destroy();
  await s3.close();
});

describe('a request with a signed header', () => {
  const url = () => `${s3.endpoint}/images/thumbnails/%C3%BC%201.png`;

  it('reads the object', async () => {
    expect(await (await signedFetch(url())).text()).toBe('hello');
  });

  it.each([
    ['a wrong secret', { ...LOCAL_CREDENTIALS, secretAccessKey: 'guess' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { ...LOCAL_CREDENTIALS, accessKeyId: 'AKIASOMEBODYELSE' }, 'InvalidAccessKeyId'],
  ])('is rejected with %s', async (_case, credentials, name) => {
    const attempt = createClient(s3.endpoint, credentials).send(new GetObjectCommand(object));

    await expect(attempt).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 403 } });
  });

  it.each([-16, 16])('is rejected when the clocks differ by %i minutes', async (minutes) => {
    now += minutes * MINUTE;
    const response = await signedFetch(url());

    expect(response.status).toBe(403);
    expect(await readErrorCode(response)).toBe('RequestTimeTooSkewed');
  });

  it.each([-14, 14])('is accepted when the clocks differ by %i minutes', async (minutes) => {
    now += minutes * MINUTE;

    expect((await signedFetch(url())).status).toBe(200);
  });

  it.each(['host', 'x-amz-date'])('is rejected when the signature omits %s', async (unsignedHeader) => {
    const response = await signedFetch(url(), { unsignedHeader });

    expect(response.status).toBe(403);
    expect(await response.text()).toContain(`<HeadersNotSigned>${unsignedHeader}</HeadersNotSigned>`);
  });

  const complete =
    'AWS4-HMAC-SHA256 Credential=K/20130524/r/s3/aws4_request, SignedHeaders=host, Signature=00';
  const date = '20130524T000000Z';

  it.each([
    { authorization: 'Basic dXNlcjpwYXNz', 'x-amz-date': date, 'x-amz-content-sha256': 'x' },
    { authorization: 'AWS4-HMAC-SHA256 Credential=x', 'x-amz-date': date, 'x-amz-content-sha256': 'x' },
    { authorization: complete, 'x-amz-content-sha256': 'x' },
    { authorization: complete, 'x-amz-date': '2013-05-24', 'x-amz-content-sha256': 'x' },
    { authorization: complete, 'x-amz-date': date },
  ])('is rejected as malformed with only %j', async (headers) => {
    const response = await fetch(url(), { headers });

    expect(response.status).toBe(400);
    expect(await readErrorCode(response)).toBe('AuthorizationHeaderMalformed');
  });
});

it.each(['', '/', '/images', '/images/thumbnails/1.png', '/elsewhere/x'])(
  'an anonymous request for %j gets the same 403 for existing and missing resources',
  async (path) => {
    const response = await fetch(`${s3.endpoint}${path}`);

    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>AccessDenied</Code><Message>Access Denied</Message>');
  },
);

describe('a presigned URL', () => {
  const presign = (expiresIn = 3600) =>
    getSignedUrl(client, new GetObjectCommand({ ...object, ResponseContentType: 'text/plain' }), {
      expiresIn,
      signingDate: new Date(now),
    });

  /** The URL with another value of a parameter, or without the parameter. */
  function withParameter(url: string, name: string, change?: (value: string) => string): string {
    const changed = new URL(url);
    const value = changed.searchParams.get(name);
    if (value === null) throw new Error(`The URL has no ${name}.`);
    if (change === undefined) changed.searchParams.delete(name);
    else changed.searchParams.set(name, change(value));
    return changed.href;
  }

  it('reads the object without credentials, with the overrides that were signed', async () => {
    const url = await presign();
    const response = await fetch(url);

    expect(url).toContain(`${s3.endpoint}/images/thumbnails/`);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('hello');
  });

  it('covers a security token', async () => {
    const withToken = createClient(s3.endpoint, { ...LOCAL_CREDENTIALS, sessionToken: 'a/session+token==' });
    const url = await getSignedUrl(withToken, new GetObjectCommand(object));
    const forged = withParameter(url, 'X-Amz-Security-Token', () => 'another');

    expect((await fetch(url)).status).toBe(200);
    expect(await readErrorCode(await fetch(forged))).toBe('SignatureDoesNotMatch');
    expect((await withToken.send(new GetObjectCommand(object))).ContentLength).toBe(5);
  });

  it('uploads an object with the metadata from its query', async () => {
    const upload = { Bucket: 'images', Key: 'upload', ContentType: 'image/webp', Metadata: { seed: '7' } };
    const url = await getSignedUrl(client, new PutObjectCommand(upload));
    await fetch(url, { method: 'PUT', body: 'bytes', headers: { 'content-type': 'image/webp' } });

    const stored = await client.send(new GetObjectCommand({ Bucket: 'images', Key: 'upload' }));
    expect(stored).toMatchObject({ ContentType: 'image/webp', Metadata: { seed: '7' }, ContentLength: 5 });
  });

  it('rejects an upload without a length', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'images', Key: 'endless' }));
    const body = ReadableStream.from([Buffer.from('x')]);
    const response = await fetch(url, { method: 'PUT', body, duplex: 'half' });

    expect(response.status).toBe(411);
    expect(await readErrorCode(response)).toBe('MissingContentLength');
  });

  it('lists objects', async () => {
    const url = await getSignedUrl(client, new ListObjectsV2Command({ Bucket: 'images', Prefix: 'thumb' }));

    expect(await (await fetch(url)).text()).toContain('<KeyCount>1</KeyCount>');
  });

  it('works until the millisecond of its expiry', async () => {
    const url = await presign(60);
    now = Math.floor(now / 1000) * 1000 + 60_000 - 1;
    expect((await fetch(url)).status).toBe(200);

    now += 1;
    const late = await fetch(url);
    expect(late.status).toBe(403);
    expect(await late.text()).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>');
  });

  it('does not work more than 15 minutes before it was signed', async () => {
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
  ])('is rejected after a change of %s', async (name, change) => {
    const response = await fetch(withParameter(await presign(), name, change));

    expect(response.status).toBe(403);
    expect(await readErrorCode(response)).toBe('SignatureDoesNotMatch');
  });

  it.each<[string, (url: string) => string, RequestInit]>([
    ['another key', (url) => url.replace('1.png', '2.png'), {}],
    ['another bucket', (url) => url.replace('/images/', '/other/'), {}],
    ['another method', (url) => url, { method: 'DELETE' }],
    ['an added parameter', (url) => `${url}&response-cache-control=public`, {}],
    ['a removed parameter', (url) => withParameter(url, 'response-content-type'), {}],
    ['a repeated parameter', (url) => `${url}&response-content-type=text%2Fhtml`, {}],
    ['another host', (url) => url.replace('127.0.0.1', 'localhost'), {}],
  ])('is rejected for %s', async (_case, change, init) => {
    const response = await fetch(change(await presign()), init);

    expect(response.status).toBe(403);
    expect(await readErrorCode(response)).toBe('SignatureDoesNotMatch');
  });

  it('is rejected with an x-amz header that was not signed', async () => {
    const response = await fetch(await presign(), { headers: { 'x-amz-meta-extra': '1' } });

    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<HeadersNotSigned>x-amz-meta-extra</HeadersNotSigned>');
  });

  it.each<[string, ((value: string) => string)?]>([
    ['X-Amz-Algorithm', () => 'AWS4-HMAC-SHA512'],
    ['X-Amz-Expires', () => '604801'],
    ['X-Amz-Expires', () => '-1'],
    ['X-Amz-Date', () => 'yesterday'],
    ['X-Amz-Date', () => '20130524T000000Z'],
    ['X-Amz-Credential', (value) => value.replace('/s3/', '/sqs/')],
    ...['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'].map((name): [string] => [
      `X-Amz-${name}`,
    ]),
  ])('is malformed with an invalid %s or without it', async (name, change) => {
    const response = await fetch(withParameter(await presign(), name, change));

    expect(response.status).toBe(400);
    expect(await readErrorCode(response)).toBe('AuthorizationQueryParametersError');
  });

  it('is rejected together with an Authorization header', async () => {
    const response = await fetch(await presign(), { headers: { authorization: 'AWS4-HMAC-SHA256 x' } });

    expect(response.status).toBe(400);
    expect(await readErrorCode(response)).toBe('InvalidArgument');
  });
});

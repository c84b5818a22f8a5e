import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startS3, type S3Emulator } from '../../local/emulators/s3/s3.ts';
import { createClient, readErrorCode, signedFetch } from './s3-harness.ts';

const MINUTE = 60_000;
const object = { Bucket: 'images', Key: 'thumbnails/ü 1.png' };
let s3: S3Emulator;
let client: S3Client;
let now: number;

beforeAll(async () => {
  s3 = await startS3({ region: 'us-west-2', now: () => now });
  s3.createBucket('images');
  client = createClient(s3.endpoint);
  now = Date.now();
  await client.send(new PutObjectCommand({ ...object, Body: 'hello', ContentType: 'image/png' }));
});
beforeEach(() => {
  now = Date.now();
});
afterAll(async () => {
  client.destroy();
  await s3.close();
});

async function expectError(response: Response, status: number, code: string): Promise<void> {
  expect([response.status, await readErrorCode(response)]).toEqual([status, code]);
}

describe('a request with a signed header', () => {
  const url = () => `${s3.endpoint}/images/thumbnails/%C3%BC%201.png`;

  it('reads the object', async () => {
    expect(await (await signedFetch(url())).text()).toBe('hello');
  });

  it.each([
    ['a wrong secret', { secretAccessKey: 'guess' }, {}, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'AKIASOMEBODYELSE' }, {}, 'InvalidAccessKeyId'],
    ['another region', {}, { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ])('is rejected with %s', async (_, credentials, settings, name) => {
    const other = createClient(s3.endpoint, { ...LOCAL_CREDENTIALS, ...credentials }, settings);

    await expect(other.send(new GetObjectCommand(object))).rejects.toMatchObject({ name });
  });

  it.each([
    [-16, 403],
    [-14, 200],
    [14, 200],
    [16, 403],
  ])('whose clock differs by %i minutes is answered with %i', async (minutes, status) => {
    now += minutes * MINUTE;

    expect((await signedFetch(url())).status).toBe(status);
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
    { authorization: complete, 'x-amz-date': '2013-05-24', 'x-amz-content-sha256': 'x' },
    { authorization: complete, 'x-amz-date': date },
  ])('is rejected as malformed with only %j', async (headers) => {
    await expectError(await fetch(url(), { headers }), 400, 'AuthorizationHeaderMalformed');
  });
});

it.each(['/', '/images', '/images/thumbnails/1.png', '/elsewhere/x'])(
  'an anonymous request for %j gets the same 403 for existing and missing resources',
  async (path) => {
    await expectError(await fetch(s3.endpoint + path), 403, 'AccessDenied');
  },
);

describe('a presigned upload', () => {
  const upload = { Bucket: 'images', Key: 'upload', ContentType: 'image/jpeg', ContentLength: 5 };
  const uploader = () =>
    createClient(s3.endpoint, LOCAL_CREDENTIALS, { requestChecksumCalculation: 'WHEN_REQUIRED' });
  const presign = (signer = uploader()) =>
    getSignedUrl(signer, new PutObjectCommand(upload), {
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
    });
  const put = (url: string, body: string, type = 'image/jpeg') =>
    fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });

  it('stores the object with the headers that were signed', async () => {
    expect((await put(await presign(), 'bytes')).status).toBe(200);

    const stored = await client.send(new GetObjectCommand({ Bucket: 'images', Key: 'upload' }));
    expect(stored).toMatchObject({ ContentType: 'image/jpeg', ContentLength: 5 });
  });

  it.each<[string, (url: string) => Promise<Response>]>([
    ['a longer body', (url) => put(url, 'bytes!')],
    ['another type', (url) => put(url, 'bytes', 'text/html')],
    ['another key', (url) => put(url.replace('/upload', '/other'), 'bytes')],
  ])('is rejected with %s', async (_, send) => {
    await expectError(await send(await presign()), 403, 'SignatureDoesNotMatch');
  });

  it('is rejected without a length', async () => {
    const unsized = new PutObjectCommand({ Bucket: 'images', Key: 'endless' });
    const init = { body: ReadableStream.from([Buffer.from('x')]), duplex: 'half' as const };
    const response = await fetch(await getSignedUrl(uploader(), unsized), { method: 'PUT', ...init });

    await expectError(response, 411, 'MissingContentLength');
  });

  // The SDK signs the checksum of the empty body unless requestChecksumCalculation is WHEN_REQUIRED.
  it('is rejected with the checksum that the SDK adds by default', async () => {
    await expectError(await put(await presign(client), 'bytes'), 400, 'BadDigest');
  });
});

describe('a presigned URL', () => {
  const presign = (expiresIn = 3600) =>
    getSignedUrl(client, new GetObjectCommand(object), { expiresIn, signingDate: new Date(now) });

  /** The URL with another value of a parameter, or without the parameter. */
  const withParameter = (name: string, change?: (value: string) => string) => (url: string) => {
    const changed = new URL(url);
    const value = changed.searchParams.get(name);
    if (value === null) throw new Error(`The URL has no ${name}.`);
    if (change === undefined) changed.searchParams.delete(name);
    else changed.searchParams.set(name, change(value));
    return changed.href;
  };

  it('reads the object without credentials', async () => {
    expect(await (await fetch(await presign())).text()).toBe('hello');
  });

  it('works until the millisecond of its expiry, and not more than 15 minutes before it was signed', async () => {
    const url = await presign(60);
    now = Math.floor(now / 1000) * 1000 + 60_000 - 1;
    expect((await fetch(url)).status).toBe(200);

    now += 1;
    expect(await (await fetch(url)).text()).toContain('Request has expired');
    now -= 17 * MINUTE;
    expect(await (await fetch(url)).text()).toContain('Request is not valid yet');
  });

  it.each<[string, (url: string) => string, RequestInit?]>([
    ['a changed signature', withParameter('X-Amz-Signature', (value) => value.slice(1))],
    ['a longer lifetime', withParameter('X-Amz-Expires', () => '604800')],
    [
      'another time',
      withParameter('X-Amz-Date', (value) => value.replace(/\dZ$/, (end) => (end === '0Z' ? '1Z' : '0Z'))),
    ],
    ['more signed headers', withParameter('X-Amz-SignedHeaders', (value) => `${value};accept`)],
    ['another key', (url) => url.replace('1.png', '2.png')],
    ['another method', (url) => url, { method: 'DELETE' }],
    ['an added parameter', (url) => `${url}&response-cache-control=public`],
    ['a removed parameter', withParameter('x-id')],
    ['a repeated parameter', (url) => `${url}&x-id=GetObject`],
    ['another host', (url) => url.replace('127.0.0.1', 'localhost')],
  ])('is rejected for %s', async (_, change, init) => {
    await expectError(await fetch(change(await presign()), init), 403, 'SignatureDoesNotMatch');
  });

  it('is rejected with an x-amz header that was not signed', async () => {
    const response = await fetch(await presign(), { headers: { 'x-amz-meta-extra': '1' } });

    await expectError(response, 403, 'AccessDenied');
  });

  it.each<[string, (url: string) => string]>([
    ['another algorithm', withParameter('X-Amz-Algorithm', () => 'AWS4-HMAC-SHA512')],
    ['a lifetime of more than a week', withParameter('X-Amz-Expires', () => '604801')],
    ['a date of another day', withParameter('X-Amz-Date', () => '20130524T000000Z')],
    ['a time that does not exist', withParameter('X-Amz-Date', (value) => value.replace(/\d\dZ$/, '95Z'))],
    ['another service', withParameter('X-Amz-Credential', (value) => value.replace('/s3/', '/sqs/'))],
    ['another region', withParameter('X-Amz-Credential', (value) => value.replace('us-west-2', 'us-east-1'))],
    ['no lifetime', withParameter('X-Amz-Expires')],
    ['no signature', withParameter('X-Amz-Signature')],
  ])('is malformed with %s', async (_, change) => {
    await expectError(await fetch(change(await presign())), 400, 'AuthorizationQueryParametersError');
  });

  it('is rejected together with an Authorization header', async () => {
    const response = await fetch(await presign(), { headers: { authorization: 'AWS4-HMAC-SHA256 x' } });

    await expectError(response, 400, 'InvalidArgument');
  });
});

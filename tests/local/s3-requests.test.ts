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
  s3.createBucket('images', { cors: { methods: ['PUT'], maxAgeSeconds: 3_600 } });
  s3.createBucket('closed');
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
    await expectError(await signedFetch(url(), { unsignedHeader }), 403, 'SignatureDoesNotMatch');
  });

  it('is rejected for another region', async () => {
    const other = createClient(s3.endpoint, LOCAL_CREDENTIALS, { region: 'us-east-1' });

    await expect(other.send(new GetObjectCommand(object))).rejects.toMatchObject({
      name: 'AuthorizationHeaderMalformed',
    });
  });
});

it.each(['/', '/images', '/images/thumbnails/1.png', '/elsewhere/x'])(
  'An anonymous request for %j gets the same 403 for existing and missing resources',
  async (path) => {
    await expectError(await fetch(s3.endpoint + path), 403, 'AccessDenied');
  },
);

// The SDK signs the checksum of the empty body unless requestChecksumCalculation is WHEN_REQUIRED.
it('A presigned upload is rejected with the checksum that the SDK adds by default', async () => {
  const upload = { Bucket: 'images', Key: 'upload', ContentType: 'image/jpeg', ContentLength: 5 };
  const url = await getSignedUrl(client, new PutObjectCommand(upload));
  const headers = { 'content-type': 'image/jpeg' };

  await expectError(await fetch(url, { method: 'PUT', body: 'bytes', headers }), 400, 'BadDigest');
});

describe('a page of another origin', () => {
  const origin = 'http://localhost:5173';

  it.each([
    ['images', 'PUT', 200],
    ['images', 'GET', 403],
    ['closed', 'PUT', 403],
  ])('gets the answer for its preflight request at %s for a %s: %i', async (bucket, method, status) => {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,any',
    };
    const response = await fetch(`${s3.endpoint}/${bucket}/a.jpg`, { method: 'OPTIONS', headers });

    const allowed = {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type,any',
      'access-control-max-age': '3600',
    };
    expect(response.status).toBe(status);
    for (const [name, value] of Object.entries(allowed)) {
      expect(response.headers.get(name), name).toBe(status === 200 ? value : null);
    }
  });

  it.each([
    ['can read why its upload was refused', 'PUT', '*'],
    ['cannot read the answer to another method', 'GET', null],
  ])('%s', async (_, method, readableFor) => {
    const response = await fetch(`${s3.endpoint}/images/a.jpg`, { method, headers: { origin } });

    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      403,
      readableFor,
    ]);
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

  it('works until the millisecond of its expiry, and not more than 15 minutes before it was signed', async () => {
    const url = await presign(60);
    now = Math.floor(now / 1000) * 1000 + 60_000 - 1;
    expect(await (await fetch(url)).text()).toBe('hello');

    now += 1;
    expect(await (await fetch(url)).text()).toContain('Request has expired');
    now -= 17 * MINUTE;
    expect(await (await fetch(url)).text()).toContain('Request is not valid yet');
  });

  // tests/prove/ownership/signed-urls.ts changes the key, the method, the lifetime and the date.
  it.each<[string, (url: string) => string, string, RequestInit?]>([
    ['more signed headers', withParameter('X-Amz-SignedHeaders', (value) => `${value};accept`), 'Signature'],
    ['an added parameter', (url) => `${url}&response-cache-control=public`, 'Signature'],
    ['a removed parameter', withParameter('x-id'), 'Signature'],
    ['a repeated parameter', (url) => `${url}&x-id=GetObject`, 'Signature'],
    ['another host', (url) => url.replace('127.0.0.1', 'localhost'), 'Signature'],
    ['an unsigned header', (url) => url, 'Signature', { headers: { 'x-amz-meta-extra': '1' } }],
    ['another algorithm', withParameter('X-Amz-Algorithm', () => 'AWS4-HMAC-SHA512'), 'Malformed'],
    ['a lifetime of more than a week', withParameter('X-Amz-Expires', () => '604801'), 'Malformed'],
    ['a time that does not exist', withParameter('X-Amz-Date', () => '20261399T000000Z'), 'Malformed'],
    ['another service', withParameter('X-Amz-Credential', (it) => it.replace('/s3/', '/sqs/')), 'Malformed'],
    ['no signature', withParameter('X-Amz-Signature'), 'Malformed'],
    ['a second signature', (url) => url, 'Argument', { headers: { authorization: 'AWS4-HMAC-SHA256 x' } }],
  ])('is rejected with %s', async (_, change, code, init) => {
    const response = await fetch(change(await presign()), init);

    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await readErrorCode(response)).toContain(code);
  });
});

import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3, type S3Emulator } from '../../local/emulators/s3/s3.ts';
import { createClient } from './s3-harness.ts';

const SITE = 'http://localhost:5173';
let s3: S3Emulator;
let client: S3Client;

beforeAll(async () => {
  s3 = await startS3({ region: 'us-west-2' });
  s3.createBucket('images', {
    cors: [
      {
        allowedOrigins: [SITE],
        allowedMethods: ['GET', 'HEAD'],
        allowedHeaders: ['Range', 'X-Amz-Date'],
        maxAgeSeconds: 3000,
      },
      { allowedOrigins: ['https://upload.test'], allowedMethods: ['PUT'], allowedHeaders: ['*'] },
    ],
  });
  s3.createBucket('public', { cors: [{ allowedOrigins: ['*'], allowedMethods: ['GET'] }] });
  s3.createBucket('closed');
  client = createClient(s3.endpoint);
  for (const Bucket of ['images', 'public', 'closed']) {
    await client.send(new PutObjectCommand({ Bucket, Key: 'a.png', Body: 'hello' }));
  }
});

afterAll(async () => {
  client.destroy();
  await s3.close();
});

function preflight(bucket: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${s3.endpoint}/${bucket}/a.png`, { method: 'OPTIONS', headers });
}

/** The preflight of a browser for a request with that method and those headers. */
function requestPreflight(bucket: string, origin: string, method: string, names?: string): Promise<Response> {
  return preflight(bucket, {
    origin,
    'access-control-request-method': method,
    ...(names !== undefined && { 'access-control-request-headers': names }),
  });
}

async function get(Bucket: string, origin?: string, Key = 'a.png'): Promise<Response> {
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key }));
  return fetch(url, origin === undefined ? {} : { headers: { origin } });
}

describe('a preflight request', () => {
  it('gets the permissions of the matching rule', async () => {
    const response = await requestPreflight('images', SITE, 'GET', 'Range, X-Amz-Date');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'range, x-amz-date',
      'access-control-max-age': '3000',
      'access-control-allow-credentials': 'true',
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    });
  });

  it.each([
    ['images', SITE, 'HEAD', undefined],
    ['images', 'https://upload.test', 'PUT', 'content-type,anything'],
  ])('is allowed for bucket %s from %s with %s', async (bucket, origin, method, names) => {
    expect((await requestPreflight(bucket, origin, method, names)).status).toBe(200);
  });

  it.each([
    ['another origin', 'images', 'http://localhost:5174', 'GET', undefined],
    ['an origin that begins with an allowed one', 'images', `${SITE}.evil.test`, 'GET', undefined],
    ['a method of another rule', 'images', SITE, 'PUT', undefined],
    ['a header that is not listed', 'images', SITE, 'GET', 'range, x-secret'],
    ['a bucket without rules', 'closed', SITE, 'GET', undefined],
  ])('is rejected for %s', async (_, bucket, origin, method, names) => {
    const response = await requestPreflight(bucket, origin, method, names);
    expect(response.status).toBe(403);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    expect(await response.text()).toContain('<Code>AccessForbidden</Code>');
  });
});

describe('a response', () => {
  it('is readable for an origin that the bucket allows', async () => {
    const response = await get('images', SITE);
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it('is readable for any origin, without credentials, when the bucket allows all', async () => {
    const { headers } = await get('public', SITE);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.each([
    ['a missing object', 404, () => get('images', SITE, 'missing')],
    ['a missing signature', 403, () => fetch(`${s3.endpoint}/images/a.png`, { headers: { origin: SITE } })],
  ])('is readable even when it is the error of %s', async (_, status, call) => {
    const response = await call();
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it.each([
    ['another origin', 'images', 'https://evil.test'],
    ['no origin', 'images', undefined],
    ['a bucket without rules', 'closed', SITE],
  ])('has no CORS headers for %s', async (_, bucket, origin) => {
    const response = await get(bucket, origin);
    expect(response.status).toBe(200);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });
});

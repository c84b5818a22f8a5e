import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startS3, type S3Emulator } from '../../local/emulators/s3/s3.ts';
import { createClient } from './s3-harness.ts';

const SITE = 'http://localhost:5173';
const ORIGIN = 'access-control-allow-origin';
let s3: S3Emulator;
let client: S3Client;

beforeAll(async () => {
  s3 = await startS3({ region: 'us-west-2' });
  const read = { allowedOrigins: [SITE], allowedMethods: ['GET'], allowedHeaders: ['Range'] };
  const upload = { allowedOrigins: ['https://upload.test'], allowedMethods: ['PUT'], allowedHeaders: ['*'] };
  s3.createBucket('images', { cors: [{ ...read, maxAgeSeconds: 3000 }, upload] });
  s3.createBucket('closed');
  client = createClient(s3.endpoint);
  await client.send(new PutObjectCommand({ Bucket: 'images', Key: 'a.png', Body: 'hello' }));
});
afterAll(async () => {
  client.destroy();
  await s3.close();
});

/** The preflight of a browser for a request with that method and those headers. */
const preflight = (bucket: string, origin: string, method: string, names: string) =>
  fetch(`${s3.endpoint}/${bucket}/a.png`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': names,
    },
  });

async function get(origin: string, Key: string): Promise<Response> {
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'images', Key }));
  return fetch(url, { headers: { origin } });
}

it('A preflight request gets the permissions of the matching rule', async () => {
  const response = await preflight('images', SITE, 'GET', 'range');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    [ORIGIN]: SITE,
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'range',
    'access-control-max-age': '3000',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  });
  const upload = await preflight('images', 'https://upload.test', 'PUT', 'content-type,anything');
  expect(upload.status).toBe(200);
});

it.each([
  ['another origin', 'images', 'http://localhost:5174', 'GET', ''],
  ['an origin that begins with an allowed one', 'images', `${SITE}.evil.test`, 'GET', ''],
  ['a method of another rule', 'images', SITE, 'PUT', ''],
  ['a header that is not listed', 'images', SITE, 'GET', 'range, x-secret'],
  ['a bucket without rules', 'closed', SITE, 'GET', ''],
])('A preflight request is rejected for %s', async (_, bucket, origin, method, names) => {
  const response = await preflight(bucket, origin, method, names);
  expect([response.status, response.headers.has(ORIGIN)]).toEqual([403, false]);
  expect(await response.text()).toContain('<Code>AccessForbidden</Code>');
});

it.each([
  ['is readable for an origin that the bucket allows', 200, SITE, () => get(SITE, 'a.png')],
  ['is readable even when it is an error', 404, SITE, () => get(SITE, 'missing')],
  [
    'is readable even without a signature',
    403,
    SITE,
    () => fetch(`${s3.endpoint}/images/a.png`, { headers: { origin: SITE } }),
  ],
  ['is not readable for another origin', 200, null, () => get('https://evil.test', 'a.png')],
])('A response %s', async (_, status, origin, send) => {
  const response = await send();
  expect([response.status, response.headers.get(ORIGIN)]).toEqual([status, origin]);
});

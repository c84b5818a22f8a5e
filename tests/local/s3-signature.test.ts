import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startS3 } from '../../local/emulators/s3/s3.ts';
import type { S3Emulator } from '../../local/emulators/s3/s3.ts';
import { canonicalRequest, sha256, sign, stringToSign } from '../../local/emulators/s3/signature.ts';
import { clientOf, codeOf, signedFetch } from './s3-harness.ts';

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

describe("AWS's own examples", () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const example = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    day: '20130524',
    region: 'us-east-1',
    signedAt: '20130524T000000Z',
    signature: '',
  };
  const request = { method: 'GET', path: '/test.txt', query: new URLSearchParams() };

  it('of a signed header comes out the same', () => {
    const headers = new Map([
      ['host', 'examplebucket.s3.amazonaws.com'],
      ['range', 'bytes=0-9'],
      ['x-amz-content-sha256', sha256('')],
      ['x-amz-date', example.signedAt],
    ]);
    const claim = { ...example, signedHeaders: [...headers.keys()], payloadHash: sha256('') };
    expect(sign(stringToSign(canonicalRequest({ ...request, headers }, claim), claim), claim, secret)).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('of a presigned URL comes out the same', () => {
    const headers = new Map([['host', 'examplebucket.s3.amazonaws.com']]);
    const query = new URLSearchParams({
      'X-Amz-Signature': 'not part of what is signed',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Expires': '86400',
      'X-Amz-Date': example.signedAt,
      'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    });
    const claim = { ...example, signedHeaders: ['host'], payloadHash: 'UNSIGNED-PAYLOAD' };
    const canonical = canonicalRequest({ ...request, query, headers }, claim);
    expect(sign(stringToSign(canonical, claim), claim, secret)).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('sorts parameters by name before value, and spells them as RFC 3986 has it', () => {
    const query = new URLSearchParams([
      ['a-b', '1'],
      ['a', "z!'()*"],
      ['a', 'x y+é'],
    ]);
    const claim = { ...example, signedHeaders: ['host'], payloadHash: 'UNSIGNED-PAYLOAD' };
    const canonical = canonicalRequest({ ...request, query, headers: new Map() }, claim);
    expect(canonical.split('\n')[2]).toBe('a=x%20y%2B%C3%A9&a=z%21%27%28%29%2A&a-b=1');
  });
});

describe('a signed header', () => {
  const url = () => `${s3.endpoint}/images/thumbnails/%C3%BC%201.png`;

  it('opens the object', async () => {
    expect(await (await signedFetch(url())).text()).toBe('hello');
  });

  it.each([
    ['a wrong secret', { ...LOCAL_CREDENTIALS, secretAccessKey: 'guess' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { ...LOCAL_CREDENTIALS, accessKeyId: 'AKIASOMEBODYELSE' }, 'InvalidAccessKeyId'],
  ])('made with %s is refused', async (_, credentials, name) => {
    const stranger = clientOf(s3.endpoint, credentials).send(new GetObjectCommand(object));
    await expect(stranger).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 403 } });
  });

  it.each([-16, 16])('is refused when the clocks are %i minutes apart', async (minutes) => {
    now += minutes * MINUTE;
    const response = await signedFetch(url());
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe('RequestTimeTooSkewed');
  });

  it.each([-14, 14])('is good when the clocks are %i minutes apart', async (minutes) => {
    now += minutes * MINUTE;
    expect((await signedFetch(url())).status).toBe(200);
  });

  it.each([
    ['host', ['x-amz-content-sha256', 'x-amz-date']],
    ['x-amz-date', ['host', 'x-amz-content-sha256']],
  ])('that leaves out %s is refused', async (missing, signedHeaders) => {
    const response = await signedFetch(url(), { signedHeaders });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(`<HeadersNotSigned>${missing}</HeadersNotSigned>`);
  });

  const complete =
    'AWS4-HMAC-SHA256 Credential=K/20130524/r/s3/aws4_request, SignedHeaders=host, Signature=00';

  it.each([
    [{ authorization: 'Basic dXNlcjpwYXNz' }, 400, 'InvalidRequest'],
    [{ authorization: 'AWS4-HMAC-SHA256 Credential=x' }, 400, 'AuthorizationHeaderMalformed'],
    [{ authorization: complete }, 403, 'AccessDenied'],
    [{ authorization: complete, 'x-amz-date': '2013-05-24' }, 403, 'AccessDenied'],
    [{ authorization: complete, 'x-amz-date': '20130524T000000Z' }, 400, 'InvalidRequest'],
  ])('is refused where all there is is %j', async (headers, status, code) => {
    const response = await fetch(url(), { headers });
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
  });
});

it.each(['', '/', '/images', '/images/thumbnails/1.png', '/elsewhere/x'])(
  'a stranger learns nothing at %j',
  async (path) => {
    const response = await fetch(`${s3.endpoint}${path}`);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>AccessDenied</Code><Message>Access Denied</Message>');
  },
);

import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedFetch, startForAll } from './s3-harness.ts';

const Bucket = 'images';
const running = startForAll(Bucket);

function put(Key: string, Body: string | Buffer) {
  return running().client.send(new PutObjectCommand({ Bucket, Key, Body }));
}

describe('a range', () => {
  const get = (Range: string, Key = 'digits') =>
    running().client.send(new GetObjectCommand({ Bucket, Key, Range }));

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
  ])('%s is %s', async (range, expected, contentRange) => {
    const got = await get(range);
    expect(got.$metadata.httpStatusCode).toBe(206);
    expect(got).toMatchObject({ ContentRange: contentRange, ContentLength: expected.length });
    expect(await got.Body?.transformToString()).toBe(expected);
  });

  it.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=1-2'])(
    '%s means the whole object',
    async (range) => {
      const got = await get(range);
      expect(got.$metadata.httpStatusCode).toBe(200);
      expect(await got.Body?.transformToString()).toBe('0123456789');
    },
  );

  it.each([
    ['bytes=10-', 'digits'],
    ['bytes=-0', 'digits'],
    ['bytes=0-', 'nothing'],
  ])('%s of %s cannot be satisfied', async (range, key) => {
    await expect(get(range, key)).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });
});

describe('a condition on a read', () => {
  const url = () => `${running().s3.endpoint}/${Bucket}/conditional`;
  const past = 'Sat, 01 Jan 2000 00:00:00 GMT';
  const future = 'Fri, 01 Jan 2100 00:00:00 GMT';
  const etag = `"${createHash('md5').update('x').digest('hex')}"`;

  beforeAll(() => put('conditional', 'x'));

  it.each([
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': `"other", W/${etag}` }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': future }, 200],
    [{ 'if-modified-since': future }, 304],
    [{ 'if-modified-since': past }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': etag, 'if-unmodified-since': past }, 200],
    [{ 'if-unmodified-since': past }, 412],
    [{ 'if-unmodified-since': future }, 200],
  ])('%j is answered %i', async (headers, status) => {
    const response = await signedFetch(url(), { headers });
    expect(response.status).toBe(status);
    if (status !== 412) expect(response.headers.get('etag')).toBe(etag);
    if (status === 304) expect(await response.text()).toBe('');
  });

  it('holds for the very date that S3 gave', async () => {
    const lastModified = (await signedFetch(url())).headers.get('last-modified') ?? '';
    const response = await signedFetch(url(), { headers: { 'if-modified-since': lastModified } });
    expect(response.status).toBe(304);
  });
});

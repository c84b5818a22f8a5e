import { ListObjectsV2Command, paginateListObjectsV2, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3 } from '../../local/emulators/s3/s3.ts';
import type { S3Emulator } from '../../local/emulators/s3/s3.ts';
import { clientOf } from './s3-harness.ts';

const Bucket = 'images';
/** In the order of their UTF-8 bytes; in JavaScript's own order the last two would change places. */
const KEYS = ['a', 'a b&<c>+%41\r\n.png', 'a/1', 'a/2', 'a/b/3', 'b', 'b/4', 'c', '\uFF5E', '👩‍🚀'];
let s3: S3Emulator;
let client: S3Client;

beforeAll(async () => {
  s3 = await startS3();
  s3.createBucket(Bucket);
  s3.createBucket('empty');
  client = clientOf(s3.endpoint);
  const shuffled = [...KEYS.slice(4), ...KEYS.slice(0, 4)];
  for (const Key of shuffled) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
});

afterAll(async () => {
  client.destroy();
  await s3.close();
});

function list(input: Partial<ListObjectsV2CommandInput> = {}): Promise<ListObjectsV2CommandOutput> {
  return client.send(new ListObjectsV2Command({ Bucket, ...input }));
}

function keysOf({ Contents = [] }: ListObjectsV2CommandOutput): (string | undefined)[] {
  return Contents.map(({ Key }) => Key);
}

function prefixesOf({ CommonPrefixes = [] }: ListObjectsV2CommandOutput): (string | undefined)[] {
  return CommonPrefixes.map(({ Prefix }) => Prefix);
}

describe('a listing', () => {
  it('is in the order of the UTF-8 bytes and says what S3 says of each object', async () => {
    const listing = await list();
    expect(keysOf(listing)).toEqual(KEYS);
    expect(listing).toMatchObject({ Name: Bucket, KeyCount: KEYS.length, MaxKeys: 1000, IsTruncated: false });
    const [first] = listing.Contents ?? [];
    expect(first).toMatchObject({
      ETag: '"0cc175b9c0f1b6a831c399e269772661"',
      Size: 1,
      StorageClass: 'STANDARD',
    });
    expect(first?.LastModified).toBeInstanceOf(Date);
  });

  it('of an empty bucket is empty', async () => {
    const listing = await list({ Bucket: 'empty' });
    expect(listing).toMatchObject({ KeyCount: 0, IsTruncated: false });
    expect(keysOf(listing)).toEqual([]);
  });

  it('of a bucket that is not there is an error', async () => {
    await expect(list({ Bucket: 'elsewhere' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('can be of a prefix', async () => {
    expect(keysOf(await list({ Prefix: 'a/' }))).toEqual(['a/1', 'a/2', 'a/b/3']);
  });

  it('rolls up what follows a delimiter', async () => {
    const root = await list({ Delimiter: '/' });
    expect(prefixesOf(root)).toEqual(['a/', 'b/']);
    expect(keysOf(root)).toEqual(KEYS.filter((key) => !key.includes('/')));
    const below = await list({ Prefix: 'a/', Delimiter: '/' });
    expect(prefixesOf(below)).toEqual(['a/b/']);
    expect(keysOf(below)).toEqual(['a/1', 'a/2']);
  });

  it('can start after a key, which need not be there', async () => {
    expect(keysOf(await list({ StartAfter: 'a/2', Prefix: 'a' }))).toEqual(['a/b/3']);
    expect(keysOf(await list({ StartAfter: 'a/2x', Prefix: 'a' }))).toEqual(['a/b/3']);
  });

  it('can have its keys URL-encoded', async () => {
    const listing = await list({ EncodingType: 'url', Prefix: 'a ' });
    expect(keysOf(listing)).toEqual(['a%20b%26%3Cc%3E%2B%2541%0D%0A.png']);
    expect(listing.EncodingType).toBe('url');
  });
});

describe('the pages of a listing', () => {
  it.each([1, 2, 3, 9, 10])('of %i hold each key once, in order', async (pageSize) => {
    const pages: (string | undefined)[][] = [];
    for await (const page of paginateListObjectsV2({ client, pageSize }, { Bucket }))
      pages.push(keysOf(page));
    expect(pages.flat()).toEqual(KEYS);
    expect(pages).toHaveLength(Math.ceil(KEYS.length / pageSize));
  });

  it('hold each rolled-up prefix once, even where a page ends on it', async () => {
    const names: (string | undefined)[] = [];
    for await (const page of paginateListObjectsV2({ client, pageSize: 1 }, { Bucket, Delimiter: '/' })) {
      expect(page.KeyCount).toBe(1);
      names.push(...keysOf(page), ...prefixesOf(page));
    }
    expect(names).toEqual(['a', KEYS[1], 'a/', 'b', 'b/', 'c', '\uFF5E', '👩‍🚀']);
  });

  it('go on after the key the first one started after', async () => {
    const first = await list({ StartAfter: 'b', MaxKeys: 1 });
    const { NextContinuationToken: ContinuationToken } = first;
    expect([first.IsTruncated, keysOf(first)]).toEqual([true, ['b/4']]);
    expect(keysOf(await list({ StartAfter: 'b', MaxKeys: 1, ContinuationToken }))).toEqual(['c']);
  });

  it('may be asked to hold nothing', async () => {
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  it('hold no more than a thousand', async () => {
    expect(await list({ MaxKeys: 5000 })).toMatchObject({ MaxKeys: 1000 });
  });

  it.each([{ ContinuationToken: 'made up!' }, { MaxKeys: -1 }])('refuse %j', async (input) => {
    await expect(list(input)).rejects.toMatchObject({
      name: 'InvalidArgument',
      $metadata: { httpStatusCode: 400 },
    });
  });
});

import {
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { runS3ForAll } from './s3-harness.ts';

const Bucket = 'images';
/** In the order of their UTF-8 bytes; JavaScript's own order exchanges the last two. */
const KEYS = ['a', 'a b&<c>+%41\r\n.png', 'a/1', 'a/2', 'a/b/3', 'b', 'b/4', 'c', '\uFF5E', '👩‍🚀'];
const running = runS3ForAll(Bucket);

beforeAll(async () => {
  running().s3.createBucket('empty');
  for (const Key of [...KEYS.slice(4), ...KEYS.slice(0, 4)]) {
    await running().client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  }
});

function list(input: Partial<ListObjectsV2CommandInput> = {}): Promise<ListObjectsV2CommandOutput> {
  return running().client.send(new ListObjectsV2Command({ Bucket, ...input }));
}

const readKeys = ({ Contents = [] }: ListObjectsV2CommandOutput) => Contents.map(({ Key }) => Key);

describe('ListObjectsV2', () => {
  it('lists keys in the order of their UTF-8 bytes with their properties', async () => {
    const listing = await list();

    expect(readKeys(listing)).toEqual(KEYS);
    expect(listing).toMatchObject({ Name: Bucket, KeyCount: KEYS.length, MaxKeys: 1000, IsTruncated: false });
    expect(listing.Contents?.[0]).toMatchObject({
      ETag: '"0cc175b9c0f1b6a831c399e269772661"',
      Size: 1,
      StorageClass: 'STANDARD',
      LastModified: expect.any(Date) as Date,
    });
  });

  it('returns an empty list for an empty bucket', async () => {
    const listing = await list({ Bucket: 'empty' });

    expect(listing).toMatchObject({ KeyCount: 0, IsTruncated: false });
    expect(readKeys(listing)).toEqual([]);
  });

  it('fails with NoSuchBucket for a missing bucket', async () => {
    await expect(list({ Bucket: 'elsewhere' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('filters by prefix', async () => {
    expect(readKeys(await list({ Prefix: 'a/' }))).toEqual(['a/1', 'a/2', 'a/b/3']);
  });

  it.each([1, 2, 3, 9, 10])('returns every key once, in order, in pages of %i', async (pageSize) => {
    const pages: (string | undefined)[][] = [];
    for await (const page of paginateListObjectsV2({ client: running().client, pageSize }, { Bucket })) {
      pages.push(readKeys(page));
    }

    expect(pages.flat()).toEqual(KEYS);
    expect(pages).toHaveLength(Math.ceil(KEYS.length / pageSize));
  });

  it('returns at most 1,000 keys and accepts a limit of none', async () => {
    expect(await list({ MaxKeys: 5000 })).toMatchObject({ MaxKeys: 1000 });
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  it.each([{ ContinuationToken: 'made up!' }, { MaxKeys: -1 }])(
    'fails with InvalidArgument for %j',
    async (input) => {
      await expect(list(input)).rejects.toMatchObject({
        name: 'InvalidArgument',
        $metadata: { httpStatusCode: 400 },
      });
    },
  );
});

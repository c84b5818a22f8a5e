import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { runS3ForAll } from './s3-harness.ts';

const Bucket = 'images';
const running = runS3ForAll(Bucket);
const client = () => running().client;
const put = (extras: Partial<PutObjectCommandInput> = {}) =>
  client().send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x', ...extras }));

describe('a bucket', () => {
  it('that is missing is reported as NoSuchBucket', async () => {
    await expect(
      client().send(new GetObjectCommand({ Bucket: 'elsewhere', Key: 'x' })),
    ).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('keeps its objects when it is created again', async () => {
    await put();
    running().s3.createBucket(Bucket);

    expect((await client().send(new GetObjectCommand({ Bucket, Key: 'x' }))).ContentLength).toBe(1);
  });
});

describe('an unimplemented request', () => {
  const object = { Bucket, Key: 'x' };

  it.each([
    ['ListBuckets', () => client().send(new ListBucketsCommand({}))],
    ['DeleteObject', () => client().send(new DeleteObjectCommand(object))],
    ['x-amz-acl', () => put({ ACL: 'public-read' })],
    ['range', () => client().send(new GetObjectCommand({ ...object, Range: 'bytes=0-3' }))],
  ])('fails with 501 and names %s', async (name, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'NotImplemented',
      message: expect.stringContaining(name) as string,
      $metadata: { httpStatusCode: 501 },
    });
  });
});

describe('ListObjectsV2', () => {
  const LISTED = 'listed';
  /** In the order of their UTF-8 bytes; JavaScript's own order exchanges the last two. */
  const KEYS = ['a', 'a b&<c>+%41\r\n.png', 'a/1', 'a/b/3', 'b', '\uFF5E', '👩‍🚀'];
  beforeAll(async () => {
    running().s3.createBucket(LISTED);
    for (const Key of KEYS.toReversed()) {
      await client().send(new PutObjectCommand({ Bucket: LISTED, Key, Body: Key }));
    }
  });

  const list = (input: Partial<ListObjectsV2CommandInput> = {}) =>
    client().send(new ListObjectsV2Command({ Bucket: LISTED, ...input }));
  const readKeys = ({ Contents = [] }: ListObjectsV2CommandOutput) => Contents.map(({ Key }) => Key);

  it('lists keys in the order of their UTF-8 bytes with their properties', async () => {
    const listing = await list();

    expect(readKeys(listing)).toEqual(KEYS);
    expect(listing).toMatchObject({ Name: LISTED, KeyCount: KEYS.length, MaxKeys: 1000, IsTruncated: false });
    expect(listing.Contents?.[0]).toMatchObject({
      ETag: '"0cc175b9c0f1b6a831c399e269772661"',
      Size: 1,
      LastModified: expect.any(Date) as Date,
    });
  });

  it('filters by prefix, and can find nothing', async () => {
    expect(readKeys(await list({ Prefix: 'a/' }))).toEqual(['a/1', 'a/b/3']);
    expect(await list({ Prefix: 'z' })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  it.each([1, 3, 7])('returns every key once, in order, in pages of %i', async (pageSize) => {
    const pages: (string | undefined)[][] = [];
    for await (const page of paginateListObjectsV2({ client: client(), pageSize }, { Bucket: LISTED })) {
      pages.push(readKeys(page));
    }

    expect(pages.flat()).toEqual(KEYS);
    expect(pages).toHaveLength(Math.ceil(KEYS.length / pageSize));
  });
});

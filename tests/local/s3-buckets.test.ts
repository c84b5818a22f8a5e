import { request as httpRequest } from 'node:http';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { readErrorCode, runS3ForAll, signedFetch } from './s3-harness.ts';

const Bucket = 'images';
const running = runS3ForAll(Bucket);
const toUrl = (path: string) => `${running().s3.endpoint}${path}`;
const put = (Key: string) => running().client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));

describe('a bucket', () => {
  it('answers HeadBucket when it exists', async () => {
    const head = (name: string) => running().client.send(new HeadBucketCommand({ Bucket: name }));

    expect((await head(Bucket)).$metadata.httpStatusCode).toBe(200);
    await expect(head('elsewhere')).rejects.toMatchObject({ name: 'NotFound' });
    await expect(
      running().client.send(new GetObjectCommand({ Bucket: 'elsewhere', Key: 'x' })),
    ).rejects.toMatchObject({
      name: 'NoSuchBucket',
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('keeps its objects when it is created again', async () => {
    await put('lasting');
    running().s3.createBucket(Bucket);

    const command = new GetObjectCommand({ Bucket, Key: 'lasting' });
    expect((await running().client.send(command)).ContentLength).toBe(1);
  });

  it.each(['', 'ab', 'Images', '../images', 'a..b', 'a/b', '-a-', 'a'.repeat(64)])(
    'cannot have the name %j',
    (name) => {
      expect(() => running().s3.createBucket(name)).toThrow('not a valid bucket name');
    },
  );
});

describe('an unimplemented request', () => {
  const object = { Bucket, Key: 'x' };
  const body = { ...object, Body: 'x' };

  it.each([
    ['ListBuckets', () => running().client.send(new ListBucketsCommand({}))],
    ['PUT bucket', () => running().client.send(new CreateBucketCommand({ Bucket: 'another' }))],
    ['ListObjects,', () => running().client.send(new ListObjectsCommand({ Bucket }))],
    ['delimiter', () => running().client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }))],
    [
      'x-amz-copy-source',
      () => running().client.send(new CopyObjectCommand({ ...object, CopySource: 'images/y' })),
    ],
    [
      'tagging',
      () => running().client.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet: [] } })),
    ],
    ['x-amz-acl', () => running().client.send(new PutObjectCommand({ ...body, ACL: 'public-read' }))],
    ['versionId', () => running().client.send(new GetObjectCommand({ ...object, VersionId: '1' }))],
    ['uploads', () => running().client.send(new CreateMultipartUploadCommand(object))],
    ['if-match', () => running().client.send(new DeleteObjectCommand({ ...object, IfMatch: '"x"' }))],
    ['if-match', () => running().client.send(new GetObjectCommand({ ...object, IfMatch: '"x"' }))],
    ['if-none-match', () => running().client.send(new PutObjectCommand({ ...body, IfNoneMatch: '*' }))],
    [
      'VersionId',
      () =>
        running().client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'x', VersionId: '1' }] } }),
        ),
    ],
  ])('fails with 501 and names %s', async (name, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'NotImplemented',
      message: expect.stringContaining(name) as string,
      $metadata: { httpStatusCode: 501 },
    });
  });
});

describe('an invalid request', () => {
  it.each(['/%E9', '/%', '*'])('fails with 400 for the path %s', async (path) => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest(running().s3.endpoint, { path, method: 'OPTIONS' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

    expect(status).toBe(400);
  });

  it.each(['', '<Delete/>', '<Delete><Object><Key>a</Key></Object>', '<Delete><Object/></Delete>'])(
    'fails with MalformedXML for DeleteObjects of %j',
    async (xml) => {
      const response = await signedFetch(toUrl(`/${Bucket}?delete=`), {
        method: 'POST',
        body: Buffer.from(xml),
      });

      expect(response.status).toBe(400);
      expect(await readErrorCode(response)).toBe('MalformedXML');
    },
  );

  it('leaves the connection open', async () => {
    const response = await signedFetch(toUrl(`/${Bucket}/missing`));

    expect(response.status).toBe(404);
    expect(response.headers.get('connection')).toBe('keep-alive');
  });
});

it('every response has a unique request id', async () => {
  await put('there');
  const urls = [`/${Bucket}/there`, `/${Bucket}/none`, `/${Bucket}/%`, '/'].map(toUrl);
  const responses = [
    await signedFetch(toUrl(`/${Bucket}/there`)),
    ...(await Promise.all(urls.map((url) => fetch(url)))),
  ];

  const ids = responses.map(({ headers }) => headers.get('x-amz-request-id'));
  expect(new Set(ids).size).toBe(responses.length);
  for (const id of ids) expect(id).toMatch(/^[0-9A-F]{16}$/);
});

const LISTED = 'listed';
/** In the order of their UTF-8 bytes; JavaScript's own order exchanges the last two. */
const KEYS = ['a', 'a b&<c>+%41\r\n.png', 'a/1', 'a/2', 'a/b/3', 'b', 'b/4', 'c', '\uFF5E', '👩‍🚀'];
beforeAll(async () => {
  running().s3.createBucket(LISTED);
  running().s3.createBucket('empty');
  for (const Key of [...KEYS.slice(4), ...KEYS.slice(0, 4)]) {
    await running().client.send(new PutObjectCommand({ Bucket: LISTED, Key, Body: Key }));
  }
});

function list(input: Partial<ListObjectsV2CommandInput> = {}): Promise<ListObjectsV2CommandOutput> {
  return running().client.send(new ListObjectsV2Command({ Bucket: LISTED, ...input }));
}

const readKeys = ({ Contents = [] }: ListObjectsV2CommandOutput) => Contents.map(({ Key }) => Key);

describe('ListObjectsV2', () => {
  it('lists keys in the order of their UTF-8 bytes with their properties', async () => {
    const listing = await list();

    expect(readKeys(listing)).toEqual(KEYS);
    expect(listing).toMatchObject({ Name: LISTED, KeyCount: KEYS.length, MaxKeys: 1000, IsTruncated: false });
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
    for await (const page of paginateListObjectsV2(
      { client: running().client, pageSize },
      { Bucket: LISTED },
    )) {
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

import { request as httpRequest } from 'node:http';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { codeOf, signedFetch, startForAll } from './s3-harness.ts';

const Bucket = 'images';
const running = startForAll(Bucket);

describe('a bucket', () => {
  it('is there or is not', async () => {
    const head = (name: string) => running().client.send(new HeadBucketCommand({ Bucket: name }));
    expect((await head(Bucket)).$metadata.httpStatusCode).toBe(200);
    await expect(head('elsewhere')).rejects.toMatchObject({ name: 'NotFound' });
    const get = running().client.send(new GetObjectCommand({ Bucket: 'elsewhere', Key: 'x' }));
    await expect(get).rejects.toMatchObject({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } });
  });

  it('keeps its objects when it is made again', async () => {
    const object = { Bucket, Key: 'lasting' };
    await running().client.send(new PutObjectCommand({ ...object, Body: 'x' }));
    running().s3.createBucket(Bucket);
    const { Body } = await running().client.send(new GetObjectCommand(object));
    expect(await Body?.transformToString()).toBe('x');
  });

  it.each(['', 'ab', 'Images', '../images', 'a..b', 'a/b', '-a-', 'a'.repeat(64)])(
    'cannot be called %j',
    (name) => expect(() => running().s3.createBucket(name)).toThrow('not a valid bucket name'),
  );
});

describe('what is not implemented', () => {
  const object = { Bucket, Key: 'x' };

  it.each([
    ['ListBuckets', () => running().client.send(new ListBucketsCommand({}))],
    ['CreateBucket', () => running().client.send(new CreateBucketCommand({ Bucket: 'another' }))],
    ['ListObjects,', () => running().client.send(new ListObjectsCommand({ Bucket }))],
    [
      'x-amz-copy-source',
      () => running().client.send(new CopyObjectCommand({ ...object, CopySource: 'images/y' })),
    ],
    [
      'tagging',
      () => running().client.send(new PutObjectTaggingCommand({ ...object, Tagging: { TagSet: [] } })),
    ],
    [
      'x-amz-acl',
      () => running().client.send(new PutObjectCommand({ ...object, Body: 'x', ACL: 'public-read' })),
    ],
    ['versionId', () => running().client.send(new GetObjectCommand({ ...object, VersionId: '1' }))],
    ['uploads', () => running().client.send(new CreateMultipartUploadCommand(object))],
    ['If-Match', () => running().client.send(new DeleteObjectCommand({ ...object, IfMatch: '"x"' }))],
    ['If-Match', () => running().client.send(new PutObjectCommand({ ...object, Body: 'x', IfMatch: '"x"' }))],
  ])('says so: %s', async (named, call) => {
    const message: unknown = expect.stringContaining(named);
    await expect(call()).rejects.toMatchObject({
      name: 'NotImplemented',
      message,
      $metadata: { httpStatusCode: 501 },
    });
  });
});

describe('a request that makes no sense', () => {
  it.each([
    ['PATCH', `/${Bucket}/x`],
    ['POST', `/${Bucket}/x`],
    ['PUT', '/'],
  ])('is refused: %s %s', async (method, path) => {
    const response = await signedFetch(`${running().s3.endpoint}${path}`, { method });
    expect(response.status).toBe(405);
    expect(await codeOf(response)).toBe('MethodNotAllowed');
  });

  it.each(['/%E9', '/%', '*'])('is refused: a path of %s', async (path) => {
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

  it.each([
    '',
    '<Delete/>',
    '<Delete><Object><Key>a</Key></Object>',
    '<Delete><Object><Key>&b;</Key></Object></Delete>',
  ])('is refused: deleting %j', async (xml) => {
    const init = { method: 'POST', body: Buffer.from(xml) };
    const response = await signedFetch(`${running().s3.endpoint}/${Bucket}?delete=`, init);
    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe('MalformedXML');
  });
});

it('gives every answer a request id of its own', async () => {
  await signedFetch(`${running().s3.endpoint}/${Bucket}/there`, { method: 'PUT', body: Buffer.from('x') });
  const urls = [`/${Bucket}/there`, `/${Bucket}/none`, `/${Bucket}/%`, '/'].map(
    (path) => running().s3.endpoint + path,
  );
  const answers = [
    await signedFetch(`${running().s3.endpoint}/${Bucket}/there`),
    ...(await Promise.all(urls.map((url) => fetch(url)))),
  ];
  const ids = answers.map(({ headers }) => headers.get('x-amz-request-id'));
  expect(new Set(ids).size).toBe(answers.length);
  for (const id of ids) expect(id).toMatch(/^[0-9A-F]{16}$/);
});

it('keeps the connection open, after an error too', async () => {
  const response = await signedFetch(`${running().s3.endpoint}/${Bucket}/missing`);
  expect(response.status).toBe(404);
  expect(response.headers.get('connection')).toBe('keep-alive');
});

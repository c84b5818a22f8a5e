import { createHash } from 'node:crypto';
import { missingContentLength } from './body.ts';
import type { CorsRule } from './cors.ts';
import { invalidArgument, notImplemented, S3Error } from './errors.ts';
import type { ObjectRecord, ObjectStore } from './object-store.ts';
import { parseRange } from './range.ts';
import type { S3Request } from './request.ts';
import { buildXml, parseDelete } from './xml.ts';

export interface Bucket {
  name: string;
  cors: CorsRule[];
  store: ObjectStore;
}

/** An authenticated request for an existing bucket. */
interface Call {
  request: S3Request;
  bucket: Bucket;
  body: Buffer;
  now: number;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

type Operation = (call: Call) => Promise<S3Response>;

/** The headers that PutObject stores and GetObject returns, besides `x-amz-meta-*`. */
const STORED_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** An operation, and the query parameters that it implements. */
interface Route {
  run: Operation;
  parameters: string[];
}

const getRoute: Route = { run: getObject, parameters: STORED_HEADERS.map((name) => `response-${name}`) };

/** The implemented operations by method, and by whether the path names an object, a bucket or neither. */
const ROUTES = new Map<string, Route>([
  ['GET object', getRoute],
  ['HEAD object', getRoute],
  ['PUT object', { run: putObject, parameters: [] }],
  ['DELETE object', { run: deleteObject, parameters: [] }],
  ['GET bucket', { run: listObjects, parameters: ['list-type', 'prefix', 'max-keys', 'continuation-token'] }],
  ['HEAD bucket', { run: () => Promise.resolve({ status: 200 }), parameters: [] }],
  ['POST bucket', { run: deleteObjects, parameters: ['delete'] }],
]);

/** The `x-amz-*` fields that the emulator implements, or that have no effect here: it does not verify checksums. */
const KNOWN_FIELDS = new RegExp(
  '^x-amz-(meta-.+|checksum-.+|algorithm|content-sha256|credential|date|decoded-content-length' +
    '|expected-bucket-owner|expires|request-payer|sdk-checksum-algorithm|security-token' +
    '|server-side-encryption|signature|signedheaders|trailer|user-agent)$',
);

const CONDITIONS = ['if-match', 'if-unmodified-since'];

/** @throws S3Error NotImplemented that names the operation, the parameter or the header. */
export function findOperation({ method, bucket, key, query, headers, amz }: S3Request): Operation {
  const level = bucket === '' ? 'service' : key === '' ? 'bucket' : 'object';
  // The SDK adds the name of the operation as `x-id` to most requests.
  const operation = query.get('x-id') ?? `${method} ${level}`;
  const route = ROUTES.get(`${method} ${level}`);
  const known = ['x-id', ...(route?.parameters ?? [])];
  const parameter = [...query.keys()].find((name) => !known.includes(name) && !/^x-amz-/i.test(name));
  if (parameter !== undefined) throw notImplemented(`${operation} with the query parameter ${parameter}`);
  const conditions = method === 'GET' || method === 'HEAD' ? CONDITIONS : [...CONDITIONS, 'if-none-match'];
  const header =
    [...amz.keys()].find((name) => !KNOWN_FIELDS.test(name)) ?? conditions.find((name) => headers.has(name));
  if (header !== undefined) throw notImplemented(`${operation} with ${header}`);
  if (route === undefined) throw notImplemented(operation);
  return route.run;
}

/** "PutObject" of the Amazon S3 API Reference. */
async function putObject({ request, bucket, body, now }: Call): Promise<S3Response> {
  const { key, headers } = request;
  if (!headers.has('content-length') && !headers.has('x-amz-decoded-content-length')) {
    throw missingContentLength();
  }
  const record: ObjectRecord = {
    key,
    etag: createHash('md5').update(body).digest('hex'),
    size: body.length,
    lastModified: now - (now % 1000),
    headers: { 'content-type': 'binary/octet-stream', ...selectStoredHeaders(request) },
  };
  await bucket.store.write({ record, body });
  return { status: 200, headers: { etag: `"${record.etag}"` } };
}

/** "GetObject" and "HeadObject": the server omits the body of a response to HEAD. */
async function getObject({ request, bucket }: Call): Promise<S3Response> {
  const { key, headers, query } = request;
  const object = await bucket.store.read(key);
  if (object === undefined) {
    throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });
  }
  const { record, body } = object;
  const etag = `"${record.etag}"`;
  const validators = { etag, 'last-modified': new Date(record.lastModified).toUTCString() };
  if (headers.get('if-none-match') === etag) return { status: 304, headers: validators };

  const overrides = STORED_HEADERS.map((name) => [name, query.get(`response-${name}`)] as const);
  const responseHeaders = {
    ...record.headers,
    ...Object.fromEntries(overrides.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
    ...validators,
    'accept-ranges': 'bytes',
  };
  const range = parseRange(headers.get('range'), record.size);
  if (range === undefined) return { status: 200, headers: responseHeaders, body };
  const { first, last } = range;
  return {
    status: 206,
    headers: { ...responseHeaders, 'content-range': `bytes ${first}-${last}/${record.size}` },
    body: body.subarray(first, last + 1),
  };
}

/** "DeleteObject": the response is the same for a key that does not exist. */
async function deleteObject({ request, bucket }: Call): Promise<S3Response> {
  await bucket.store.remove(request.key);
  return { status: 204 };
}

/** "DeleteObjects" */
async function deleteObjects({ request, bucket, body }: Call): Promise<S3Response> {
  if (!request.query.has('delete')) throw notImplemented('PostObject, the upload from an HTML form');
  const { keys, isQuiet } = parseDelete(body.toString());
  for (const key of keys) await bucket.store.remove(key);
  return xmlResponse('DeleteResult', { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) });
}

const MAX_KEYS = 1000;

/** "ListObjectsV2", with a prefix and pages. */
async function listObjects({ request: { query }, bucket }: Call): Promise<S3Response> {
  if (query.get('list-type') !== '2') throw notImplemented('ListObjects, only ListObjectsV2');
  const Prefix = query.get('prefix') ?? '';
  const requested = query.get('max-keys') ?? String(MAX_KEYS);
  if (!/^\d{1,10}$/.test(requested)) throw invalidArgument('Provided max-keys not an integer');
  const MaxKeys = Math.min(Number(requested), MAX_KEYS);
  const last = decodeToken(query.get('continuation-token'));

  const records = (await bucket.store.list())
    .filter(({ key }) => key.startsWith(Prefix) && compareUtf8(key, last) > 0)
    .sort((a, b) => compareUtf8(a.key, b.key));
  const page = records.slice(0, MaxKeys);
  const lastOfPage = page.at(-1);
  const IsTruncated = lastOfPage !== undefined && page.length < records.length;
  return xmlResponse('ListBucketResult', {
    Name: bucket.name,
    Prefix,
    ...(IsTruncated && { NextContinuationToken: Buffer.from(lastOfPage.key).toString('base64url') }),
    KeyCount: page.length,
    MaxKeys,
    IsTruncated,
    Contents: page.map(({ key, lastModified, etag, size }) => ({
      Key: key,
      LastModified: new Date(lastModified).toISOString(),
      ETag: `"${etag}"`,
      Size: size,
      StorageClass: 'STANDARD',
    })),
  });
}

function decodeToken(token: string | null): string {
  const key = Buffer.from(token ?? '', 'base64url');
  if (token !== null && (token === '' || key.toString('base64url') !== token)) {
    throw invalidArgument('The continuation token provided is incorrect');
  }
  return key.toString();
}

/** S3 lists in the order of the UTF-8 bytes. JavaScript's order of UTF-16 units differs for emoji. */
function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function selectStoredHeaders({ headers, amz }: S3Request): Record<string, string> {
  const { 'content-encoding': encoding = '', ...others } = Object.fromEntries([
    ...[...headers].filter(([name]) => STORED_HEADERS.includes(name)),
    ...[...amz].filter(([name]) => name.startsWith('x-amz-meta-')),
  ]);
  // The encoding of the transfer is not the encoding of the object.
  const codings = encoding.split(',').filter((coding) => coding.trim() !== 'aws-chunked');
  const stored = codings.join(',');
  return stored === '' ? others : { ...others, 'content-encoding': stored };
}

function xmlResponse(root: string, content: Parameters<typeof buildXml>[1]): S3Response {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: buildXml(root, content) };
}

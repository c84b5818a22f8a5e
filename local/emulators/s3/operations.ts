import { createHash } from 'node:crypto';
import type { Permission } from '../../iam/policy.ts';
import type { CorsRule } from './bucket-creator.ts';
import { buildXml, CHECKSUM, notImplemented, parseDelete, S3Error, type S3Request } from './protocol.ts';
import type { ObjectRecord, ObjectStore } from './object-store.ts';

export interface Bucket {
  name: string;
  cors: CorsRule | undefined;
  store: ObjectStore;
}

/** An authenticated request to an existing bucket. */
interface Call {
  request: S3Request;
  bucket: Bucket;
  body: Buffer;
  now: number;
  /** Returns true if the caller also has this permission. */
  isAllowed: (permission: Permission) => boolean;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

type Operation = (call: Call) => S3Response | Promise<S3Response>;

/** The headers that PutObject stores and GetObject returns. */
const STORED_HEADERS = ['cache-control', 'content-type'];

/** An operation, the query parameters that it implements, and the permissions that every call needs. */
interface Route {
  run: Operation;
  parameters: string[];
  permissions: (request: S3Request) => Permission[];
}

const allowObject =
  (action: string) =>
  ({ bucket, key }: Pick<S3Request, 'bucket' | 'key'>): Permission[] => [
    { action: `s3:${action}`, resource: `arn:aws:s3:::${bucket}/${key}` },
  ];

const allowListing =
  (action: string) =>
  ({ bucket, query }: Pick<S3Request, 'bucket' | 'query'>): Permission[] => {
    const prefix = query.get('prefix');
    const context = prefix === null ? {} : { 's3:prefix': prefix };
    return [{ action: `s3:${action}`, resource: `arn:aws:s3:::${bucket}`, context }];
  };
const allowList = allowListing('ListBucket');

/** The implemented operations by method and level. The level is an object, a bucket, the versions of a bucket, or the service. */
const ROUTES = new Map<string, Route>([
  ['GET object', { run: getObject, parameters: [], permissions: allowObject('GetObject') }],
  ['PUT object', { run: putObject, parameters: [], permissions: allowObject('PutObject') }],
  [
    'GET bucket',
    {
      run: listObjects,
      parameters: ['list-type', 'prefix', 'max-keys', 'continuation-token'],
      permissions: allowList,
    },
  ],
  [
    'GET versions',
    {
      run: listObjectVersions,
      parameters: ['versions', 'prefix', 'max-keys', 'key-marker', 'version-id-marker'],
      permissions: allowListing('ListBucketVersions'),
    },
  ],
  // DeleteObjects answers separately for each object, and checks the permission for each object.
  ['POST bucket', { run: deleteObjects, parameters: ['delete'], permissions: () => [] }],
]);

/** The `x-amz-*` fields that the emulator implements, or that have no effect in the emulator. */
const KNOWN_FIELDS = new RegExp(
  '^x-amz-(checksum-crc32|checksum-mode|algorithm|content-sha256|credential|date|expected-bucket-owner|expires|request-payer' +
    '|sdk-checksum-algorithm|security-token|server-side-encryption|signature|signedheaders|user-agent)$',
);

/** The headers that change the result of an operation and that the emulator does not implement. */
const UNKNOWN_HEADERS = [
  'content-disposition',
  'content-encoding',
  'content-md5',
  'if-match',
  'if-unmodified-since',
  'range',
];

/** @throws S3Error NotImplemented that names the operation, the parameter or the header. */
export function findOperation({ method, bucket, key, query, headers, amz }: S3Request): Route {
  const listed = query.has('versions') ? 'versions' : 'bucket';
  const level = bucket === '' ? 'service' : key === '' ? listed : 'object';
  // The SDK adds the name of the operation as `x-id` to most requests.
  const operation = query.get('x-id') ?? `${method} ${level}`;
  const route = ROUTES.get(`${method} ${level}`);
  const known = ['x-id', ...(route?.parameters ?? [])];
  const parameter = [...query.keys()].find((name) => !known.includes(name) && !/^x-amz-/i.test(name));
  if (parameter !== undefined) throw notImplemented(`${operation} with the query parameter ${parameter}`);
  const header =
    [...amz.keys()].find((name) => !KNOWN_FIELDS.test(name)) ??
    UNKNOWN_HEADERS.find((name) => headers.has(name));
  if (header !== undefined) throw notImplemented(`${operation} with ${header}`);
  if (route === undefined) throw notImplemented(operation);
  return route;
}

/** Emulates "PutObject" of the Amazon S3 API Reference. */
async function putObject({ request, bucket, body, now }: Call): Promise<S3Response> {
  const { key, headers } = request;
  const record = {
    key,
    etag: createHash('md5').update(body).digest('hex'),
    size: body.length,
    headers: { 'content-type': 'binary/octet-stream', ...selectStoredHeaders(request) },
  };
  const condition = headers.get('if-none-match') ?? '*';
  if (condition !== '*') throw notImplemented(`PutObject with if-none-match: ${condition}`);
  if (headers.has('if-none-match') && bucket.store.read(key) !== undefined) {
    const message = 'At least one of the pre-conditions you specified did not hold';
    throw new S3Error(412, 'PreconditionFailed', message);
  }
  await bucket.store.write(record, body, now);
  return { status: 200, headers: { etag: `"${record.etag}"` } };
}

/** Emulates "GetObject". */
function getObject({ request, bucket, isAllowed }: Call): S3Response {
  const object = bucket.store.read(request.key);
  if (object === undefined) {
    // Only a caller who may list the bucket may learn that the object does not exist.
    if (!allowList(request).every(isAllowed)) throw new S3Error(403, 'AccessDenied', 'Access Denied');
    throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
  }
  const { record, body } = object;
  const etag = `"${record.etag}"`;
  const validators = { etag, 'last-modified': new Date(record.lastModified).toUTCString() };
  return { status: 200, headers: { ...record.headers, ...validators }, body };
}

/** Emulates "DeleteObjects", which requires a checksum, unlike the other operations. The response is quiet: it lists only errors. */
async function deleteObjects({ request, bucket, body, now, isAllowed }: Call): Promise<S3Response> {
  if (!request.query.has('delete')) throw notImplemented('PostObject, the upload from an HTML form');
  if (!request.amz.has(CHECKSUM)) {
    throw new S3Error(400, 'InvalidRequest', `Missing required header for this request: ${CHECKSUM}`);
  }
  const denied: string[] = [];
  for (const { key, versionId } of parseDelete(body.toString())) {
    const action = versionId === undefined ? 'DeleteObject' : 'DeleteObjectVersion';
    const isPermitted = allowObject(action)({ bucket: bucket.name, key }).every(isAllowed);
    if (isPermitted) await bucket.store.delete(key, versionId, now);
    else denied.push(key);
  }
  return xmlResponse('DeleteResult', {
    Error: denied.map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
  });
}

const MAX_KEYS = 1000;

/** Emulates "ListObjectsV2" with a prefix and pages. */
function listObjects({ request: { query }, bucket }: Call): S3Response {
  if (query.get('list-type') !== '2') throw notImplemented('ListObjects, only ListObjectsV2');
  const Prefix = query.get('prefix') ?? '';
  const MaxKeys = Math.min(Number(query.get('max-keys') ?? MAX_KEYS), MAX_KEYS);
  const last = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();

  const records = bucket.store
    .list(Prefix)
    .filter(({ record, isLatest }) => isLatest && !record.isMarker)
    .map(({ record }) => record)
    .filter(({ key }) => key > last);
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
    Contents: page.map(describe),
  });
}

function describe({ key, lastModified, etag, size }: ObjectRecord) {
  return {
    Key: key,
    LastModified: new Date(lastModified).toISOString(),
    ETag: `"${etag}"`,
    Size: size,
    StorageClass: 'STANDARD',
  };
}

/** Emulates "ListObjectVersions" with a prefix and pages. The newest version of a key comes first. */
function listObjectVersions({ request: { query }, bucket }: Call): S3Response {
  const Prefix = query.get('prefix') ?? '';
  const MaxKeys = Math.min(Number(query.get('max-keys') ?? MAX_KEYS), MAX_KEYS);
  const [lastKey, lastVersion] = [query.get('key-marker'), query.get('version-id-marker')];
  const all = bucket.store.list(Prefix);
  const last = all.findIndex(({ record }) => record.key === lastKey && record.versionId === lastVersion);
  // If the last version was deleted since the last page, the list continues at the key of this version. The newer versions of the key were
  // also deleted.
  const start = last >= 0 ? last + 1 : all.findIndex(({ record }) => record.key >= (lastKey ?? ''));
  const versions = start < 0 ? [] : all.slice(start);
  const page = versions.slice(0, MaxKeys).map(({ record, isLatest }) => ({
    isMarker: record.isMarker,
    described: { ...describe(record), VersionId: record.versionId, IsLatest: isLatest },
  }));
  const end = page.at(-1)?.described;
  const IsTruncated = end !== undefined && page.length < versions.length;
  return xmlResponse('ListVersionsResult', {
    Name: bucket.name,
    Prefix,
    ...(IsTruncated && { NextKeyMarker: end.Key, NextVersionIdMarker: end.VersionId }),
    MaxKeys,
    IsTruncated,
    Version: page.filter(({ isMarker }) => !isMarker).map(({ described }) => described),
    DeleteMarker: page.filter(({ isMarker }) => isMarker).map(({ described }) => described),
  });
}

function selectStoredHeaders({ headers }: S3Request): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => STORED_HEADERS.includes(name)));
}

function xmlResponse(root: string, content: Parameters<typeof buildXml>[1]): S3Response {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: buildXml(root, content) };
}

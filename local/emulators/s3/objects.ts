import { createHash } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isUnchanged, preconditionFailed } from './conditions.ts';
import { invalidArgument, notImplemented, S3Error } from './errors.ts';
import { xmlResponse } from './operation.ts';
import type { Call, S3Response } from './operation.ts';
import { parseRange } from './range.ts';
import type { S3Request } from './request.ts';
import type { ObjectRecord } from './store.ts';
import { document, element, parseDelete, text } from './xml.ts';

/** What PutObject keeps and GetObject gives back, besides `x-amz-meta-*`. */
const KEPT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** "PutObject" of the Amazon S3 API Reference. */
export async function putObject({ request, bucket, body, now }: Call): Promise<S3Response> {
  const { key, headers } = request;
  if (!headers.has('content-length') && !headers.has('x-amz-decoded-content-length')) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if (headers.has('if-match')) throw notImplemented('PutObject with If-Match');
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw notImplemented('PutObject with an If-None-Match other than *');
  }

  const record: ObjectRecord = {
    key,
    etag: createHash('md5').update(body).digest('hex'),
    size: body.length,
    lastModified: now - (now % 1000),
    headers: sendable({ 'content-type': 'binary/octet-stream', ...keptHeaders(request) }),
  };
  const written = await bucket.store.write({ record, body }, ifNoneMatch === '*');
  if (!written) throw preconditionFailed('If-None-Match');
  return { status: 200, headers: { etag: `"${record.etag}"` } };
}

/** "GetObject", and "HeadObject" too: the server leaves the body out of any answer to a HEAD. */
export async function getObject({ request, bucket }: Call): Promise<S3Response> {
  const object = await bucket.store.read(request.key);
  if (object === undefined) {
    throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: request.key });
  }
  const { record, body } = object;
  const validators = {
    etag: `"${record.etag}"`,
    'last-modified': new Date(record.lastModified).toUTCString(),
  };
  if (isUnchanged(request.headers, record)) return { status: 304, headers: validators };

  const headers = {
    ...record.headers,
    ...sendable(overrides(request)),
    ...validators,
    'accept-ranges': 'bytes',
  };
  const range = parseRange(request.headers.get('range'), record.size);
  if (range === undefined) return { status: 200, headers, body };
  const { first, last } = range;
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${record.size}` },
    body: body.subarray(first, last + 1),
  };
}

/** "DeleteObject": the same answer whether or not there was anything to delete. */
export async function deleteObject({ request, bucket }: Call): Promise<S3Response> {
  if (request.headers.has('if-match')) throw notImplemented('DeleteObject with If-Match');
  await bucket.store.remove(request.key);
  return { status: 204 };
}

/** "DeleteObjects". */
export async function deleteObjects({ request, bucket, body }: Call): Promise<S3Response> {
  if (!request.query.has('delete')) throw notImplemented('PostObject, the upload from an HTML form');
  const { keys, quiet } = parseDelete(body.toString());
  for (const key of keys) await bucket.store.remove(key);
  const deleted = quiet ? [] : keys.map((key) => element('Deleted', [text('Key', key)]));
  return xmlResponse(document('DeleteResult', deleted));
}

function keptHeaders({ headers, amz }: S3Request): Record<string, string> {
  const kept = [...headers].filter(([name]) => KEPT_HEADERS.includes(name));
  const own = [...amz].filter(([name]) => name.startsWith('x-amz-meta-'));
  const { 'content-encoding': encoding, ...others } = Object.fromEntries([...kept, ...own]);
  // How the body travelled is not what the object is.
  const lasting = encoding
    ?.split(',')
    .filter((coding) => coding.trim() !== 'aws-chunked')
    .join(',');
  return lasting === undefined || lasting === '' ? others : { ...others, 'content-encoding': lasting };
}

/** `response-content-type` and its like. S3 takes them from signed requests only, and here all are. */
function overrides({ query }: S3Request): Record<string, string> {
  const asked = KEPT_HEADERS.flatMap((name): [string, string][] => {
    const value = query.get(`response-${name}`);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(asked);
}

/** What came in the query never passed an HTTP parser, and might not pass one on its way back. */
function sendable(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw invalidArgument(`Header value cannot be represented using ISO-8859-1: ${name}`);
    }
  }
  return headers;
}

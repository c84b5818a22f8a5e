import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { S3Error } from './errors.ts';

/** A parsed request, before authentication. */
export interface S3Request {
  method: string;
  /** The encoded path as sent. It is never normalized: `a/../b` is a valid key. */
  path: string;
  /** Empty for the service itself. */
  bucket: string;
  /** Empty for the bucket itself. */
  key: string;
  query: URLSearchParams;
  /** By lower-case name; repeated headers are joined with a comma. */
  headers: ReadonlyMap<string, string>;
  /** All `x-amz-*` headers and parameters by lower-case name: a presigner moves headers into the query. */
  amz: ReadonlyMap<string, string>;
  payload: Readable;
}

const MAX_KEY_BYTES = 1024;

/** @throws S3Error InvalidURI or KeyTooLongError */
export function parseRequest(incoming: IncomingMessage): S3Request {
  const [path = '', ...search] = (incoming.url ?? '').split('?');
  const query = new URLSearchParams(search.join('?'));
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodePath(path)) ?? [];
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
  }
  const headers = new Map<string, string>();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    headers.set(name, values.join(','));
  }
  const amz = [...headers, ...query]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name.startsWith('x-amz-'));
  const method = incoming.method ?? '';
  return { method, path, bucket, key, query, headers, amz: new Map(amz), payload: incoming };
}

function decodePath(encoded: string): string {
  try {
    if (encoded.startsWith('/')) return decodeURIComponent(encoded);
  } catch {
    // A stray % and invalid UTF-8 fail with the error below.
  }
  throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
}

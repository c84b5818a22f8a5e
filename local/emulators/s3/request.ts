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

/** @throws S3Error InvalidURI */
export function parseRequest(incoming: IncomingMessage): S3Request {
  const [path = '', ...search] = (incoming.url ?? '').split('?');
  const query = new URLSearchParams(search.join('?'));
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodePath(path)) ?? [];
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

/** @throws S3Error for a stray % or invalid UTF-8. */
function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

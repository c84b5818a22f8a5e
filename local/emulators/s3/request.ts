import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { S3Error } from './errors.ts';

/** A request taken apart, before anybody has decided whether to trust it. */
export interface S3Request {
  method: string;
  /** The decoded path, `/bucket/key`. Never normalised: `a/../b` is a key like any other. */
  path: string;
  /** Empty for the service itself. */
  bucket: string;
  /** Empty for the bucket itself. */
  key: string;
  query: URLSearchParams;
  /** By lower-case name; repeated headers are joined with a comma. */
  headers: ReadonlyMap<string, string>;
  /**
   * Every `x-amz-*` by lower-case name, from the headers or the query: a presigner moves headers into the
   * query, where they mean the same.
   */
  amz: ReadonlyMap<string, string>;
  payload: Readable;
}

const MAX_KEY_BYTES = 1024;

/** @throws S3Error InvalidURI or KeyTooLongError */
export function parseRequest(incoming: IncomingMessage): S3Request {
  const url = incoming.url ?? '';
  const mark = url.indexOf('?');
  const path = decodePath(mark < 0 ? url : url.slice(0, mark));
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const slash = path.indexOf('/', 1);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
  }
  const headers = headersOf(incoming);
  return {
    method: incoming.method ?? '',
    path,
    bucket: slash < 0 ? path.slice(1) : path.slice(1, slash),
    key,
    query,
    headers,
    amz: new Map([...amzOnly(headers), ...amzOnly(query)]),
    payload: incoming,
  };
}

function decodePath(encoded: string): string {
  try {
    if (encoded.startsWith('/')) return decodeURIComponent(encoded);
  } catch {
    // A stray % or bytes that are not UTF-8: told below, like an address without a path.
  }
  throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
}

function headersOf(incoming: IncomingMessage): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (values !== undefined) headers.set(name, values.join(','));
  }
  return headers;
}

function amzOnly(fields: Iterable<[string, string]>): [string, string][] {
  return [...fields]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name.startsWith('x-amz-'));
}

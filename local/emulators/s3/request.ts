import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { S3Error, invalidArgument } from './responses.ts';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readBody } from '../../http/body.ts';

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

/** The emulator holds bodies in memory. S3 accepts 5 GB in one request. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

/** The checksum that the SDK adds ("Checking object integrity", Amazon S3 User Guide). */
export const CHECKSUM = 'x-amz-checksum-crc32';

/**
 * Reads the body, and verifies that it is the signed one.
 * @param payloadHash the signed statement about the body: its hash, or `UNSIGNED-PAYLOAD`.
 */
export async function readPayload({ payload, amz }: S3Request, payloadHash: string): Promise<Buffer> {
  const body = await readBody(payload, MAX_BODY_BYTES);
  const hash = createHash('sha256').update(body).digest('hex');
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== hash) {
    throw invalidArgument('x-amz-content-sha256 must be UNSIGNED-PAYLOAD or the hash of the body.');
  }
  const actual = Buffer.alloc(4);
  actual.writeUInt32BE(crc32(body));
  const stated = amz.get(CHECKSUM);
  if (stated === undefined || stated === actual.toString('base64')) return body;
  throw new S3Error(400, 'BadDigest', `The ${CHECKSUM} you specified did not match the calculated checksum.`);
}

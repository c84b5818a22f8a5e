import { S3Error } from './errors.ts';

/** Strict form of one `name:value` line after the last chunk, such as `x-amz-checksum-crc32:AAAAAA==`. */
const TRAILER = /^[a-z0-9-]+:.+$/i;

/**
 * Takes `Content-Encoding: aws-chunked` off a body (Amazon S3 API Reference, "Signature calculations for
 * trailing headers"): chunks of `size in hex CRLF data CRLF`, one of size 0, then trailing headers and an
 * empty line. The trailing headers hold checksums, which are read and let go.
 * @throws S3Error IncompleteBody when the body ends early or is not framed so.
 */
export function decodeAwsChunked(encoded: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let [size, at] = readSize(encoded, 0);
  while (size > 0) {
    const end = at + size;
    if (encoded.toString('latin1', end, end + 2) !== '\r\n') throw incomplete();
    chunks.push(encoded.subarray(at, end));
    [size, at] = readSize(encoded, end + 2);
  }
  skipTrailers(encoded, at);
  return Buffer.concat(chunks);
}

function readSize(encoded: Buffer, from: number): [size: number, next: number] {
  const [line, next] = readLine(encoded, from);
  if (!/^[0-9a-f]{1,8}$/i.test(line)) throw incomplete();
  return [Number.parseInt(line, 16), next];
}

function skipTrailers(encoded: Buffer, from: number): void {
  let [line, next] = readLine(encoded, from);
  while (line !== '') {
    if (!TRAILER.test(line)) throw incomplete();
    [line, next] = readLine(encoded, next);
  }
  if (next !== encoded.length) throw incomplete();
}

function readLine(encoded: Buffer, from: number): [line: string, next: number] {
  const end = encoded.indexOf('\r\n', from);
  if (end < 0) throw incomplete();
  return [encoded.toString('latin1', from, end), end + 2];
}

function incomplete(): S3Error {
  return new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly');
}

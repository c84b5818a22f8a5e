import { createHash } from 'node:crypto';
import { invalidArgument, notImplemented, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** The emulator holds bodies in memory. S3 accepts 5 GB in one request. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

const STREAMING = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/**
 * Reads and decodes the body, and verifies that it is the signed one.
 * @param payloadHash the signed statement about the body: its hash, or the name of its encoding.
 */
export async function readBody(request: S3Request, payloadHash: string): Promise<Buffer> {
  if (payloadHash === STREAMING) return readStreamed(request);
  if (payloadHash === 'UNSIGNED-PAYLOAD') return collect(request);
  if (payloadHash.startsWith('STREAMING-')) throw notImplemented(`the payload signing ${payloadHash}`);
  if (!/^[0-9a-f]{64}$/.test(payloadHash)) {
    throw invalidArgument(
      `x-amz-content-sha256 must be UNSIGNED-PAYLOAD, ${STREAMING} or a valid sha256 value.`,
    );
  }
  const body = await collect(request);
  if (createHash('sha256').update(body).digest('hex') !== payloadHash) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', message);
  }
  return body;
}

async function readStreamed(request: S3Request): Promise<Buffer> {
  const declared = request.headers.get('x-amz-decoded-content-length');
  if (declared === undefined) throw missingContentLength();
  const body = decodeAwsChunked(await collect(request));
  if (body.length !== Number(declared)) {
    const message =
      'You did not provide the number of bytes specified by the x-amz-decoded-content-length header';
    throw new S3Error(400, 'IncompleteBody', message);
  }
  return body;
}

export function missingContentLength(): S3Error {
  return new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
}

async function collect({ payload }: S3Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The loop reads to the end even so: aborting it would cut the connection before the client has the error.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) {
    const message = 'Your proposed upload exceeds the maximum allowed size';
    throw new S3Error(400, 'EntityTooLarge', message, { MaxSizeAllowed: String(MAX_BODY_BYTES) });
  }
  return Buffer.concat(chunks);
}

/** One `name:value` line after the last chunk, such as `x-amz-checksum-crc32:AAAAAA==`. */
const TRAILER = /^[a-z0-9-]+:.+$/i;

/**
 * Decodes `Content-Encoding: aws-chunked` (Amazon S3 API Reference, "Signature calculations for trailing
 * headers"): chunks of `size in hex CRLF data CRLF`, one of size 0, then trailing headers and an empty line. The
 * trailing headers contain checksums, which the emulator does not verify.
 * @throws S3Error IncompleteBody when the body ends early or has another format.
 */
export function decodeAwsChunked(encoded: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let position = 0;
  const readLine = () => {
    const end = encoded.indexOf('\r\n', position);
    if (end < 0) throw incomplete();
    const line = encoded.toString('latin1', position, end);
    position = end + 2;
    return line;
  };
  for (;;) {
    const header = readLine();
    if (!/^[0-9a-f]{1,8}$/i.test(header)) throw incomplete();
    const end = position + Number.parseInt(header, 16);
    if (end === position) break;
    if (encoded.toString('latin1', end, end + 2) !== '\r\n') throw incomplete();
    chunks.push(encoded.subarray(position, end));
    position = end + 2;
  }
  for (let line = readLine(); line !== ''; line = readLine()) if (!TRAILER.test(line)) throw incomplete();
  if (position !== encoded.length) throw incomplete();
  return Buffer.concat(chunks);
}

function incomplete(): S3Error {
  return new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly');
}

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readBody as readAll, TooLargeError } from '../../http/body.ts';
import { invalidArgument, notImplemented, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** The emulator holds bodies in memory. S3 accepts 5 GB in one request. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

/**
 * Reads the body, and verifies that it is the signed one.
 * @param payloadHash the signed statement about the body: its hash, or the name of its encoding.
 */
export async function readBody(request: S3Request, payloadHash: string): Promise<Buffer> {
  if (payloadHash.startsWith('STREAMING-')) throw notImplemented(`the payload signing ${payloadHash}`);
  const isSigned = payloadHash !== 'UNSIGNED-PAYLOAD';
  if (isSigned && !/^[0-9a-f]{64}$/.test(payloadHash)) {
    throw invalidArgument('x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a valid sha256 value.');
  }
  const body = await readAll(request.payload, MAX_BODY_BYTES).catch(throwTooLarge);
  if (isSigned && createHash('sha256').update(body).digest('hex') !== payloadHash) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', message);
  }
  verifyChecksum(request, body);
  return body;
}

function throwTooLarge(error: unknown): never {
  if (!(error instanceof TooLargeError)) throw error;
  const message = 'Your proposed upload exceeds the maximum allowed size';
  throw new S3Error(400, 'EntityTooLarge', message, { MaxSizeAllowed: String(MAX_BODY_BYTES) });
}

/** The checksum that the SDK adds ("Checking object integrity", Amazon S3 User Guide). */
export const CHECKSUM = 'x-amz-checksum-crc32';

/** @throws S3Error BadDigest when the checksum is not the body's. */
function verifyChecksum({ amz }: S3Request, body: Buffer): void {
  const stated = amz.get(CHECKSUM);
  const actual = Buffer.alloc(4);
  actual.writeUInt32BE(crc32(body));
  if (stated === undefined || stated === actual.toString('base64')) return;
  throw new S3Error(400, 'BadDigest', `The ${CHECKSUM} you specified did not match the calculated checksum.`);
}

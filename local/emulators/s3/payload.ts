import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readBody } from '../../http/body.ts';
import { invalidArgument, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

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

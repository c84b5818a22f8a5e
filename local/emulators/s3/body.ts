import { decodeAwsChunked } from './aws-chunked.ts';
import { invalidArgument, notImplemented, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';
import { sha256 } from './signature.ts';

/** Bodies are held in memory. Real S3 takes 5 GB at once; nobody needs that of an emulator. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

const STREAMING = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/**
 * The body as its sender meant it: bounded, unframed, and the one that was signed.
 * @param payloadHash what the signature says about the body: its hash, or a word for how it comes.
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
  if (sha256(body) !== payloadHash) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', message);
  }
  return body;
}

async function readStreamed(request: S3Request): Promise<Buffer> {
  const declared = request.headers.get('x-amz-decoded-content-length');
  if (declared === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const body = decodeAwsChunked(await collect(request));
  if (body.length !== Number(declared)) {
    const message =
      'You did not provide the number of bytes specified by the x-amz-decoded-content-length header';
    throw new S3Error(400, 'IncompleteBody', message);
  }
  return body;
}

async function collect({ payload }: S3Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // `on`, not `for await`: leaving that loop early would cut the connection before the sender has read why.
  await new Promise<void>((resolve, reject) => {
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) reject(tooLarge());
      else chunks.push(chunk);
    });
    payload.on('end', resolve);
    payload.on('error', reject);
  });
  return Buffer.concat(chunks, size);
}

function tooLarge(): S3Error {
  return new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    MaxSizeAllowed: String(MAX_BODY_BYTES),
  });
}

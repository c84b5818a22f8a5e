import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LIMITS } from '../../contract/limits.ts';
import { REQUEST_TIMEOUTS } from '../shared/aws-clients.ts';
import { requireEnv } from '../shared/environment.ts';
import { errorName, logger } from '../shared/logger.ts';

const IMAGES_BUCKET = requireEnv('IMAGES_BUCKET');

const s3 = new S3Client({
  maxAttempts: 2,
  requestHandler: REQUEST_TIMEOUTS,
  // TLS already checks integrity, and the browser cannot send a checksum header with a presigned URL.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** The key of a generation's image. It contains the user's id, so that no other user's request can lead to it. */
export function buildImageKey(userId: string, generationId: string): string {
  return `${buildPrefix(userId)}${generationId}.png`;
}

function buildPrefix(userId: string): string {
  return `thumbnails/${userId}/`;
}

export async function storeImage(key: string, png: Uint8Array, signal: AbortSignal): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: IMAGES_BUCKET,
      Key: key,
      Body: png,
      ContentType: 'image/png',
      // The key contains the generation's id, so the image never changes.
      CacheControl: 'private, max-age=31536000, immutable',
    }),
    { abortSignal: signal },
  );
}

/**
 * Deletes the image, if any, of a generation that failed. An error is only logged, because a remaining image is private
 * and the outcome of the generation does not depend on it.
 */
export async function deleteImage(key: string): Promise<void> {
  try {
    await s3.send(new DeleteObjectCommand({ Bucket: IMAGES_BUCKET, Key: key }));
  } catch (error) {
    logger.warn('image not deleted', { cause: errorName(error) });
  }
}

/**
 * Deletes all images of a user, also those without a record. Idempotent.
 * @returns how many were deleted. @throws if S3 did not delete all of them.
 */
export async function deleteAllImages(userId: string): Promise<number> {
  let deleted = 0;
  const listing = { Bucket: IMAGES_BUCKET, Prefix: buildPrefix(userId) };
  // A page has at most 1,000 keys, which is also the limit of one DeleteObjects request.
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, listing)) {
    if (Contents.length === 0) continue;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: IMAGES_BUCKET, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`S3 did not delete ${Errors.length} images: ${Errors[0]?.Code}.`);
    deleted += Objects.length;
  }
  return deleted;
}

/**
 * Signs a URL that reads one image for an hour, or until the signing credentials expire, if that is earlier: S3 rejects a
 * URL whose credentials have expired. Signing is local and makes no call.
 */
export async function signImageUrl(key: string): Promise<string> {
  const { expiration } = await s3.config.credentials();
  const secondsLeft =
    expiration === undefined ? Infinity : Math.floor((expiration.getTime() - Date.now()) / 1_000);
  return getSignedUrl(s3, new GetObjectCommand({ Bucket: IMAGES_BUCKET, Key: key }), {
    expiresIn: Math.max(1, Math.min(LIMITS.imageUrlSeconds, secondsLeft)),
  });
}

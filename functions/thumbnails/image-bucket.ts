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
import { REQUEST_LIMITS } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { errorName, logger } from '../telemetry/logger.ts';

const IMAGES_BUCKET = environment('IMAGES_BUCKET');

const s3 = new S3Client({
  maxAttempts: 2,
  requestHandler: REQUEST_LIMITS,
  // TLS carries its own integrity check, and a presigned URL has no room for another.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** Where a generation's picture lives: nobody else's id can lead there. */
export function imageKey(userId: string, generationId: string): string {
  return `${folderOf(userId)}${generationId}.png`;
}

function folderOf(userId: string): string {
  return `thumbnails/${userId}/`;
}

export async function storeImage(key: string, png: Uint8Array, signal: AbortSignal): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: IMAGES_BUCKET,
      Key: key,
      Body: png,
      ContentType: 'image/png',
      // A picture never changes: its key is its generation's id.
      CacheControl: 'private, max-age=31536000, immutable',
    }),
    { abortSignal: signal },
  );
}

/**
 * Removes the picture, if any, of a generation that failed after all. A picture that stays behind is private and
 * harms nobody, so a failure is logged and the generation's own end stands.
 */
export async function discardImage(key: string): Promise<void> {
  try {
    await s3.send(new DeleteObjectCommand({ Bucket: IMAGES_BUCKET, Key: key }));
  } catch (error) {
    logger.warn('image not removed', { cause: errorName(error) });
  }
}

/**
 * Removes every picture of a user's, those without a record too. Done twice, it changes nothing.
 * @returns how many there were.
 * @throws when some may be left.
 */
export async function eraseImages(userId: string): Promise<number> {
  let erased = 0;
  const listing = { Bucket: IMAGES_BUCKET, Prefix: folderOf(userId) };
  // A page of the listing is as long as one deletion may be.
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, listing)) {
    if (Contents.length === 0) continue;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: IMAGES_BUCKET, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`S3 kept ${Errors.length} pictures: ${Errors[0]?.Code}.`);
    erased += Objects.length;
  }
  return erased;
}

/**
 * A URL that reads one picture for an hour, or for as long as the credentials that sign it live, if that is less:
 * S3 refuses it afterwards whatever its own expiry says. Made here, without a call.
 */
export async function imageUrl(key: string): Promise<string> {
  const { expiration } = await s3.config.credentials();
  const secondsLeft =
    expiration === undefined ? Infinity : Math.floor((expiration.getTime() - Date.now()) / 1_000);
  return getSignedUrl(s3, new GetObjectCommand({ Bucket: IMAGES_BUCKET, Key: key }), {
    expiresIn: Math.max(1, Math.min(LIMITS.imageUrlSeconds, secondsLeft)),
  });
}

import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LIMITS } from '../../contract/limits.ts';
import { errorName, logger } from '../shared/logger.ts';
import { deleteByPrefix, deleteObjects, IMAGES_BUCKET, s3 } from '../shared/s3-client.ts';

/** The key of a generation's image. It contains the user's id, so that no other user's request can lead to it. */
export function buildImageKey(userId: string, generationId: string): string {
  return `${buildPrefix(userId)}${generationId}.png`;
}

/** The key of the preview of a generation's image. */
export function buildPreviewKey(userId: string, generationId: string): string {
  return `${buildPrefix(userId)}${generationId}.webp`;
}

function buildPrefix(userId: string): string {
  return `thumbnails/${userId}/`;
}

export async function storeImage(
  key: string,
  image: { type: 'image/png' | 'image/webp'; content: Uint8Array },
  signal: AbortSignal,
): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: IMAGES_BUCKET,
      Key: key,
      Body: image.content,
      ContentType: image.type,
      // The key contains the generation's id, so the image never changes.
      CacheControl: 'private, max-age=31536000, immutable',
    }),
    { abortSignal: signal },
  );
}

/** @throws if the image does not exist, S3 fails or the signal aborts. */
export async function loadImage(key: string, signal: AbortSignal): Promise<Uint8Array> {
  const command = new GetObjectCommand({ Bucket: IMAGES_BUCKET, Key: key });
  const { Body } = await s3.send(command, { abortSignal: signal });
  if (Body === undefined) throw new Error('S3 returned an object without its content.');
  return Body.transformToByteArray();
}

/** Deletes the image and the preview of a generation, as far as they exist. Idempotent. @throws if S3 fails. */
export function deleteImages(userId: string, generationId: string): Promise<void> {
  return deleteObjects([buildImageKey(userId, generationId), buildPreviewKey(userId, generationId)]);
}

/**
 * Deletes what a failed generation may have stored. An error is only logged, because a remaining image is private and the
 * outcome of the generation does not depend on it.
 */
export async function discardImages(userId: string, generationId: string): Promise<void> {
  try {
    await deleteImages(userId, generationId);
  } catch (error) {
    logger.warn('images not deleted', { cause: errorName(error) });
  }
}

/**
 * Deletes all images of a user, also those without a row. Idempotent.
 * @returns how many were deleted. @throws if S3 did not delete all of them.
 */
export function deleteAllImages(userId: string): Promise<number> {
  return deleteByPrefix(buildPrefix(userId));
}

/** Signs URLs that read an image and its preview for `LIMITS.imageUrlSeconds`. Signing is local and makes no call. */
export async function signImageUrls({
  imageKey,
  previewKey,
}: {
  imageKey: string;
  previewKey?: string | undefined;
}): Promise<{ url: string; previewURL?: string }> {
  const [url, previewURL] = await Promise.all([signUrl(imageKey), previewKey && signUrl(previewKey)]);
  return { url, ...(previewURL !== undefined && { previewURL }) };
}

function signUrl(key: string): Promise<string> {
  return getSignedUrl(s3, new GetObjectCommand({ Bucket: IMAGES_BUCKET, Key: key }), {
    expiresIn: LIMITS.imageUrlSeconds,
  });
}

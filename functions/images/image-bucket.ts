import { randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  addXmpToJpeg,
  addXmpToPng,
  addXmpToWebp,
  type DigitalSource,
  xmpPacket,
} from '#contract/design/image-metadata.ts';
import type { ImageMark } from '#contract/image-mark.ts';
import { requireEnv } from '../platform/environment.ts';
import { errorName, logger } from '../platform/logger.ts';
import { deleteByPrefix, deleteObjects, isMissingObject, s3 } from '../platform/s3-client.ts';

const IMAGES_BUCKET = requireEnv('IMAGES_BUCKET');

const ADD_XMP = {
  'image/png': addXmpToPng,
  'image/jpeg': addXmpToJpeg,
  'image/webp': addXmpToWebp,
} as const;

type ImageType = keyof typeof ADD_XMP;

/**
 * Marks an image as made by AI, in a machine-readable form (EU AI Act, Article 50(2)). The pixels stay unchanged.
 * @throws TypeError if the content is not of the type.
 */
export function markImage(type: ImageType, content: Uint8Array, source: DigitalSource): Uint8Array {
  return ADD_XMP[type](content, xmpPacket(source));
}

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const satisfies Record<
  ImageType,
  string
>;

export interface StoredImage<Type extends ImageType = ImageType> {
  type: Type;
  content: Uint8Array;
  /** The mark to add. `none` adds no mark: to a photo or a picture of the creator, and to a copy, which has its mark. @default generated */
  mark?: ImageMark | undefined;
}

/**
 * Returns the key of a generation's image. The key contains the user's id, so that no other user's request can lead to the image.
 * @param type the type of the image. Only an upscaled image is a JPEG.
 */
export function buildImageKey(
  userId: string,
  generationId: string,
  type: 'image/png' | 'image/jpeg' = 'image/png',
): string {
  return `${buildPrefix(userId)}${generationId}.${ENDINGS[type]}`;
}

/** Returns the key of the preview of a generation's image. */
export function buildPreviewKey(userId: string, generationId: string): string {
  return `${buildPrefix(userId)}${generationId}.${ENDINGS['image/webp']}`;
}

/**
 * Creates a new key for a preview of a design. Each save has its own key, so that two saves at the same time do not overwrite each other's
 * preview.
 */
export function createDesignPreviewKey(userId: string, generationId: string): string {
  return `${buildPrefix(userId)}${generationId}.${randomUUID()}.jpg`;
}

function buildPrefix(userId: string): string {
  return `images/${userId}/`;
}

/** Stores an image with its mark. */
export async function storeImage(
  key: string,
  { type, content, mark = 'generated' }: StoredImage,
  signal: AbortSignal,
): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: IMAGES_BUCKET,
      Key: key,
      Body: mark === 'none' ? content : markImage(type, content, mark),
      ContentType: type,
      // The key contains the id of the generation or of the preview, so the image never changes.
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

/** @returns undefined if the image does not exist. @throws if S3 fails or the signal aborts. */
export async function findImage(key: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    return await loadImage(key, signal);
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

/** Deletes all images and previews of a generation, also if there is no row. Idempotent. @throws if S3 fails. */
export async function deleteImages(userId: string, generationId: string): Promise<void> {
  await deleteByPrefix(IMAGES_BUCKET, `${buildPrefix(userId)}${generationId}.`);
}

/** Deletes the image and the preview that a generation may have stored. The image can have any type. */
export function discardImages(userId: string, generationId: string, ...others: string[]): Promise<void> {
  return discardKeys([
    buildImageKey(userId, generationId),
    buildImageKey(userId, generationId, 'image/jpeg'),
    buildPreviewKey(userId, generationId),
    ...others,
  ]);
}

/** Deletes images. An error is only logged, because a remaining image is private and nothing depends on its deletion. */
export async function discardKeys(keys: readonly string[]): Promise<void> {
  try {
    await deleteObjects(IMAGES_BUCKET, keys);
  } catch (error) {
    logger.warn('images not deleted', { cause: errorName(error) });
  }
}

/**
 * Deletes all images of a user, also images without a row. Idempotent.
 * @returns the number of deleted images. @throws if S3 did not delete all of them.
 */
export function deleteAllImages(userId: string): Promise<number> {
  return deleteByPrefix(IMAGES_BUCKET, buildPrefix(userId));
}

import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LIMITS } from '#contract/limits.ts';
import { requireEnv } from '../../platform/environment.ts';
import { CodedError } from '../../platform/errors.ts';
import { eraseByPrefix, isMissingObject, s3 } from '../../platform/s3-client.ts';

const IMAGES_BUCKET = requireEnv('IMAGES_BUCKET');

/** The folder of all reference images. */
const FOLDER = 'references/';

/**
 * The age at which an image is deleted, in ms. Creators are told that a reference image is deleted within a day. The remaining hour is for
 * runs that fail.
 */
const EXPIRES_AFTER_MS = 23 * 3_600_000;

/** Returns the key of an image. The key contains the user's id, so that the id of another user's image does not lead to that image. */
function buildReferenceKey(userId: string, id: string): string {
  return `${buildPrefix(userId)}${id}`;
}

function buildPrefix(userId: string): string {
  return `${FOLDER}${userId}/`;
}

/**
 * Signs the upload of one image. The signature covers the key and the headers content-type, content-length and if-none-match. S3 compares
 * the signature with the headers that arrive ("Authenticating Requests: Using Query Parameters", Amazon S3 API Reference), and refuses
 * another size, type or key with SignatureDoesNotMatch. The condition allows only one upload: S3 answers 412 if the key exists
 * ("Conditional writes", Amazon S3 User Guide).
 */
export async function signReferenceUpload(
  userId: string,
  id: string,
  { contentType, bytes }: { contentType: string; bytes: number },
): Promise<{ url: string; headers: Record<string, string> }> {
  const command = new PutObjectCommand({
    Bucket: IMAGES_BUCKET,
    Key: buildReferenceKey(userId, id),
    ContentType: contentType,
    ContentLength: bytes,
    IfNoneMatch: '*',
  });
  const url = await getSignedUrl(s3, command, {
    expiresIn: LIMITS.referenceUploadSeconds,
    // Without this option, the presigner would omit content-type.
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
  });
  // The browser itself sets content-length.
  return { url, headers: { 'content-type': contentType, 'if-none-match': '*' } };
}

/** @throws CodedError `reference_not_found`; `reference_unavailable` if S3 fails or the signal aborts. */
export async function fetchReferenceImage(
  userId: string,
  id: string,
  abortSignal: AbortSignal,
): Promise<Buffer> {
  try {
    const command = new GetObjectCommand({ Bucket: IMAGES_BUCKET, Key: buildReferenceKey(userId, id) });
    const { Body } = await s3.send(command, { abortSignal });
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  } catch (error) {
    if (isMissingObject(error)) {
      throw new CodedError('reference_not_found', { params: { reason: 'expiredImage' }, cause: error });
    }
    throw new CodedError('reference_unavailable', { cause: error });
  }
}

/**
 * Deletes all reference images of a user permanently. Idempotent. @returns the number of deleted images. @throws if S3 did not delete all
 * of them.
 */
export function deleteReferenceImages(userId: string): Promise<number> {
  return eraseByPrefix(IMAGES_BUCKET, buildPrefix(userId));
}

/**
 * Permanently deletes all reference images that were uploaded 23 hours ago or earlier. The bucket's lifecycle rule alone would keep them
 * for up to two days, because S3 rounds up to the next midnight UTC ("Lifecycle rules: Based on an object's age", Amazon S3 User Guide).
 * @returns the number of deleted images. @throws if S3 did not delete all of them.
 */
export function deleteExpiredReferenceImages(now: number): Promise<number> {
  return eraseByPrefix(IMAGES_BUCKET, FOLDER, new Date(now - EXPIRES_AFTER_MS));
}

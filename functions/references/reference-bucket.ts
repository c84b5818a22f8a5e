import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LIMITS } from '../../contract/limits.ts';
import { requireEnv } from '../shared/environment.ts';
import { CodedError } from '../shared/errors.ts';
import { eraseByPrefix, isMissingObject, s3 } from '../shared/s3-client.ts';

const IMAGES_BUCKET = requireEnv('IMAGES_BUCKET');

/** All reference images. */
const FOLDER = 'references/';

/** Creators are told that a reference image is deleted within a day. One hour remains for runs that fail, in ms. */
const EXPIRES_AFTER_MS = 23 * 3_600_000;

/** The key contains the user's id, so that another user's id of an image leads nowhere. */
function buildReferenceKey(userId: string, id: string): string {
  return `${buildPrefix(userId)}${id}`;
}

function buildPrefix(userId: string): string {
  return `${FOLDER}${userId}/`;
}

/**
 * Signs the upload of one image. The signature covers the key and the headers content-type, content-length and
 * if-none-match, and S3 verifies it against the headers that arrive ("Authenticating Requests: Using Query Parameters",
 * Amazon S3 API Reference), so another size, type or key is refused with SignatureDoesNotMatch. The condition makes the
 * permit one for one use: S3 answers 412 when the key exists ("Conditional writes", Amazon S3 User Guide).
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
    // The presigner omits content-type otherwise.
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
  });
  // The browser sets content-length itself.
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

/** Deletes all reference images of a user for good. Idempotent. @returns how many were deleted. @throws if S3 did not delete all. */
export function deleteReferenceImages(userId: string): Promise<number> {
  return eraseByPrefix(IMAGES_BUCKET, buildPrefix(userId));
}

/**
 * Deletes the reference images of all users for good that were uploaded 23 hours ago or earlier. The bucket's lifecycle rule alone
 * would keep them for up to two days: S3 rounds up to the next midnight UTC ("Lifecycle rules: Based on an object's
 * age", Amazon S3 User Guide). @returns how many were deleted. @throws if S3 did not delete all.
 */
export function deleteExpiredReferenceImages(now: number): Promise<number> {
  return eraseByPrefix(IMAGES_BUCKET, FOLDER, new Date(now - EXPIRES_AFTER_MS));
}

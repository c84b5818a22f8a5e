import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { REQUEST_TIMEOUTS } from './aws-clients.ts';
import { requireEnv } from './environment.ts';
import { errorName } from './logger.ts';

/** The bucket of thumbnails and reference images. */
export const IMAGES_BUCKET = requireEnv('IMAGES_BUCKET');

/** The S3 client of the function, reused across invocations. */
export const s3 = new S3Client({
  maxAttempts: 2,
  requestHandler: REQUEST_TIMEOUTS,
  // TLS already checks integrity, and the browser cannot send a checksum header with a presigned URL.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/**
 * Whether an object does not exist. S3 answers AccessDenied to a caller without permission to list the bucket (Amazon S3
 * API Reference, "GetObject", Permissions).
 */
export function isMissingObject(error: unknown): boolean {
  return ['NoSuchKey', 'AccessDenied'].includes(errorName(error));
}

/**
 * Deletes all objects whose keys start with a prefix. Idempotent.
 * @param uploadedBefore @default any time
 * @returns how many were deleted. @throws if S3 did not delete all of them.
 */
export async function deleteByPrefix(
  Prefix: string,
  { uploadedBefore }: { uploadedBefore?: Date } = {},
): Promise<number> {
  let deleted = 0;
  const listing = { Bucket: IMAGES_BUCKET, Prefix };
  // A page has at most 1,000 keys, which is also the limit of one DeleteObjects request.
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, listing)) {
    const keys = Contents.filter(
      ({ LastModified }) =>
        uploadedBefore === undefined || (LastModified !== undefined && LastModified < uploadedBefore),
    ).flatMap(({ Key }) => Key ?? []);
    if (keys.length === 0) continue;
    await deleteObjects(keys);
    deleted += keys.length;
  }
  return deleted;
}

/** Deletes up to 1,000 objects. Idempotent. @throws if S3 did not delete all of them. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  const Objects = keys.map((Key) => ({ Key }));
  const { Errors = [] } = await s3.send(
    new DeleteObjectsCommand({ Bucket: IMAGES_BUCKET, Delete: { Objects, Quiet: true } }),
  );
  if (Errors.length > 0) throw new Error(`S3 did not delete ${Errors.length} images: ${Errors[0]?.Code}.`);
}

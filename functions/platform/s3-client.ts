import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  S3Client,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
} from '@aws-sdk/client-s3';
import { REQUEST_TIMEOUTS } from './aws-clients.ts';
import { errorName } from './logger.ts';

/** The S3 client of the function, reused across invocations. */
export const s3 = new S3Client({
  maxAttempts: 2,
  requestHandler: REQUEST_TIMEOUTS,
  // The options turn checksums off. TLS already checks integrity, and the browser cannot send a checksum header with a presigned URL.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/**
 * Returns true if an object does not exist. S3 answers AccessDenied to a caller without permission to list the bucket (Amazon S3 API
 * Reference, "GetObject", Permissions).
 */
export function isMissingObject(error: unknown): boolean {
  return ['NoSuchKey', 'AccessDenied'].includes(errorName(error));
}

/**
 * Deletes all objects whose keys start with a prefix. The bucket keeps them as older versions for some days. Idempotent.
 * @returns the number of deleted objects. @throws if S3 did not delete all of them.
 */
export async function deleteByPrefix(Bucket: string, Prefix: string): Promise<number> {
  let deleted = 0;
  // A page has at most 1,000 keys, which is also the limit of one DeleteObjects request.
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix })) {
    const keys = Contents.flatMap(({ Key }) => Key ?? []);
    if (keys.length === 0) continue;
    await deleteObjects(Bucket, keys);
    deleted += keys.length;
  }
  return deleted;
}

/**
 * Deletes all versions of all objects whose keys start with a prefix, so that they cannot be restored. Idempotent.
 * @param storedBefore deletes only versions that were stored before this time. @default any time
 * @returns the number of deleted versions. @throws if S3 did not delete all of them.
 */
export async function eraseByPrefix(Bucket: string, Prefix: string, storedBefore?: Date): Promise<number> {
  let erased = 0;
  let page: Partial<ListObjectVersionsCommandOutput> = {};
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    page = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix, KeyMarker, VersionIdMarker }));
    const { Versions = [], DeleteMarkers = [] } = page;
    const found = [...Versions, ...DeleteMarkers].filter(
      ({ LastModified }) =>
        storedBefore === undefined || (LastModified !== undefined && LastModified < storedBefore),
    );
    if (found.length > 0)
      await send(
        Bucket,
        found.map(({ Key, VersionId }) => ({ Key, VersionId })),
      );
    erased += found.length;
  } while (page.IsTruncated === true);
  return erased;
}

/** Deletes up to 1,000 objects. Idempotent. @throws if S3 did not delete all of them. */
export function deleteObjects(Bucket: string, keys: readonly string[]): Promise<void> {
  return send(
    Bucket,
    keys.map((Key) => ({ Key })),
  );
}

async function send(Bucket: string, Objects: ObjectIdentifier[]): Promise<void> {
  const { Errors = [] } = await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
  );
  if (Errors.length > 0) throw new Error(`S3 did not delete ${Errors.length} objects: ${Errors[0]?.Code}.`);
}

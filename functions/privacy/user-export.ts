import { paginateListObjectsV2, PutObjectCommand } from '@aws-sdk/client-s3';
import { listConfirmedUsers, type ListedUser } from '../accounts/user-pool.ts';
import { requireEnv } from '../platform/environment.ts';
import { logger } from '../platform/logger.ts';
import { eraseByPrefix, s3 } from '../platform/s3-client.ts';

const BUCKET = requireEnv('USER_EXPORT_BUCKET');
const FOLDER = 'users/';

/** Returns the key of a user's object. Each user has one object, so that the deletion of an account changes no other object. */
const buildKey = (userId: string) => `${FOLDER}${userId}.json`;

/**
 * Stores the address and the status of each user that changed after its object was stored. The next run continues an interrupted run. The
 * users of a page are stored immediately after the page is listed. If an account is deleted during this time, finish-closings deletes its
 * object again eight minutes later. This function deletes no objects: a user pool that lost its users must not empty the export.
 * @throws if Cognito or S3 fails.
 */
export async function exportUsers(userPoolId: string): Promise<{ users: number; stored: number }> {
  const storedAt = new Map<string, Date>();
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3 },
    { Bucket: BUCKET, Prefix: FOLDER },
  )) {
    for (const { Key, LastModified } of Contents)
      if (Key !== undefined && LastModified !== undefined) storedAt.set(Key, LastModified);
  }
  const result = { users: 0, stored: 0 };
  for await (const users of listConfirmedUsers(userPoolId)) {
    const changed = users.filter(({ userId, modifiedAt }) => {
      const at = storedAt.get(buildKey(userId));
      return at === undefined || at <= modifiedAt;
    });
    await Promise.all(changed.map(storeUser));
    result.users += users.length;
    result.stored += changed.length;
  }
  logger.info('users exported', result);
  return result;
}

/** Stores a user as a line of JSON, so that all objects together are a file of JSON lines. */
async function storeUser({ userId, email, status }: ListedUser): Promise<void> {
  const Body = `${JSON.stringify({ sub: userId, email, status })}\n`;
  await s3.send(
    new PutObjectCommand({
      Bucket: BUCKET,
      Key: buildKey(userId),
      Body,
      ContentType: 'application/x-ndjson',
    }),
  );
}

/** Deletes the object of a user with all of its versions. Idempotent. @throws if S3 fails. */
export async function eraseExportedUser(userId: string): Promise<void> {
  await eraseByPrefix(BUCKET, buildKey(userId));
}

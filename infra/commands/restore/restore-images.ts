import { GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

interface RestoreImagesOptions {
  s3: S3Client;
  dynamodb: DynamoDBClient;
  bucket: string;
  /** The table of the thumbnails. */
  thumbnails: string;
  /** Counts what would change, and changes nothing. */
  dryRun: boolean;
}

/** The number of deleted images that came back, and of those whose versions have expired. */
export interface RestoredImages {
  restored: number;
  lost: number;
}

/**
 * Brings each deleted image back that the row of its thumbnail names. The rows decide: an image of a deleted thumbnail or account
 * has none. Idempotent. @throws the SDK's errors.
 */
export async function restoreImages(options: RestoreImagesOptions): Promise<RestoredImages> {
  const { s3, bucket: Bucket, dryRun } = options;
  const result: RestoredImages = { restored: 0, lost: 0 };
  for (const [Key, { markers, isKept }] of await listDeletedImages(s3, Bucket)) {
    if (!(await isNamed(options, Key))) continue;
    result[isKept ? 'restored' : 'lost'] += 1;
    if (!isKept || dryRun) continue;
    // Without its delete markers, the newest version of the image is the current one again.
    const Objects = markers.map((VersionId) => ({ Key, VersionId }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`S3 did not restore ${Key}: ${Errors[0]?.Code}.`);
  }
  return result;
}

interface DeletedImage {
  /** The versions of its delete markers. */
  markers: string[];
  /** Whether a version of the image is left. */
  isKept: boolean;
}

async function listDeletedImages(s3: S3Client, Bucket: string): Promise<Map<string, DeletedImage>> {
  const deleted = new Set<string>();
  const kept = new Set<string>();
  const markers = new Map<string, string[]>();
  let page: Partial<ListObjectVersionsCommandOutput> = {};
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    page = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: 'images/', KeyMarker, VersionIdMarker }),
    );
    for (const { Key = '', VersionId = '', IsLatest } of page.DeleteMarkers ?? []) {
      markers.set(Key, [...(markers.get(Key) ?? []), VersionId]);
      if (IsLatest === true) deleted.add(Key);
    }
    for (const { Key = '', IsLatest } of page.Versions ?? []) if (IsLatest !== true) kept.add(Key);
  } while (page.IsTruncated === true);
  return new Map(
    [...deleted].map((key) => [key, { markers: markers.get(key) ?? [], isKept: kept.has(key) }]),
  );
}

const KEY_ATTRIBUTES = ['imageKey', 'previewKey', 'designPreviewKey'];

/** Whether the row of an image names it. The key of an image has the IDs of its user and its generation. */
async function isNamed({ dynamodb, thumbnails }: RestoreImagesOptions, key: string): Promise<boolean> {
  const [, userId, generationId] = /^images\/([^/]+)\/([^./]+)\./.exec(key) ?? [];
  if (userId === undefined || generationId === undefined) return false;
  const { Item = {} } = await dynamodb.send(
    new GetItemCommand({
      TableName: thumbnails,
      Key: { userId: { S: userId }, generationId: { S: generationId } },
      ConsistentRead: true,
    }),
  );
  return KEY_ATTRIBUTES.some((name) => Item[name]?.S === key);
}

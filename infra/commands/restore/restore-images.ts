import { GetItemCommand, paginateScan, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
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

/** The number of deleted images that were restored, and of deleted images whose versions have expired. */
export interface RestoredImages {
  restored: number;
  lost: number;
}

/**
 * Brings each image back that the row of a thumbnail names and the bucket has deleted. The rows decide: an image of a deleted
 * thumbnail or account has none. Idempotent. @throws the SDK's errors.
 */
export async function restoreImages(options: RestoreImagesOptions): Promise<RestoredImages> {
  const { s3, dynamodb, bucket: Bucket, thumbnails: TableName, dryRun } = options;
  const present = new Set<string>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: 'images/' }))
    for (const { Key = '' } of Contents) present.add(Key);
  const result: RestoredImages = { restored: 0, lost: 0 };
  const input = { TableName, ProjectionExpression: `userId, generationId, ${KEY_ATTRIBUTES.join()}` };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, input)) {
    for (const { userId, generationId, ...keys } of Items) {
      for (const { S: Key = '' } of Object.values(keys)) {
        if (present.has(Key)) continue;
        const { isCurrent, isKept, markers } = await readVersions(s3, Bucket, Key);
        if (isCurrent) continue;
        // Read after the markers: a deletion removes the row first, so a marker of a later deletion is not among them.
        const command = new GetItemCommand({
          TableName,
          Key: { userId: userId ?? { S: '' }, generationId: generationId ?? { S: '' } },
          ConsistentRead: true,
        });
        const { Item = {} } = await dynamodb.send(command);
        if (KEY_ATTRIBUTES.every((name) => Item[name]?.S !== Key)) continue;
        result[isKept ? 'restored' : 'lost'] += 1;
        if (isKept && !dryRun) await deleteMarkers(s3, Bucket, Key, markers);
      }
    }
  }
  return result;
}

const KEY_ATTRIBUTES = ['imageKey', 'previewKey', 'designPreviewKey'];

/** An image has one version, and a delete marker for each deletion: together they fit into one page. */
async function readVersions(s3: S3Client, Bucket: string, Prefix: string) {
  const { Versions = [], DeleteMarkers = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket, Prefix }),
  );
  const own = Versions.filter(({ Key }) => Key === Prefix);
  return {
    isCurrent: own.some(({ IsLatest }) => IsLatest === true),
    isKept: own.length > 0,
    markers: DeleteMarkers.flatMap(({ Key, VersionId }) => (Key === Prefix ? [VersionId] : [])),
  };
}

/** Deletes the delete markers of an image. The newest version of the image is then the current version again. */
async function deleteMarkers(
  s3: S3Client,
  Bucket: string,
  Key: string,
  markers: readonly (string | undefined)[],
): Promise<void> {
  const Objects = markers.map((VersionId) => ({ Key, VersionId }));
  const { Errors = [] } = await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
  );
  if (Errors.length > 0) throw new Error(`S3 did not restore ${Key}: ${Errors[0]?.Code}.`);
}

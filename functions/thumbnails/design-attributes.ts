import type { Design } from '../../contract/design.ts';
import { transact, type TransactItem } from '../shared/dynamodb-writes.ts';
import { parseThumbnail, type SucceededThumbnail, type ThumbnailRecord } from './thumbnails-table-rows.ts';
import { THUMBNAILS_TABLE } from './thumbnails-table.ts';

export interface DesignUpdate {
  userId: string;
  generationId: string;
  design: Design;
  /** The version that the caller has read; 0 for none. */
  version: number;
}

type StoreOutcome =
  | { kind: 'stored' }
  /** `existing`: the item that the update refused. */
  | { kind: 'refused'; existing: ThumbnailRecord | undefined }
  /** The user has no such cut-outs. */
  | { kind: 'unknown_cutouts'; ids: string[] };

/**
 * Stores a design with the next version, in one transaction with the checks that the stored version is the one that was
 * read, and that the cut-outs are the user's.
 * @param cutoutIds each once.
 */
export async function storeDesign(update: DesignUpdate, cutoutIds: readonly string[]): Promise<StoreOutcome> {
  const { userId } = update;
  const conditions = await transact([
    storeWrite(update),
    ...cutoutIds.map((generationId) => cutoutCheck({ userId, generationId })),
  ]);
  if (conditions === undefined) return { kind: 'stored' };
  const [stored, ...cutouts] = conditions;
  if (stored?.failed === true) {
    return { kind: 'refused', existing: stored.existing && parseThumbnail(stored.existing) };
  }
  return { kind: 'unknown_cutouts', ids: cutoutIds.filter((_, index) => cutouts[index]?.failed) };
}

function storeWrite({ userId, generationId, design, version }: DesignUpdate): TransactItem {
  const isVersionRead = version === 0 ? 'attribute_not_exists(designVersion)' : 'designVersion = :version';
  return {
    Update: {
      TableName: THUMBNAILS_TABLE,
      Key: { userId, generationId },
      UpdateExpression: 'SET design = :design, designVersion = :next',
      ConditionExpression: `#status = :succeeded AND attribute_not_exists(kind) AND ${isVersionRead}`,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':succeeded': 'succeeded',
        ':design': JSON.stringify(design),
        ':next': version + 1,
        ...(version > 0 && { ':version': version }),
      },
    },
  };
}

/** A deleted cut-out passes: the design keeps its layer, and the page shows it as missing. */
function cutoutCheck(key: { userId: string; generationId: string }): TransactItem {
  return {
    ConditionCheck: {
      TableName: THUMBNAILS_TABLE,
      Key: key,
      ConditionExpression: 'kind = :cutout AND #status IN (:succeeded, :deleted)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':cutout': 'cutout', ':succeeded': 'succeeded', ':deleted': 'deleted' },
    },
  };
}

/** Whether a thumbnail has exactly this design, as the version after the one that the caller has read. */
export function hasDesign(
  thumbnail: ThumbnailRecord | undefined,
  { design, version }: DesignUpdate,
): boolean {
  return (
    thumbnail?.status === 'succeeded' &&
    thumbnail.designVersion === version + 1 &&
    thumbnail.design === JSON.stringify(design)
  );
}

/** The design was validated when it was saved. */
export function readDesign({ design }: SucceededThumbnail): Design | undefined {
  return design === undefined ? undefined : (JSON.parse(design) as Design);
}

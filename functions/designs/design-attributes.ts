import type { Design } from '../../contract/design.ts';
import { transact, type TransactItem } from '../shared/dynamodb-writes.ts';
import { absent, all, any, buildCondition, buildUpdate, equals } from '../shared/expressions.ts';
import { parseThumbnail, type SucceededThumbnail, type ThumbnailRecord } from '../thumbnails-table/rows.ts';
import { THUMBNAILS_TABLE } from '../thumbnails-table/life-cycle.ts';

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
  const refusals = await transact({
    design: storeWrite(update),
    ...Object.fromEntries(cutoutIds.map((id) => [id, cutoutCheck({ userId, generationId: id })])),
  });
  if (refusals === undefined) return { kind: 'stored' };
  if (!refusals.has('design')) return { kind: 'unknown_cutouts', ids: [...refusals.names] };
  const existing = refusals.findItem('design');
  return { kind: 'refused', existing: existing && parseThumbnail(existing) };
}

function storeWrite({ userId, generationId, design, version }: DesignUpdate): TransactItem {
  const isVersionRead = version === 0 ? absent('designVersion') : equals('designVersion', version);
  return {
    Update: {
      TableName: THUMBNAILS_TABLE,
      Key: { userId, generationId },
      ...buildUpdate({
        set: { design: JSON.stringify(design), designVersion: version + 1 },
        if: all(equals('status', 'succeeded'), absent('kind'), isVersionRead),
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** A deleted cut-out passes: the design keeps its layer, and the page shows it as missing. */
function cutoutCheck(key: { userId: string; generationId: string }): TransactItem {
  return {
    ConditionCheck: {
      TableName: THUMBNAILS_TABLE,
      Key: key,
      ...buildCondition(
        all(equals('kind', 'cutout'), any(equals('status', 'succeeded'), equals('status', 'deleted'))),
      ),
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

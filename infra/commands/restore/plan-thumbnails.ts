import { isUploaded, PHOTO } from '#contract/photo.ts';
import { compact, type Account, type Row } from './account.ts';

/**
 * Decides the restored rows of the thumbnails, cut-outs and edits of an open account.
 * @returns the rows, and the refunds of all failed rows. This includes rows that failed since, and refunds that were lost.
 */
export function planThumbnails(
  copy: Account,
  found: Account,
  now: Date,
): { thumbnails: Row[]; refunds: Row[] } {
  const newer = new Map(found.thumbnails.map((row) => [row['generationId'], row]));
  const refunds = new Map(
    found.ledger.filter(({ kind }) => kind === 'refund').map((row) => [row['ref'], row]),
  );
  const deletions = listDeletions(copy.thumbnails, newer);
  const thumbnails = copy.thumbnails.flatMap((row): Row[] => {
    const { generationId, thumbnailId, cost, expiresAt = Infinity } = row;
    if (Number(expiresAt) * 1_000 <= now.getTime()) return [];
    const current = newer.get(generationId) ?? row;
    const isRefunded = refunds.get(generationId)?.['amount'] === cost;
    const deletion = deletions.get(generationId);
    if (deletion !== undefined) return [toDeleted(row, deletion, isRefunded)];
    const ended = isUnfinished(row) && isEnd(current, row, isRefunded) ? current : row;
    const { status } = ended;
    const thumbnail = status === 'succeeded' ? deletions.get(thumbnailId) : undefined;
    return [thumbnail === undefined ? ended : toDeleted({ ...row, status }, thumbnail, false)];
  });
  const failed = thumbnails.filter(hasFailed);
  return { thumbnails, refunds: failed.map((row) => toRefund(row, refunds.get(row['generationId']))) };
}

const isUnfinished = ({ status }: Row) => status === 'pending' || status === 'waiting';
const hasFailed = ({ status, endedAs }: Row) => (status === 'deleted' ? endedAs : status) === 'failed';
/** True if a row has the time of a deletion. The damage may have changed the status, so the status does not count. */
const isDeleted = (row: Row | undefined): row is Row => row?.['deletedAt'] !== undefined;

/** Lists the rows of earlier and later deletions by the ID of the deleted thumbnail or edit. */
function listDeletions(copy: readonly Row[], newer: ReadonlyMap<unknown, Row>): Map<unknown, Row> {
  const deletions = new Map<unknown, Row>();
  for (const row of copy) {
    const { generationId, thumbnailId } = row;
    const deletion = [newer.get(generationId), row].find(isDeleted);
    if (deletion === undefined) continue;
    deletions.set(generationId, deletion);
    // Only the deletion of a thumbnail deletes its edits. So the row of a deleted edit proves it if the row of the thumbnail was lost.
    if (thumbnailId !== undefined && !isDeleted(newer.get(thumbnailId))) deletions.set(thumbnailId, deletion);
  }
  return deletions;
}

/** True if a row is the end of the generation that ran, and the refund agrees with the row. */
function isEnd({ status, cost }: Row, running: Row, isRefunded: boolean): boolean {
  return cost === running['cost'] && status === (isRefunded ? 'failed' : 'succeeded');
}

/** Returns the row that remains of a deleted generation. A generation that ran and failed is refunded, even if its refund was lost. */
function toDeleted(row: Row, deletion: Row, isRefunded: boolean): Row {
  const { userId, generationId, kind, cost, createdAt, copyOf } = row;
  const model = isUploaded(row['model']) ? PHOTO : undefined;
  const { deletedAt, startedAt, pendingShard } = deletion;
  const ended = isRefunded || deletion['endedAs'] === 'failed' ? 'failed' : 'succeeded';
  const endedAs = isUnfinished(row) ? ended : (row['endedAs'] ?? row['status']);
  // Only a failed generation expires.
  const expiresAt = endedAs === 'failed' ? (row['expiresAt'] ?? deletion['expiresAt']) : undefined;
  return compact({
    ...{ userId, generationId, kind, cost, createdAt, copyOf, model, status: 'deleted', endedAs, expiresAt },
    ...{ deletedAt, startedAt, pendingShard },
  });
}

/** A refund is not newer than the end of its generation, whose row can expire. */
function toRefund({ userId, generationId: ref, cost: amount, createdAt }: Row, found: Row = {}): Row {
  const entryId = `refund#${String(ref)}`;
  return { userId, entryId, kind: 'refund', amount, ref, createdAt: found['createdAt'] ?? createdAt };
}

/**
 * The rows of thumbnails that no model made: copies and photos. They cost nothing and have no entry in the ledger.
 *
 * Such a row begins as a deleted row whose deletion is unfinished. So `refund-abandoned` deletes the images of a request that is
 * interrupted, and no row ever names an image that is not stored.
 */
import { tryPut } from '../../platform/dynamodb-writes.ts';
import { CodedError } from '../../platform/errors.ts';
import { absent, allOf, buildCondition, type Condition, equals } from '../../platform/expressions.ts';
import {
  buildListedAt,
  type DeletedGeneration,
  type Generation,
  parseGeneration,
  selectShard,
  type SucceededGeneration,
} from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

/**
 * The time in which a repeated request goes on with an interrupted one, in ms. `refund-abandoned` deletes older images, so an older request
 * must not be finished.
 */
const RESUMABLE_MS = 60_000;

/**
 * Returns the row of a finished request, and undefined if an interrupted request has begun the row.
 * @throws `not_found` if the thumbnail was deleted, or the request was interrupted too long ago.
 */
export function findFinished(row: SucceededGeneration | DeletedGeneration): SucceededGeneration | undefined {
  if (row.status === 'succeeded') return row;
  // A thumbnail that was deleted has a later time of deletion than its creation.
  const isBegun = row.startedAt !== undefined && row.deletedAt === row.createdAt;
  if (!isBegun || Date.now() - Date.parse(row.createdAt) > RESUMABLE_MS) throw new CodedError('not_found');
  return undefined;
}

/** Identifies an unpaid row, also after its deletion, and the picture of a photo that is being made. */
type UnpaidKey = Pick<DeletedGeneration, 'userId' | 'generationId' | 'copyOf' | 'model' | 'pictureDigest'>;

/**
 * Writes the row that a request begins with. A repeated request replaces the row of the interrupted request, which can then not finish.
 * @returns the time that identifies this request.
 * @throws `in_progress` if another request has begun or finished the row.
 */
export async function beginUnpaid(key: UnpaidKey, existing: Generation | undefined): Promise<string> {
  const now = new Date().toISOString();
  const item: DeletedGeneration = {
    ...{ ...key, status: 'deleted', endedAs: 'succeeded', cost: 0 },
    ...{ createdAt: now, deletedAt: now, startedAt: now },
  };
  const isUnchanged = existing === undefined ? absent('generationId') : isBegunAt(existing.createdAt);
  const pendingShard = selectShard(key.generationId);
  const { isWritten, item: found } = await put({ ...item, pendingShard }, isUnchanged);
  // After a lost response, the SDK repeats the write. The repeated write then finds the result of the first write.
  if (isWritten || found?.['startedAt'] === now) return now;
  throw new CodedError('in_progress');
}

/**
 * Replaces the row that a request began with.
 * @throws `not_found` if the account was deleted meanwhile; `in_progress` if another request has begun the row anew.
 */
export async function finishUnpaid(row: SucceededGeneration, startedAt: string): Promise<void> {
  const { isWritten, item } = await put({ ...row, listedAt: buildListedAt(row) }, isBegunAt(startedAt));
  if (isWritten) return;
  // The account was deleted meanwhile. The end of its deletion erases the images.
  if (item === undefined) throw new CodedError('not_found');
  const found = parseGeneration(item);
  // After a lost response, the SDK repeats the write. The repeated write then finds the result of the first write.
  if (found.status !== 'succeeded') throw new CodedError('in_progress');
}

const isBegunAt = (startedAt: string) => allOf(equals('status', 'deleted'), equals('startedAt', startedAt));

const put = (item: object, condition: Condition) =>
  tryPut({
    TableName: THUMBNAILS.TableName,
    Item: { ...item },
    ...buildCondition(condition),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });

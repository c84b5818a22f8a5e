import { tryPut } from '../../platform/dynamodb-writes.ts';
import { CodedError, InvalidRequestError } from '../../platform/errors.ts';
import { absent, allOf, buildCondition, type Condition, equals } from '../../platform/expressions.ts';
import { enforceRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { readDesign } from '../designs/read-design.ts';
import { findGeneration, requireThumbnail } from '../table/queries.ts';
import {
  buildListedAt,
  type DeletedGeneration,
  type Generation,
  type GenerationKey,
  parseGeneration,
  selectShard,
  type SucceededGeneration,
} from '../table/rows.ts';
import { THUMBNAILS } from '../table/thumbnails-table.ts';
import { chooseImage, copyImages } from './copy-images.ts';
import { nameCopy } from './name-copy.ts';

interface CopyRequest extends GenerationKey {
  /** The id of the copy. */
  copyId: string;
}

/**
 * The time in which a repeated request goes on with an interrupted copy, in ms. `refund-abandoned` deletes the images of an older copy, so
 * an older copy must not be finished.
 */
const RESUMABLE_MS = 60_000;

/**
 * Makes a copy of a thumbnail: its image as the design shows it, its design and its texts. The copy costs no credit. Idempotent: a repeated
 * request finds the copy.
 *
 * The row of the copy begins as a deleted row whose deletion is unfinished. So `refund-abandoned` deletes the images of a copy that is
 * interrupted, and no row ever names an image that is not stored.
 * @throws `not_found` for an unknown id, another user's thumbnail, a thumbnail that has not succeeded, an edit and a cut-out, and if the
 * copy was deleted; InvalidRequestError if the id of the copy was used for something else; TooManyRequestsError; `in_progress` if another
 * request makes the same copy; an error of S3.
 */
export async function duplicateThumbnail({ userId, generationId, copyId }: CopyRequest): Promise<void> {
  const existing = await findGeneration({ userId, generationId: copyId });
  if (existing !== undefined && isCopied(existing, generationId)) return;
  const source = await requireThumbnail({ userId, generationId });
  await enforceRateLimit('copies', userId);
  const startedAt = await startCopy(source, copyId, existing);
  const { image: shownId, ...design } = readDesign(source) ?? {};
  const image = await chooseImage(source, shownId);
  const keys = await copyImages({ userId, generationId: copyId }, image, source.designPreviewKey);
  const { prompt, negativePrompt, model, seed, reference, headline, name = prompt } = source;
  await finishCopy(
    {
      ...{ userId, generationId: copyId, copyOf: generationId, status: 'succeeded', cost: 0 },
      ...{ createdAt: startedAt, endedAt: new Date().toISOString() },
      ...{ prompt, negativePrompt, model, seed, reference, name: nameCopy(name) },
      ...{ ...keys, width: image.width, height: image.height },
      ...('layers' in design && { design: JSON.stringify(design), designVersion: 1, headline }),
    },
    startedAt,
  );
}

/**
 * Returns true if a row is the finished copy of a thumbnail, and false if it is a copy that an interrupted request has begun.
 * @throws the errors of `duplicateThumbnail` for any other row.
 */
function isCopied(row: Generation, sourceId: string): row is SucceededGeneration {
  if ((row.status !== 'succeeded' && row.status !== 'deleted') || row.copyOf !== sourceId) {
    throw new InvalidRequestError('copyId was already used for another request', {
      params: { field: 'copyId' },
    });
  }
  if (row.status === 'succeeded') return true;
  // A copy that was deleted has a later time of deletion than its creation.
  const isBegun = row.startedAt !== undefined && row.deletedAt === row.createdAt;
  if (!isBegun || Date.now() - Date.parse(row.createdAt) > RESUMABLE_MS) throw new CodedError('not_found');
  return false;
}

/**
 * Writes the row that a copy begins with. A repeated request replaces the row of the interrupted request, which can then not finish.
 * @returns the time that identifies this request.
 */
async function startCopy(
  { userId, generationId: copyOf }: SucceededGeneration,
  copyId: string,
  existing: Generation | undefined,
): Promise<string> {
  const now = new Date().toISOString();
  const item: DeletedGeneration = {
    ...{ userId, generationId: copyId, copyOf, status: 'deleted', endedAs: 'succeeded', cost: 0 },
    ...{ createdAt: now, deletedAt: now, startedAt: now },
  };
  const isUnchanged = existing === undefined ? absent('generationId') : isStarted(existing.createdAt);
  const { isWritten, item: found } = await put({ ...item, pendingShard: selectShard(copyId) }, isUnchanged);
  // After a lost response, the SDK repeats the write. The repeated write then finds the result of the first write.
  if (isWritten || found?.['startedAt'] === now) return now;
  throw new CodedError('in_progress');
}

/** Replaces the row that a copy began with. */
async function finishCopy(copy: SucceededGeneration, startedAt: string): Promise<void> {
  const { isWritten, item } = await put({ ...copy, listedAt: buildListedAt(copy) }, isStarted(startedAt));
  if (isWritten) return;
  // The account was deleted meanwhile. The end of its deletion erases the images.
  if (item === undefined) throw new CodedError('not_found');
  const found = parseGeneration(item);
  // After a lost response, the SDK repeats the write. The repeated write then finds the result of the first write.
  if (found.status !== 'succeeded') throw new CodedError('in_progress');
}

const isStarted = (startedAt: string) => allOf(equals('status', 'deleted'), equals('startedAt', startedAt));

const put = (item: object, condition: Condition) =>
  tryPut({
    TableName: THUMBNAILS.TableName,
    Item: { ...item },
    ...buildCondition(condition),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });

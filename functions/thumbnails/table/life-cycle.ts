import { tryUpdate, updateIf, type TransactItem } from '../../platform/dynamodb-writes.ts';
import {
  absent,
  allOf,
  anyOf,
  below,
  buildCondition,
  buildUpdate,
  equals,
} from '../../platform/expressions.ts';
import type { Failure } from './generation-failure.ts';
import { atKey } from '../../platform/tables.ts';
import {
  buildListedAt,
  buildUnfinishedListedAt,
  FAILED_KEPT_MS,
  parseGeneration,
  selectShard,
  type PendingGeneration,
  type SucceededGeneration,
  type FailedGeneration,
  type GenerationKey,
  type Generation,
  type UnfinishedGeneration,
  type WaitingGeneration,
} from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

/** The time for retries of a settle that meets a refund of the same generation, in ms. It is short, to leave time for the next steps. */
const SETTLE_RETRY_BUDGET_MS = 1_000;

/**
 * The time after which an attempt has certainly ended, in ms, because an invocation runs for at most 29 s. Another invocation may then
 * continue the generation.
 */
export const ATTEMPT_LEASE_MS = 60_000;

/** The attributes that are removed when a generation ends. The sparse indexes of unfinished generations then lose the item. */
const UNFINISHED_ATTRIBUTES = [
  'pendingShard',
  'startedAt',
  'attemptId',
  'waitingLine',
  'waitingSince',
  'attempts',
];

/** Makes a refused write return the existing item. */
const FIND_EXISTING = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** Requires that this attempt of the generation is running. */
const isInAttempt = (attemptId: string) => allOf(equals('status', 'pending'), equals('attemptId', attemptId));

/** Creates the write that starts a generation. The write fails, and returns the existing item, if the id was already used. */
export function insertPendingWrite(item: PendingGeneration): TransactItem {
  const indexed = { pendingShard: selectShard(item.generationId), listedAt: buildUnfinishedListedAt(item) };
  return {
    Put: {
      TableName: THUMBNAILS.TableName,
      Item: { ...item, ...indexed },
      ...buildCondition(absent('generationId')),
      ...FIND_EXISTING,
    },
  };
}

type FailureFields = Pick<FailedGeneration, 'status' | 'failure' | 'failureParams' | 'endedAt' | 'expiresAt'>;

/** Returns the fields that the row of a failed generation gets. */
export function toFailureFields({ code, params }: Failure): FailureFields {
  const now = Date.now();
  return {
    status: 'failed',
    failure: code,
    failureParams: params,
    endedAt: new Date(now).toISOString(),
    // DynamoDB's TTL is in whole seconds.
    expiresAt: Math.ceil((now + FAILED_KEPT_MS) / 1_000),
  };
}

/**
 * Creates the write that fails a generation. The write itself fails, and returns the existing item, if the generation has changed since it
 * was read.
 */
export function markFailedWrite(item: UnfinishedGeneration, failure: FailureFields): TransactItem {
  return {
    Update: {
      ...atKey(THUMBNAILS, item),
      ...buildUpdate({
        set: failure,
        // A failed edit is neither shown nor exported, so the texts of its operation are no longer needed.
        remove: [...UNFINISHED_ATTRIBUTES, 'listedAt', 'operation'],
        if: item.status === 'pending' ? isInAttempt(item.attemptId) : equals('status', 'waiting'),
      }),
      ...FIND_EXISTING,
    },
  };
}

/**
 * Marks a generation as succeeded, unless another invocation has ended or continued the generation.
 * @param attemptId the attempt that made the image.
 * @returns the stored thumbnail. It is failed if refund-abandoned ended the generation first.
 * @throws if the outcome is unknown, or if the item does not exist.
 */
export async function markSucceeded(item: SucceededGeneration, attemptId: string): Promise<Generation> {
  const { status, model, imageKey, previewKey, width, height, reference, name, endedAt } = item;
  const result = { status, model, imageKey, previewKey, width, height, reference, name, endedAt };
  const { isWritten, item: existing } = await tryUpdate(
    {
      ...atKey(THUMBNAILS, item),
      ...buildUpdate({
        set: { ...result, listedAt: buildListedAt(item) },
        remove: UNFINISHED_ATTRIBUTES,
        if: isInAttempt(attemptId),
      }),
      ...FIND_EXISTING,
    },
    SETTLE_RETRY_BUDGET_MS,
  );
  if (isWritten) return item;
  if (existing === undefined) throw new Error('The generation does not exist any more.');
  // After a lost response, the SDK repeats the update. The repeated update then finds the result of the first update: a succeeded
  // thumbnail.
  return parseGeneration(existing);
}

/**
 * Puts a generation into its waiting line, also again after an attempt. The generation then keeps its first `waitingSince`.
 * @returns the stored thumbnail, which another invocation may have ended or continued. Returns undefined if the row does not exist.
 */
export function markWaiting(
  pending: PendingGeneration,
  { waitingLine, waitingSince }: Pick<WaitingGeneration, 'waitingLine' | 'waitingSince'>,
): Promise<Generation | undefined> {
  return updateOrFind(pending, {
    set: { status: 'waiting', waitingLine, waitingSince },
    if: isInAttempt(pending.attemptId),
  });
}

/**
 * Starts the next attempt of a waiting generation, or of a generation whose last attempt has certainly ended without a result.
 * @param attemptId a new id. @param now in ms since the epoch.
 * @returns the stored thumbnail. The attempt has started if the thumbnail is pending with this `attemptId`. `hasDied` is true if the
 * attempt replaces an attempt that has ended without a result.
 */
export async function startAttempt(
  key: GenerationKey,
  attemptId: string,
  now: number,
): Promise<{ thumbnail: Generation | undefined; hasDied: boolean }> {
  const leaseStart = new Date(now - ATTEMPT_LEASE_MS).toISOString();
  const started = { status: 'pending', startedAt: new Date(now).toISOString(), attemptId };
  const { isWritten, item } = await tryUpdate({
    ...atKey(THUMBNAILS, key),
    ...buildUpdate({
      set: started,
      add: { attempts: 1 },
      remove: ['waitingLine'],
      if: anyOf(
        equals('status', 'waiting'),
        allOf(equals('status', 'pending'), below('startedAt', leaseStart)),
      ),
    }),
    ...FIND_EXISTING,
    ReturnValues: 'ALL_OLD',
  });
  // After a lost response, the SDK repeats the update. The repeated update then finds the result of the first update.
  if (!isWritten) return { thumbnail: item && parseGeneration(item), hasDied: false };
  const attempts = Number(item?.['attempts'] ?? 0) + 1;
  return {
    thumbnail: parseGeneration({ ...item, ...started, attempts }),
    hasDied: item?.['status'] === 'pending',
  };
}

/** @returns the item after the update, or the existing item if the condition failed. */
async function updateOrFind(
  key: GenerationKey,
  changes: Parameters<typeof buildUpdate>[0],
): Promise<Generation | undefined> {
  const update = { ...atKey(THUMBNAILS, key), ...buildUpdate(changes), ...FIND_EXISTING };
  // After a lost response, the SDK repeats the update. The repeated update then finds the result of the first update.
  const { item } = await tryUpdate({ ...update, ReturnValues: 'ALL_NEW' });
  return item && parseGeneration(item);
}

/** Sets the preview of a thumbnail. @returns false if the thumbnail was deleted. */
export function setPreviewKey(key: GenerationKey, previewKey: string): Promise<boolean> {
  const changes = { set: { previewKey }, if: equals('status', 'succeeded') };
  return updateIf({ ...atKey(THUMBNAILS, key), ...buildUpdate(changes) });
}

import { tryUpdate, updateIf, type TransactItem } from '../shared/dynamodb-writes.ts';
import { absent, allOf, anyOf, below, buildCondition, buildUpdate, equals } from '../shared/expressions.ts';
import type { Failure } from '../shared/generation-failure.ts';
import { atKey } from '../shared/tables.ts';
import {
  buildListedAt,
  buildUnfinishedListedAt,
  FAILED_KEPT_MS,
  parseGeneration,
  selectShard,
  THUMBNAILS,
  type PendingGeneration,
  type SucceededGeneration,
  type FailedGeneration,
  type GenerationKey,
  type Generation,
  type UnfinishedGeneration,
  type WaitingGeneration,
} from './rows.ts';

/** A settle that meets a refund of the same generation retries this long, in ms, to leave time for what follows. */
const SETTLE_RETRY_BUDGET_MS = 1_000;

/**
 * The time after which an attempt has certainly ended, in ms: an invocation runs for 29 s at most. Another invocation may
 * then continue the generation.
 */
export const ATTEMPT_LEASE_MS = 60_000;

/** What the end of a generation removes. The sparse indexes of unfinished generations lose the item. */
const UNFINISHED_ATTRIBUTES = [
  'pendingShard',
  'startedAt',
  'attemptId',
  'waitingLine',
  'waitingSince',
  'attempts',
];

/** A refused write returns the existing item. */
const FIND_EXISTING = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** Whether the generation is in this attempt. */
const isInAttempt = (attemptId: string) => allOf(equals('status', 'pending'), equals('attemptId', attemptId));

/** The write that starts a generation; fails, with the existing item, if its id was already used. */
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

/** Returns what the row of a generation gets that fails now. */
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

/** The write that fails a generation; fails itself, with the existing item, unless the generation is as it was read. */
export function markFailedWrite(item: UnfinishedGeneration, failure: FailureFields): TransactItem {
  return {
    Update: {
      ...atKey(THUMBNAILS, item),
      ...buildUpdate({
        set: failure,
        // An edit that failed is neither shown nor exported, so that its words would outlive their use.
        remove: [...UNFINISHED_ATTRIBUTES, 'listedAt', 'operation'],
        if: item.status === 'pending' ? isInAttempt(item.attemptId) : equals('status', 'waiting'),
      }),
      ...FIND_EXISTING,
    },
  };
}

/**
 * Marks a generation as succeeded, unless another invocation has ended or continued it.
 * @param attemptId the attempt that made the image.
 * @returns the stored thumbnail: failed, if refund-abandoned ended the generation first.
 * @throws when the outcome is unknown, or the item does not exist.
 */
export async function markSucceeded(item: SucceededGeneration, attemptId: string): Promise<Generation> {
  const { status, model, imageKey, previewKey, width, height, reference, endedAt } = item;
  const result = { status, model, imageKey, previewKey, width, height, reference, endedAt };
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
  // After a lost response the SDK repeats the update, which then finds its own result: a succeeded thumbnail.
  return parseGeneration(existing);
}

/**
 * Puts a generation into its line, or back into it after an attempt. It keeps its first `waitingSince`.
 * @returns the stored thumbnail, which another invocation may have ended or continued; undefined if there is none.
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
 * Starts the next attempt of a generation that waits, or whose last attempt has certainly ended without a result.
 * @param attemptId a new id. @param now in ms since the epoch.
 * @returns the stored thumbnail. The attempt has started if it is pending with this `attemptId`. `hasDied`: it replaces an attempt
 * that has ended without a result.
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
  // After a lost response the SDK repeats the update, which then finds its own result.
  if (!isWritten) return { thumbnail: item && parseGeneration(item), hasDied: false };
  const attempts = Number(item?.['attempts'] ?? 0) + 1;
  return {
    thumbnail: parseGeneration({ ...item, ...started, attempts }),
    hasDied: item?.['status'] === 'pending',
  };
}

/** @returns the item after the update, or the existing one if its condition failed. */
async function updateOrFind(
  key: GenerationKey,
  changes: Parameters<typeof buildUpdate>[0],
): Promise<Generation | undefined> {
  const update = { ...atKey(THUMBNAILS, key), ...buildUpdate(changes), ...FIND_EXISTING };
  // After a lost response the SDK repeats the update, which then finds its own result.
  const { item } = await tryUpdate({ ...update, ReturnValues: 'ALL_NEW' });
  return item && parseGeneration(item);
}

/** Sets the preview of a thumbnail. @returns false if the thumbnail was deleted. */
export function setPreviewKey(key: GenerationKey, previewKey: string): Promise<boolean> {
  const changes = { set: { previewKey }, if: equals('status', 'succeeded') };
  return updateIf({ ...atKey(THUMBNAILS, key), ...buildUpdate(changes) });
}

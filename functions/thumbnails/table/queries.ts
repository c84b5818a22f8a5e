import * as z from 'zod/mini';
import { countItems, findItem, queryItems, queryPage } from '../../platform/dynamodb-reads.ts';
import { CodedError } from '../../platform/errors.ts';
import { GenerationFailedError } from './generation-failure.ts';
import {
  type Generation,
  type GenerationKey,
  type KeptGeneration,
  parseGeneration,
  readFailure,
  type SucceededGeneration,
} from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

/** The most generations that one query counts. Such a query takes at most 50 read units. */
const MAX_COUNT = 1_000;

export async function findGeneration(key: GenerationKey): Promise<Generation | undefined> {
  const item = await findItem(THUMBNAILS, key);
  return item && parseGeneration(item);
}

/** Counts the generations that joined a waiting line before a time, at most 1,000. A generation is not in the line during an attempt. */
export function countWaiting(waitingLine: string, before: string): Promise<number> {
  return countItems(THUMBNAILS, {
    index: 'waiting',
    partition: waitingLine,
    below: before,
    limit: MAX_COUNT,
  });
}

/**
 * Reads the work in progress of one shard that started before `startedBefore` (ISO 8601), oldest first. Does not parse the items, so that
 * one invalid item does not hide the others.
 */
export function queryPending(shard: string, startedBefore: string): AsyncGenerator<Record<string, unknown>> {
  return queryItems(THUMBNAILS, { index: 'pending', partition: shard, below: startedBefore });
}

/**
 * Reads one page of a user's generations in any state except deleted, by id.
 * @param after the id that ended the previous page.
 */
export async function queryUndeleted(
  userId: string,
  limit: number,
  after: string | undefined,
): Promise<{ thumbnails: KeptGeneration[]; next: string | undefined }> {
  const { items, next } = await queryPage(THUMBNAILS, {
    partition: userId,
    limit,
    after: after === undefined ? undefined : { userId, generationId: after },
  });
  return {
    thumbnails: items.map(parseGeneration).filter((item) => item.status !== 'deleted'),
    next: next && z.object({ generationId: z.string() }).parse(next).generationId,
  };
}

/** Reads all generations of a user in any state. Does not parse the items. */
export function queryEverything(userId: string): AsyncGenerator<Record<string, unknown>> {
  return queryItems(THUMBNAILS, { partition: userId });
}

/** @throws `not_found` if the user has no succeeded thumbnail with this id. A cut-out or an edit does not count as a thumbnail. */
export async function requireThumbnail(key: GenerationKey): Promise<SucceededGeneration> {
  const found = await findGeneration(key);
  if (found?.status !== 'succeeded' || found.kind !== undefined) throw new CodedError('not_found');
  return found;
}

/**
 * Returns a generation if it has succeeded.
 * @throws `in_progress`; GenerationFailedError, whose credits were refunded; `not_found` if the generation was deleted.
 */
export function requireSucceeded(thumbnail: Generation): SucceededGeneration {
  switch (thumbnail.status) {
    case 'succeeded':
      return thumbnail;
    case 'pending':
    case 'waiting':
      throw new CodedError('in_progress');
    case 'failed':
      throw new GenerationFailedError(readFailure(thumbnail), { charge: 'refunded' });
    case 'deleted':
      throw new CodedError('not_found');
  }
}

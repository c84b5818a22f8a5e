import { LIMITS } from '../../contract/limits.ts';
import type { ListGenerationsResponse } from '../../contract/schemas.ts';
import { queryUnfinished } from '../thumbnails-table/queries.ts';
import type { UnfinishedGeneration } from '../thumbnails-table/rows.ts';
import { ATTEMPT_LEASE_MS } from '../thumbnails-table/life-cycle.ts';

/** Lists a user's newest generations that wait or run, also those that another device started. Newest first. */
export async function listGenerations(userId: string): Promise<ListGenerationsResponse> {
  const unfinished = await queryUnfinished(userId, LIMITS.listedGenerations);
  return {
    generations: unfinished.filter(isAlive).map(({ generationId: id, createdAt }) => ({ id, createdAt })),
  };
}

/** The invocation of an old attempt has ended, so only refund-abandoned ends it, unless it has a message in the queue. */
function isAlive({ startedAt, waitingSince }: UnfinishedGeneration): boolean {
  return waitingSince !== undefined || Date.now() - Date.parse(startedAt) < ATTEMPT_LEASE_MS;
}

import type { ListGenerationsResponse } from '#contract/endpoints/schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { ATTEMPT_LEASE_MS } from '../table/life-cycle.ts';
import { queryUnfinished } from '../table/list-queries.ts';
import type { ListedUnfinished } from '../table/listed-rows.ts';

/** Lists a user's newest waiting and pending generations, newest first. The list includes generations that another device started. */
export async function listGenerations(userId: string): Promise<ListGenerationsResponse> {
  const unfinished = await queryUnfinished(userId, LIMITS.listedGenerations);
  return {
    generations: unfinished
      .filter(isAlive)
      .map(({ generationId: id, createdAt, thumbnailId, setId }) => ({ id, createdAt, thumbnailId, setId })),
  };
}

/**
 * Returns false if the invocation of an old attempt has ended. Only refund-abandoned ends such a generation, unless the generation has a
 * message in the queue.
 */
function isAlive({ startedAt, waitingSince }: ListedUnfinished): boolean {
  return waitingSince !== undefined || Date.now() - Date.parse(startedAt) < ATTEMPT_LEASE_MS;
}

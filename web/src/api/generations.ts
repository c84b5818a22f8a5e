import type { ListGenerationsResponse } from '../../../contract/schemas.ts';
import { request } from './request.ts';
import { useUserQuery } from './use-query.ts';

export type UnfinishedGeneration = ListGenerationsResponse['generations'][number];

/**
 * Reads the user's generations that wait or run, on any device: when the page opens, and when it gets the focus.
 * @param onRead gets each response, the newest generation first. Never called with cached data, which may have ended.
 */
export function useUnfinishedGenerations(
  userId: string | undefined,
  onRead: (generations: readonly UnfinishedGeneration[]) => void,
): void {
  useUserQuery('generations', userId, () => request('listGenerations', {}), {
    onSuccess: ({ generations }) => onRead(generations),
  });
}

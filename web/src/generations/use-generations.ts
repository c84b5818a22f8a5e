import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { request } from '../api/request.ts';
import { useUserQuery } from '../api/use-query.ts';
import { NO_GENERATIONS } from './generation.ts';
import type { Generations } from './generation.ts';
import { dispatch, generations, subscribeToEnds } from './generations.ts';
import type { EndListener } from './generations.ts';

export const useGenerations = (): Generations =>
  useSyncExternalStore(generations.subscribe, generations.get, () => NO_GENERATIONS);

/** Hears of each end while the component is there. @param hear returns whether the component shows the end */
export function useEnds(hear: EndListener): void {
  const hearLatest = useEffectEvent(hear);
  useEffect(() => subscribeToEnds((generation) => hearLatest(generation)), []);
}

/**
 * Follows also what waits or runs for the user on other devices: it is read when the page opens, and when the page gets the focus.
 * @param isKnown whether the page has seen the end of a generation
 */
export function useUnfinishedGenerations(
  userId: string | undefined,
  isKnown: (id: string) => boolean = () => false,
): void {
  useUserQuery('generations', userId, () => request('listGenerations', {}), {
    // Another page may have read them a moment ago.
    dedupingInterval: 0,
    onSuccess: ({ generations: listed }) => {
      if (userId === undefined) return;
      dispatch({ type: 'listed', userId, listed: listed.filter(({ id }) => !isKnown(id)) });
    },
  });
}

import { useMemo, useSyncExternalStore } from 'react';
import { useSWRConfig } from 'swr';
import { listCutouts } from '../../../api/cutouts.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { useUserQuery } from '../../../api/use-query.ts';
import { applyNames, readNamed, shownNames } from '../../../outbox/shown-names.ts';

/** The time for which the page uses a URL, in ms. A URL expires after one to seven hours. */
const URL_AGE_MS = 45 * 60_000;

type KnownUrls = Map<string, { url: string; readAt: number }>;

/** The URLs that are in use, for each cache of queries. */
const urlsInUse = new WeakMap<object, KnownUrls>();

/**
 * The cut-outs of the account. The list is read again each time the page gets the focus, because another tab may have changed it. The
 * server signs new URLs for each list. The cut-outs keep their URLs, so that no image loads again.
 */
export function useCutoutList(userId: string) {
  const { cache } = useSWRConfig();
  const list = useUserQuery('cutouts', userId, () => readNamed(() => readList(cache)));
  const names = useSyncExternalStore(shownNames.subscribe, shownNames.get);
  const stored = list.status === 'success' ? list.data : undefined;
  const data = useMemo(() => stored && applyNames(stored, names), [stored, names]);
  return list.status === 'success' && data ? { ...list, data } : list;
}

async function readList(cache: object): Promise<Cutout[]> {
  const listed = await listCutouts();
  const known: KnownUrls = urlsInUse.get(cache) ?? new Map();
  urlsInUse.set(cache, known);
  const readAt = Date.now();
  return listed.map((cutout) => {
    const before = known.get(cutout.id);
    if (before && readAt - before.readAt < URL_AGE_MS) return { ...cutout, url: before.url };
    known.set(cutout.id, { url: cutout.url, readAt });
    return cutout;
  });
}

import { useLayoutEffect, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { ListThumbnailsResponse, ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { useImageRepair } from '../../../api/use-image-repair.ts';
import { listThumbnails } from '../../../api/read-thumbnails.ts';
import { useQuery } from '../../../api/use-query.ts';
import { isRunning } from '../../../generations/generation.ts';
import { useEnds, useGenerations, useUnfinishedGenerations } from '../../../generations/use-generations.ts';
import { isFinishedUnsent } from '../../../outbox/designs.ts';
import { readUpdated } from '../../../outbox/updates.ts';
import { useSavedDesigns } from '../../../outbox/use-saved-designs.ts';
import { useUpdates } from './use-updates.ts';

/** The loaded part of all thumbnails, the newest first. Without a cursor it is complete. */
type Library = ListThumbnailsResponse;

/**
 * The thumbnails of the user that a filter leaves, loaded page by page.
 * @param filter the query of the API.
 */
export function useLibrary(userId: string | undefined, filter: Readonly<Record<string, string>>) {
  const filterKey = JSON.stringify(filter);
  const loaded = useRef<Library>(undefined);
  const loadedKey = useRef(filterKey);
  const readPage = (cursor?: string) => readUpdated(() => listThumbnails(LIMITS.pageSize, cursor, filter));
  const query = useQuery<Library, readonly string[]>(
    userId === undefined ? undefined : ['library', userId, filterKey],
    async () => {
      const first = await readPage();
      // The filter may have changed meanwhile.
      return replaceFirstPage(loadedKey.current === filterKey ? loaded.current : undefined, first);
    },
    // The URLs are valid for hours, so that the focus need not renew them.
    { revalidateOnFocus: false },
  );
  useSavedDesigns(query.refetch);
  const library = query.status === 'success' ? query.data : undefined;
  useLayoutEffect(() => {
    loaded.current = library;
    loadedKey.current = filterKey;
  });

  /** Several changes may follow each other before the next rendering. */
  const change = (next: Library) => {
    loaded.current = next;
    query.setData(next);
  };

  const [more, setMore] = useState<'idle' | 'loading' | 'failed'>('idle');

  async function loadMore() {
    const cursor = loaded.current?.cursor;
    if (cursor === undefined || more === 'loading') return;
    setMore('loading');
    try {
      const page = await readPage(cursor);
      // Another read may have replaced the list meanwhile.
      if (loaded.current?.cursor === cursor) change(append(loaded.current, page));
      setMore('idle');
    } catch {
      setMore('failed');
    }
  }

  const updates = useUpdates(userId, library?.thumbnails ?? [], query.refetch);

  const repair = useImageRepair((id, current) => {
    if (!loaded.current) return;
    const { thumbnails } = loaded.current;
    change({
      ...loaded.current,
      thumbnails: current
        ? thumbnails.map((thumbnail) => (thumbnail.id === id ? withUrls(thumbnail, current) : thumbnail))
        : thumbnails.filter((thumbnail) => thumbnail.id !== id),
    });
  });

  return {
    runningCount: useRunningCount(userId, query.refetch),
    status: query.status,
    isComplete: library !== undefined && library.cursor === undefined,
    /** The cursor of the next page. */
    cursor: library?.cursor,
    more,
    loadMore: () => void loadMore(),
    retry: query.refetch,
    ...updates,
    // The finish page that was just left may be saving its design.
    thumbnails: updates.thumbnails.map((each) =>
      !each.isFinished && isFinishedUnsent(userId, each.id) ? { ...each, isFinished: true } : each,
    ),
    ...repair,
  };
}

export type LibraryState = ReturnType<typeof useLibrary>;

/** Counts the user's images that wait or run, on any device. @param onEnd runs when a generation has ended */
function useRunningCount(userId: string | undefined, onEnd: () => void): number {
  useUnfinishedGenerations(userId);
  useEnds(({ end }) => {
    onEnd();
    return end?.thumbnail !== undefined;
  });
  const all = [...useGenerations().all.values()];
  return all.filter((each) => each.kind === 'image' && isRunning(each)).length;
}

const withUrls = (
  thumbnail: ThumbnailSummary,
  { url, previewURL }: Pick<ThumbnailSummary, 'url' | 'previewURL'>,
): ThumbnailSummary => ({ ...thumbnail, url, previewURL });

function append({ thumbnails }: Library, { thumbnails: next, cursor }: Library): Library {
  const known = new Set(thumbnails.map(({ id }) => id));
  return { thumbnails: [...thumbnails, ...next.filter(({ id }) => !known.has(id))], cursor };
}

/** Keeps the later pages that the user has loaded, so that the page does not shrink when they return to it. */
function replaceFirstPage(loaded: Library | undefined, first: Library): Library {
  const last = first.thumbnails.at(-1);
  const end = loaded?.thumbnails.findIndex(({ id }) => id === last?.id) ?? -1;
  const later = end === -1 ? [] : (loaded?.thumbnails.slice(end + 1) ?? []);
  if (loaded === undefined || first.cursor === undefined || later.length === 0) return first;
  return { thumbnails: [...first.thumbnails, ...later], cursor: loaded.cursor };
}

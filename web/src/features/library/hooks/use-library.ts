import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../../../contract/limits.ts';
import type { ListThumbnailsResponse, ThumbnailSummary } from '../../../../../contract/schemas.ts';
import type { UpdateThumbnailRequest } from '../../../../../contract/thumbnail-fields.ts';
import { useImageRepair } from '../../../api/current-thumbnail.ts';
import { request } from '../../../api/request.ts';
import { listThumbnails } from '../../../api/thumbnails.ts';
import { useUserQuery } from '../../../api/use-query.ts';

/** The loaded part of all thumbnails, the newest first. Without a cursor it is complete. */
type Library = ListThumbnailsResponse;

/** All thumbnails of the user, loaded page by page. */
export function useLibrary(userId: string | undefined) {
  const loaded = useRef<Library>(undefined);
  const query = useUserQuery<Library>(
    'library',
    userId,
    async () => replaceFirstPage(loaded.current, await listThumbnails(LIMITS.pageSize)),
    // Every read renews all URLs of the first page, so that its images load again.
    { revalidateOnFocus: false },
  );
  const library = query.status === 'success' ? query.data : undefined;
  useLayoutEffect(() => {
    loaded.current = library;
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
      const page = await listThumbnails(LIMITS.pageSize, cursor);
      // Another read may have replaced the list meanwhile.
      if (loaded.current?.cursor === cursor) change(append(loaded.current, page));
      setMore('idle');
    } catch {
      setMore('failed');
    }
  }

  /** Changes the name or the mark of a thumbnail. @throws the errors of `request` */
  async function update(id: string, changes: UpdateThumbnailRequest) {
    const { name, favorite } = await request('updateThumbnail', { params: { id }, body: changes });
    if (!loaded.current) return;
    const thumbnails = loaded.current.thumbnails.map((thumbnail) =>
      thumbnail.id === id ? { ...thumbnail, name, favorite } : thumbnail,
    );
    change({ ...loaded.current, thumbnails });
  }

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
    thumbnails: library?.thumbnails ?? [],
    isComplete: library !== undefined && library.cursor === undefined,
    more,
    loadMore: () => void loadMore(),
    retry: query.refetch,
    update,
    ...repair,
  };
}

export type LibraryState = ReturnType<typeof useLibrary>;

/** In ms, while something runs. */
const POLL_INTERVAL_MS = 5_000;

/**
 * How many generations of the user wait or run, on any device.
 * @param onEnd runs when one of them has ended
 */
function useRunningCount(userId: string | undefined, onEnd: () => void): number {
  const query = useUserQuery('generations', userId, () => request('listGenerations', {}), {
    refreshInterval: (latest) => (latest?.generations.length ? POLL_INTERVAL_MS : 0),
  });
  const ids = query.status === 'success' ? query.data.generations.map(({ id }) => id) : [];
  const shown = useRef<readonly string[]>([]);
  const compare = useEffectEvent(() => {
    if (shown.current.some((id) => !ids.includes(id))) onEnd();
    shown.current = ids;
  });
  useEffect(() => compare(), [ids.join()]);
  return ids.length;
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

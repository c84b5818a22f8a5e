import { useEffect, useEffectEvent, useRef } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import { isNotFound } from '../../api/errors.ts';
import { listThumbnails, readThumbnail } from '../../api/thumbnails.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { useUserQuery } from '../../api/use-query.ts';
import { isSignedInAs } from '../../session/session-store.ts';
import {
  appendThumbnail,
  isFull,
  loadHistory,
  observeHistory,
  replaceUrl,
  updateHistory,
} from './thumbnail-history.ts';
import type { History } from './thumbnail-history.ts';

/** The user's last thumbnails. The browser stores them for all its tabs; the server has their current URLs. */
export function useThumbnailHistory(userId: string | undefined) {
  // A refetch replaces every URL, so that all images would load again each time the page gets the focus.
  const query = useUserQuery('thumbnails', userId, refreshHistory, { revalidateOnFocus: false });
  const isReady = query.status !== 'pending';
  const entries = query.status === 'success' ? query.data : [];

  const update = (change: (history: History) => History) => {
    if (userId === undefined) return;
    const history = updateHistory(userId, change);
    // A refresh in progress includes the change. Data that is set now would cancel the refresh.
    if (isReady) query.setData(history);
  };

  const showStored = useEffectEvent(() => {
    if (isReady && userId !== undefined) query.setData(loadHistory(userId));
  });
  useEffect(() => observeHistory(() => showStored()), []);

  return {
    isReady,
    entries,
    find: (id: string) =>
      (isReady || userId === undefined ? entries : loadHistory(userId)).find((entry) => entry.id === id),
    /** @param ownerId given by the caller, because the session may have loaded after the last rendering. */
    isFull: (ownerId: string) => isFull(loadHistory(ownerId)),
    add: (thumbnail: Thumbnail) => update((history) => appendThumbnail(history, thumbnail)),
    ...useImageRepair((id, url) => update((history) => replaceUrl(history, id, url))),
  };
}

export type ThumbnailHistory = ReturnType<typeof useThumbnailHistory>;

/** Requests a new URL for an image that fails, because a URL expires after an hour. Tries once until the image loads. */
function useImageRepair(onUrl: (id: string, url: string | undefined) => void) {
  const repaired = useRef(new Set<string>());

  const repair = async ({ id }: Thumbnail) => {
    if (repaired.current.has(id)) return;
    repaired.current.add(id);
    try {
      onUrl(id, await readUrl(id));
    } catch {
      // The server did not respond. The page already shows that the image is missing.
    }
  };

  return {
    onImageError: (thumbnail: Thumbnail) => void repair(thumbnail),
    onImageLoad: ({ id }: Thumbnail) => void repaired.current.delete(id),
  };
}

/** Renews the URLs of the stored thumbnails. A browser without any takes the newest thumbnails of the account. */
async function refreshHistory(userId: string): Promise<History> {
  const stored = loadHistory(userId);
  if (stored.length === 0) {
    const newest = await listThumbnails(LIMITS.historyLength);
    assertSignedIn(userId);
    const listed = newest.map(({ id, url }) => ({ id, url })).reverse();
    return updateHistory(userId, (added) => added.reduce(appendThumbnail, listed));
  }
  const urls = await Promise.all(
    // Without a response the old URL may still work.
    stored.map(async ({ id, url }) => [id, await readUrl(id).catch(() => url)] as const),
  );
  assertSignedIn(userId);
  return updateHistory(userId, (current) =>
    urls.reduce((history, [id, url]) => replaceUrl(history, id, url), current),
  );
}

/** A response that arrives after the session must not be stored: signing out has removed the user's data. */
function assertSignedIn(userId: string): void {
  if (!isSignedInAs(userId)) throw new Error('The session has ended.');
}

/** Undefined when the user has no such thumbnail. */
async function readUrl(id: string): Promise<string | undefined> {
  try {
    return (await readThumbnail(id)).url;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

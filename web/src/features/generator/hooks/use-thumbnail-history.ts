import { useEffect, useEffectEvent, useRef } from 'react';
import { useImageRepair } from '../../../api/use-image-repair.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { useUserQuery } from '../../../api/use-query.ts';
import { useSavedDesigns } from '../../../outbox/use-saved-designs.ts';
import { isSignedInAs } from '../../../session/session-store.ts';
import {
  appendThumbnail,
  findReplaced,
  loadHistory,
  observeHistory,
  replaceThumbnail,
  updateHistory,
} from '../model/thumbnail-history.ts';
import type { History } from '../model/thumbnail-history.ts';

const refreshHistory = async (userId: string): Promise<History> =>
  (await import('../model/refresh-history.ts')).refreshHistory(userId);

/** The user's last thumbnails. The browser stores them for all its tabs; the server has their current URLs. */
export function useThumbnailHistory(userId: string | undefined) {
  // The URLs are valid for hours, so that the focus need not renew them.
  const query = useUserQuery('thumbnails', userId, refreshHistory, { revalidateOnFocus: false });
  const isReady = query.status !== 'pending';
  const entries = query.status === 'success' ? query.data : [];

  // The refresh can end between the failure of an image and its repair.
  const isReadyNow = useRef(isReady);
  useEffect(() => {
    isReadyNow.current = isReady;
  }, [isReady]);

  const update = (change: (history: History) => History) => {
    // Another user may have signed in since the request of a repair, and the history in the storage is that user's.
    if (userId === undefined || !isSignedInAs(userId)) return;
    const history = updateHistory(userId, change);
    // A refresh in progress includes the change. Data that is set now would cancel the refresh.
    if (isReadyNow.current) query.setData(history);
  };

  const showStored = useEffectEvent(() => {
    if (isReady && userId !== undefined) query.setData(loadHistory(userId));
  });
  useEffect(() => observeHistory(() => showStored()), []);
  useSavedDesigns(query.refetch, entries.at(-1)?.id);

  return {
    isReady,
    entries,
    /** Finds also what has arrived while another page was open. */
    find: (id: string) =>
      [entries, userId === undefined ? [] : loadHistory(userId)].flat().find((entry) => entry.id === id),
    /**
     * The thumbnails that new ones replace, the oldest first.
     * @param ownerId given by the caller, because the session may have loaded after the last rendering.
     */
    findReplaced: (ownerId: string, added: number) => findReplaced(loadHistory(ownerId), added),
    add: (thumbnail: Thumbnail) => update((history) => appendThumbnail(history, thumbnail)),
    ...useImageRepair((id, current) => update((history) => replaceThumbnail(history, id, current))),
  };
}

export type ThumbnailHistory = ReturnType<typeof useThumbnailHistory>;

import { useEffect, useEffectEvent } from 'react';
import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import { readCurrentThumbnail, useImageRepair } from '../../../api/current-thumbnail.ts';
import { listThumbnails, toThumbnail } from '../../../api/thumbnails.ts';
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

/** The user's last thumbnails. The browser stores them for all its tabs; the server has their current URLs. */
export function useThumbnailHistory(userId: string | undefined) {
  // The URLs are valid for hours, so that the focus need not renew them.
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

let refreshes = 0;

/** Renews the URLs of the stored thumbnails. A browser without any takes the newest thumbnails of the account. */
async function refreshHistory(userId: string): Promise<History> {
  const refresh = (refreshes += 1);
  // A later refresh has read newer designs.
  const isReplaced = () => refresh !== refreshes;
  const stored = loadHistory(userId);
  if (stored.length === 0) {
    const { thumbnails: newest } = await listThumbnails(GENERATOR_LIMITS.historyLength);
    assertSignedIn(userId);
    if (isReplaced()) return loadHistory(userId);
    const listed = newest.map(toThumbnail).reverse();
    const isNew = ({ id }: Thumbnail) => listed.every((other) => other.id !== id);
    return updateHistory(userId, (added) => added.filter(isNew).reduce(appendThumbnail, listed));
  }
  const thumbnails = await Promise.all(
    // Without a response the old URL may still work.
    stored.map(async ({ id, url }) => [id, await readCurrentThumbnail(id).catch(() => ({ url }))] as const),
  );
  assertSignedIn(userId);
  if (isReplaced()) return loadHistory(userId);
  return updateHistory(userId, (current) =>
    thumbnails.reduce((history, [id, thumbnail]) => replaceThumbnail(history, id, thumbnail), current),
  );
}

/** A response that arrives after the session must not be stored: signing out has removed the user's data. */
function assertSignedIn(userId: string): void {
  if (!isSignedInAs(userId)) throw new Error('The session has ended.');
}

import { useEffect, useSyncExternalStore } from 'react';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import type { UpdateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { loadDelivery, outbox } from '../../../outbox/outbox.ts';
import {
  applyUpdates,
  isAnyDelayed,
  putUpdate,
  reportUpdateFailure,
  showUnsent,
  shownUpdates,
} from '../../../outbox/updates.ts';

/**
 * Changes names and favorites: on the page at once, and on the server through the outbox. A change that the server refuses is taken back.
 * @param thumbnails what the server has answered
 * @param onRefused runs when the page must read again what the server has
 */
export function useUpdates(
  userId: string | undefined,
  thumbnails: readonly ThumbnailSummary[],
  onRefused: () => void,
) {
  const updates = useSyncExternalStore(shownUpdates.subscribe, shownUpdates.get);
  const isDelayed = useSyncExternalStore(outbox.subscribe, () => isAnyDelayed(userId));

  useEffect(() => {
    // Firefox never loads a file again after it has failed once, e.g. without a connection.
    loadDelivery().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (userId !== undefined) showUnsent(userId);
  }, [userId]);

  function update(id: string, changes: UpdateThumbnailRequest, report = reportUpdateFailure): void {
    if (userId === undefined) return;
    putUpdate(userId, id, changes, (error) => {
      report(error);
      onRefused();
    });
  }

  return { thumbnails: applyUpdates(thumbnails, userId, updates), isDelayed, update };
}

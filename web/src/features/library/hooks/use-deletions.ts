import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSWRConfig } from 'swr';
import {
  deleteLater,
  hiddenThumbnails,
  hideDeleted,
  sendDeletions,
  undoDeletions,
} from '../../../outbox/deletions.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { notify } from '../../../ui/notify.ts';

/** Time to undo a deletion, in milliseconds. */
const UNDO_MS = 8_000;

/** Deletes thumbnails without a question, and lets the user undo the deletion for some seconds on this page. */
export function useDeletions(userId: string | undefined) {
  // Each message has a different id: a new message with the id of a closing message would close together with it.
  const last = useRef<{ message: string; ids: readonly string[] }>({ message: '', ids: [] });
  const hidden = useSyncExternalStore(hiddenThumbnails.subscribe, hiddenThumbnails.get);

  const { mutate } = useSWRConfig();

  useEffect(() => {
    if (userId !== undefined) hideDeleted(userId);
  }, [userId]);

  useEffect(() => {
    // The outbox sends everything then. Nothing is left to undo on the page that Back brings from the browser's cache.
    const dismiss = () => notify.dismiss(last.current.message);
    addEventListener('pagehide', dismiss);
    return () => {
      removeEventListener('pagehide', dismiss);
      void sendDeletions(last.current.ids);
      dismiss();
    };
  }, []);

  function deleteThumbnails(ids: readonly string[]) {
    if (userId === undefined) return;
    const before = last.current;
    const current = { message: crypto.randomUUID(), ids };
    last.current = current;
    void sendDeletions(before.ids);
    notify.dismiss(before.message);
    deleteLater(userId, current.ids);
    // The home page shows what it had before it reads its history again.
    const remove = (shown?: Thumbnail[]) => shown?.filter(({ id }) => !ids.includes(id));
    void mutate(['thumbnails', userId], remove, { revalidate: false });
    const finish = (end: (ids: readonly string[]) => unknown) => () => {
      if (last.current !== current) return;
      last.current = { ...current, ids: [] };
      end(current.ids);
    };
    const what = ids.length === 1 ? 'Thumbnail' : `${ids.length} thumbnails`;
    notify.success(`${what} deleted.`, {
      id: current.message,
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: finish(undoDeletions) },
      onAutoClose: finish(sendDeletions),
      onDismiss: finish(sendDeletions),
    });
  }

  return { hidden, deleteThumbnails };
}

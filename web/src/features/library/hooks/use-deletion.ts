import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { notify } from '../../../ui/notify.ts';
import { pendingDeletions } from '../model/pending-deletions.ts';

/** Time to undo a deletion, in milliseconds. */
const UNDO_MS = 8_000;

/** Deletes thumbnails after one question, and lets the user undo it for some seconds on this page. */
export function useDeletion(userId: string | undefined) {
  const [toConfirm, setToConfirm] = useState<readonly string[]>();
  // An id for each message: a new one with the id of a message that is closing would close with it.
  const message = useRef('');
  const hidden = useSyncExternalStore(pendingDeletions.subscribe, pendingDeletions.getHidden);

  useEffect(() => {
    if (userId !== undefined) pendingDeletions.resume(userId);
  }, [userId]);

  useEffect(() => {
    const leave = () => {
      pendingDeletions.flushBeforeUnload();
      // Nothing is left to undo on the page that Back brings from the browser's cache.
      notify.dismiss(message.current);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      pendingDeletions.flush();
      notify.dismiss(message.current);
    };
  }, []);

  function confirm() {
    if (!toConfirm || userId === undefined) return;
    setToConfirm(undefined);
    pendingDeletions.add(userId, toConfirm);
    const what = toConfirm.length === 1 ? 'Thumbnail' : `${toConfirm.length} thumbnails`;
    notify.dismiss(message.current);
    const id = crypto.randomUUID();
    message.current = id;
    const flush = () => {
      if (message.current === id) pendingDeletions.flush();
    };
    notify.success(`${what} deleted.`, {
      id,
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: () => pendingDeletions.undo() },
      onAutoClose: flush,
      onDismiss: flush,
    });
  }

  return {
    hidden,
    /** The thumbnails that the user is asked about. */
    toConfirm,
    ask: (ids: readonly string[]) => setToConfirm(ids),
    confirm,
    cancel: () => setToConfirm(undefined),
  };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { append, drop, isFull, replaceUrl } from './history.ts';
import type { History, HistoryEntry } from './history.ts';
import { freshEntry, freshHistory } from './refresh.ts';
import { followHistory, loadHistory, saveHistory } from './storage.ts';

interface State {
  userId: string | undefined;
  /** Whether the stored entries have joined; until then `entries` holds only what was made meanwhile. */
  ready: boolean;
  /** Whether the storage holds `entries`, and is what counts: another tab may have written to it since. */
  stored: boolean;
  entries: History;
}

const EMPTY: State = { userId: undefined, ready: false, stored: false, entries: [] };

type Change = (history: History) => History;

/** The last thumbnails of the signed-in user, kept in the browser's storage and shared by its tabs. */
export function useHistory(userId: string | undefined) {
  const latest = useRef(EMPTY);
  const [state, setState] = useState(EMPTY);
  const { ready, entries } = state.userId === userId ? state : EMPTY;

  const show = useCallback((next: State) => {
    latest.current = next;
    setState(next);
  }, []);

  const change = useCallback(
    (next: Change, joins = false) => {
      const before = latest.current.userId === userId ? latest.current : { ...EMPTY, userId };
      const isReady = before.ready || joins;
      const base = before.stored && userId !== undefined ? loadHistory(userId) : before.entries;
      const changed = next(base);
      const stored = isReady && userId !== undefined && saveHistory(userId, changed);
      show({ userId, ready: isReady, stored, entries: changed });
    },
    [userId, show],
  );

  useEffect(() => {
    if (userId === undefined) return;
    const leaving = new AbortController();
    const load = async () => {
      const asked = loadHistory(userId);
      const fresh = await freshHistory(asked, leaving.signal).catch(() => asked);
      if (leaving.signal.aborted) return;
      const addedElsewhere = asked.reduce((rest, { id }) => drop(rest, id), loadHistory(userId));
      change((made) => [...addedElsewhere, ...made].reduce(append, fresh), true);
    };
    void load();
    const stopFollowing = followHistory(() => {
      if (latest.current.stored) show({ ...latest.current, entries: loadHistory(userId) });
    });
    return () => {
      leaving.abort();
      stopFollowing();
    };
  }, [userId, change, show]);

  return {
    ready,
    entries,
    /** @param owner whose it is: this page may have been rendered before it was known who is there. */
    isFull: (owner: string) => isFull(ready ? entries : loadHistory(owner)),
    add: (entry: HistoryEntry) => change((history) => append(history, entry)),
    ...useImageRepair(change),
  };
}

/** An address runs out after an hour: an image that fails gets one new address, and another only after it has loaded. */
function useImageRepair(change: (next: Change) => void) {
  const repaired = useRef(new Set<string>());

  const onImageError = async (entry: HistoryEntry) => {
    if (repaired.current.has(entry.id)) return;
    repaired.current.add(entry.id);
    try {
      const fresh = await freshEntry(entry);
      change((history) => (fresh ? replaceUrl(history, entry.id, fresh.url) : drop(history, entry.id)));
    } catch {
      // The server could not be asked: the place of the image says that it is not there.
    }
  };

  return {
    onImageError: (entry: HistoryEntry) => void onImageError(entry),
    onImageLoad: ({ id }: HistoryEntry) => void repaired.current.delete(id),
  };
}

export type UsedHistory = ReturnType<typeof useHistory>;

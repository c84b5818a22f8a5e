import { useCallback, useEffect, useRef, useState } from 'react';
import { append, drop, isFull, replaceUrl } from './history.ts';
import type { History, HistoryEntry } from './history.ts';
import { freshEntry, freshHistory } from './refresh.ts';
import { loadHistory, saveHistory } from './storage.ts';

interface State {
  userId: string | undefined;
  /** Whether the stored entries have joined; until then `entries` holds only what was made meanwhile. */
  ready: boolean;
  entries: History;
}

const EMPTY: State = { userId: undefined, ready: false, entries: [] };

/** The last thumbnails of the signed-in user, kept in the browser's storage. */
export function useHistory(userId: string | undefined) {
  const [state, setState] = useState(EMPTY);
  const { ready, entries } = state.userId === userId ? state : EMPTY;

  const change = useCallback(
    (next: (history: History) => History) => {
      setState((before) => {
        const mine = before.userId === userId ? before : { ...EMPTY, userId };
        return { ...mine, entries: next(mine.entries) };
      });
    },
    [userId],
  );

  useEffect(() => {
    if (userId === undefined) return;
    const leaving = new AbortController();
    const load = async () => {
      const stored = loadHistory(userId);
      const fresh = await freshHistory(stored, leaving.signal).catch(() => stored);
      if (leaving.signal.aborted) return;
      change((made) => made.reduce(append, fresh));
      setState((before) => ({ ...before, ready: true }));
    };
    void load();
    return () => leaving.abort();
  }, [userId, change]);

  useEffect(() => {
    if (userId !== undefined && ready) saveHistory(userId, entries);
  }, [userId, ready, entries]);

  return {
    ready,
    entries,
    isFull: () => isFull(ready || userId === undefined ? entries : loadHistory(userId)),
    add: (entry: HistoryEntry) => change((history) => append(history, entry)),
    ...useImageRepair(change),
  };
}

/** An address runs out after an hour: an image that fails gets one new address, and another only after it has loaded. */
function useImageRepair(change: (next: (history: History) => History) => void) {
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

import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import type { Design } from '#contract/design/design.ts';
import { designKey, markDesign, saveRequest } from '../../../outbox/designs.ts';
import { outbox } from '../../../outbox/outbox.ts';
import { drawPreview, type ShownImage } from './draw-preview.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';

/** The pause after the last change of a design before it is sent. */
const DEBOUNCE_MS = 1_000;

/**
 * Saves the design of a thumbnail with each change, and says where editing starts: at the draft of an earlier visit, if there is
 * one. Each page has a key, because a conflict has two drafts.
 * @param shown what the page draws, for the preview that each save sends
 */
export function useSavedDesign(
  userId: string,
  { id, stored, draft }: LoadedThumbnail,
  shown: RefObject<ShownImage | undefined>,
) {
  const [key] = useState(() => draft?.entry.key ?? designKey(id, crypto.randomUUID()));
  const initial = draft?.design ?? stored.design;
  const current = useRef(initial);
  const state = useSyncExternalStore(outbox.subscribe, () => outbox.getState(key));

  const prepare = (design: Design) => async (hurry: AbortSignal) =>
    saveRequest(id, design, await drawPreview(design, shown, hurry));
  const open = useEffectEvent(() => outbox.open(key, stored, draft?.entry, prepare(initial)));

  useEffect(() => {
    void open();
    const leaving = new AbortController();
    const sendNow = () => void outbox.send(key, 'urgent');
    const { signal } = leaving;
    document.addEventListener('visibilitychange', () => document.hidden && sendNow(), { signal });
    return () => {
      leaving.abort();
      sendNow();
    };
  }, [key]);

  const save = (design: Design) => {
    if (design === current.current) return;
    current.current = design;
    const request = saveRequest(id, design);
    const mark = markDesign(design);
    outbox.put({ key, userId, request, mark, delay: DEBOUNCE_MS, prepare: prepare(design) });
  };

  /** Ends a conflict in favor of the other version. @returns the other version, or undefined without a conflict */
  const takeTheirs = (): Design | undefined => {
    if (state.status !== 'conflict') return undefined;
    current.current = state.theirs.design;
    outbox.resolve(key, 'theirs');
    return current.current;
  };

  return { state, initial, save, keepMine: () => outbox.resolve(key, 'mine'), takeTheirs };
}

export type SavedDesign = ReturnType<typeof useSavedDesign>;

/** Saves each change. */
export function useSaveChanges({ save }: SavedDesign, design: Design): void {
  const saveChange = useEffectEvent(save);
  useEffect(() => saveChange(design), [design]);
}

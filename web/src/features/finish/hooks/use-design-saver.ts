import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import type { Design } from '../../../../../contract/design.ts';
import { saveDesign } from '../api.ts';
import { drawPreview } from '../model/saving/draw-preview.ts';
import type { ShownImage } from '../model/saving/draw-preview.ts';
import { readStoredDesign } from '../model/load-thumbnail.ts';
import { findDraft } from '../model/saving/design-drafts.ts';
import { DesignSaver } from '../model/saving/design-saver.ts';
import type { StoredDesign } from '../model/saving/design-saver.ts';

/**
 * The saver of a thumbnail's design, and where editing starts: at the draft of an earlier visit, if there is one.
 * @param shown what the page draws, for the preview that each save sends
 */
export function useDesignSaver(
  userId: string,
  thumbnailId: string,
  stored: StoredDesign,
  shown: RefObject<ShownImage | undefined>,
) {
  /** Aborts when the page is left. */
  const left = useRef(new AbortController());
  const [{ saver, draft }] = useState(() => ({
    draft: findDraft(userId, thumbnailId),
    saver: new DesignSaver({
      userId,
      thumbnailId,
      stored,
      save: async (design, options) => {
        const preview = await drawPreview(
          design,
          shown,
          options.keepalive ? AbortSignal.abort() : left.current.signal,
        );
        return saveDesign(thumbnailId, design, { ...options, preview });
      },
      readStored: () => readStoredDesign(thumbnailId),
    }),
  }));
  const state = useSyncExternalStore(saver.subscribe, saver.getState);

  useEffect(() => {
    saver.start(draft);
    const leaving = new AbortController();
    left.current = leaving;
    const { signal } = leaving;
    const flushNow = () => saver.flush({ keepalive: true });
    addEventListener('online', () => saver.flush(), { signal });
    addEventListener('pagehide', flushNow, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && flushNow(), { signal });
    addEventListener('beforeunload', (event) => saver.wouldLoseChanges && event.preventDefault(), { signal });
    return () => {
      leaving.abort();
      saver.flush();
      saver.stop();
    };
  }, [saver, draft]);

  return { saver, state, initial: draft?.design ?? stored.design };
}

/** Tells the saver about each change. */
export function useSaveChanges(saver: DesignSaver, design: Design): void {
  useEffect(() => saver.update(design), [saver, design]);
}

import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { findHeadline } from '../../../lib/video-words.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import type { CutoutRequest, FinishPage, Offers, Tab } from '../editor/page-context.ts';

/** A comparison with the image before. It ends when another version is shown. */
interface Comparison {
  /** The version that is compared. Undefined for the original. */
  version: string | undefined;
  /** The share of the canvas that shows the image before, in percent. */
  share: number;
}

/** The thumbnail that the page opens, and the offers for it. */
export interface OpenedPage {
  userId: string;
  thumbnail: LoadedThumbnail;
  offers: Offers;
  /** The tab that is open first. */
  firstTab: Tab;
}

/**
 * Which parts of the page are open, and the page that opens them.
 * @param putToolAway ends the use of a tool, so that the layers can be moved again. What is painted stays.
 */
export function useViews({ userId, thumbnail, offers, firstTab }: OpenedPage, putToolAway: () => void) {
  const [tab, setTab] = useState(firstTab);
  /** Undefined until the first request. */
  const [cutoutRequest, requestCutout] = useState<CutoutRequest | 'closed'>();
  const [layouts, openLayouts] = useState<'save' | 'manage'>();
  const [hasShortcuts, showShortcuts] = useState(false);
  const [{ words, select }] = useState(createWords);
  const [hasBadge, showBadge] = useState(true);
  const [comparison, setComparison] = useState<Comparison>();

  const page = useMemo((): FinishPage => {
    const openTab = (next: Tab) => {
      setTab(next);
      if (next !== 'image') putToolAway();
      if (next === 'preview') setComparison(undefined);
    };
    return {
      userId,
      thumbnail,
      offers,
      headline: findHeadline(thumbnail.prompt),
      openTab,
      requestCutout,
      openLayouts,
      showShortcuts,
      words,
      editWords: () => {
        // The field is in the page afterwards, unless the code of its tab is still loading.
        flushSync(() => openTab('design'));
        select();
      },
    };
  }, [userId, thumbnail, offers, putToolAway]);
  return { page, tab, cutoutRequest, layouts, hasShortcuts, hasBadge, showBadge, comparison, setComparison };
}

export type Views = ReturnType<typeof useViews>;

/** Selects the words in a field that is on the page, or that comes to the page later. */
function createWords() {
  let current: HTMLTextAreaElement | null = null;
  let isWanted = false;
  const select = () => {
    isWanted = current === null;
    current?.focus();
    current?.select();
  };
  return {
    select,
    words: (field: HTMLTextAreaElement | null) => {
      current = field;
      if (isWanted && field) select();
    },
  };
}

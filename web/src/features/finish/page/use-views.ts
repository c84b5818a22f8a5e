import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { findHeadline } from '../../../lib/video-words.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import type { CutoutRequest, FinishPage, Tab } from '../editor/page-context.ts';
import { useOffers } from './use-offers.ts';

/** A comparison with the image before. It ends when another version is shown. */
interface Comparison {
  /** The version that is compared. Undefined for the original. */
  version: string | undefined;
  /** The share of the canvas that shows the image before, in percent. */
  share: number;
}

/**
 * Which parts of the page are open, and the page that opens them.
 * @param putToolAway ends the use of a tool, so that the layers can be moved again. What is painted stays.
 */
export function useViews(userId: string, thumbnail: LoadedThumbnail, putToolAway: () => void) {
  const [search] = useSearchParams();
  const [tab, setTab] = useState<Tab>(search.get('tab') === 'image' ? 'image' : 'design');
  /** Undefined until the first request. */
  const [cutoutRequest, requestCutout] = useState<CutoutRequest | 'closed'>();
  const [layouts, openLayouts] = useState<'save' | 'manage'>();
  const [hasShortcuts, showShortcuts] = useState(false);
  const [{ words, select }] = useState(createWords);
  const [hasBadge, showBadge] = useState(true);
  const [comparison, setComparison] = useState<Comparison>();
  const offers = useOffers(userId, thumbnail);

  const page = useMemo((): FinishPage => {
    const openTab = (next: Tab) => {
      setTab(next);
      if (next !== 'image') putToolAway();
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

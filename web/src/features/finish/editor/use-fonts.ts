import { useEffect, useState } from 'react';
import type { Design } from '#contract/design/design.ts';
import { FontsNotLoadedError, haveFontsLoaded, listTexts, loadFonts } from '../../../lib/render/fonts.ts';

/** Loads the fonts of a design as it changes. */
export function useFonts(design: Design) {
  /** Changes when a font has loaded. */
  const [loaded, setLoaded] = useState(0);
  const [error, setError] = useState<FontsNotLoadedError>();
  const [attempt, setAttempt] = useState(0);
  const texts = listTexts(design);
  const needed = JSON.stringify(
    texts.map(({ font, weight, text, upperCase }) => [font, weight, text, upperCase]),
  );

  useEffect(() => {
    // Nothing changes, so nothing is drawn again.
    if (haveFontsLoaded(texts)) {
      setError(undefined);
      return;
    }
    let isCurrent = true;
    loadFonts(texts)
      .then(() => {
        if (!isCurrent) return;
        setError(undefined);
        setLoaded((count) => count + 1);
      })
      .catch((reason: unknown) => {
        if (isCurrent && reason instanceof FontsNotLoadedError) setError(reason);
      });
    return () => {
      isCurrent = false;
    };
    // `needed` stands for the texts: their places and colors need no other font.
  }, [needed, attempt]);

  return {
    loaded,
    isLoaded: haveFontsLoaded(texts),
    problem: error?.message,
    retry: () => {
      setError(undefined);
      setAttempt((count) => count + 1);
    },
  };
}

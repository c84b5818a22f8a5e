import { useEffect, useMemo, useRef, useState } from 'react';
import type { Design } from '#contract/design/design.ts';
import { isLoadError } from '../../../lib/load-error.ts';
import { FontsNotLoadedError, haveFontsLoaded, listTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { reportLostCode } from '../../../ui/lazy-part.tsx';

/**
 * Loads the fonts of a design as it changes. A key that needs no other font costs one check and no second rendering.
 * @param original the design as it is stored. The sizes in a language need the fonts of its words
 */
export function useFonts(design: Design, original: Design) {
  /** Changes when a font has loaded. */
  const [loaded, setLoaded] = useState(0);
  const [failure, setFailure] = useState<{ needed: string; message: string }>();
  const [attempt, setAttempt] = useState(0);
  const isRetry = useRef(false);
  const texts = [...new Set([...listTexts(design), ...listTexts(original)])];
  const needed = JSON.stringify(
    // The capitals of a text follow the language in which it is shown.
    texts.map(({ font, weight, text, upperCase, ...layer }) => [
      ...[font, weight, text, upperCase],
      'language' in layer && layer.language,
    ]),
  );
  // `needed` stands for the texts: their places and colors need no other font.
  const isLoaded = useMemo(() => haveFontsLoaded(texts), [needed, loaded, attempt]);

  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    loadFonts(texts)
      .then(() => {
        if (isCurrent) setLoaded((count) => count + 1);
      })
      .catch((reason: unknown) => {
        if (!isCurrent || !(reason instanceof FontsNotLoadedError)) return;
        setFailure({ needed, message: reason.message });
        // Firefox loads a list of fonts only once, so that a retry does not help.
        if (isRetry.current && isLoadError(reason.cause)) reportLostCode();
        isRetry.current = false;
      });
    return () => {
      isCurrent = false;
    };
  }, [needed, isLoaded, attempt]);

  return {
    loaded,
    isLoaded,
    problem: !isLoaded && failure?.needed === needed ? failure.message : undefined,
    retry: () => {
      isRetry.current = true;
      setFailure(undefined);
      setAttempt((count) => count + 1);
    },
  };
}

import type { Check } from './check.ts';
import { checkCovered } from './check-covered.ts';
import { checkContrast, checkSize } from './check-letters.ts';
import { checkBadge, checkFit, checkFrame } from './check-places.ts';
import type { TextMeasures } from './kept-clear.ts';
import type { VisibleText } from './text-probe.ts';

/** Checks how texts are seen on YouTube. @returns nothing when there is no text */
export function checkTexts(texts: readonly VisibleText[], measures: TextMeasures): Check[] {
  if (texts.length === 0) return [];
  return [
    ...checkContrast(texts),
    checkSize(texts, measures),
    checkFit(texts, measures),
    checkFrame(texts, measures),
    checkBadge(texts, measures),
    checkCovered(texts),
  ];
}

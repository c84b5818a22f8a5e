import type { Rect } from '../../../lib/render/finished-image.ts';
import { locatePixel } from '../editor/areas.ts';
import { quote } from './check.ts';
import type { Check, Hint } from './check.ts';
import { isInWord, quoteText, VISIBLE } from './text-probe.ts';
import type { VisibleText } from './text-probe.ts';

/**
 * The shares of a text and of each of its words that other layers may cover. Many thumbnails have something in front of a text on
 * purpose, but every word must be readable. A short word is less than a tenth of a long text.
 */
const MOST_COVERED = { text: 0.1, word: 0.15 } as const;

/** Checks that layers do not cover texts. */
export function checkCovered(texts: readonly VisibleText[]): Check {
  return {
    name: 'covered',
    passed: {
      title: 'Every word is in view',
      detail: 'No other layer hides a word',
      short: 'every word in view',
    },
    hints: texts.flatMap((text): Hint[] => {
      const { layer, covered, coverage, uncovered } = text;
      if (!covered) return [];
      const share = 1 - sum(uncovered) / sum(coverage);
      const hiddenWords = text.words.filter(({ box }) => shareHidden(text, box) > MOST_COVERED.word);
      // The share is not a number when no letter is in the frame.
      if (!(share > MOST_COVERED.text) && hiddenWords.length === 0) return [];
      const words = hiddenWords.map((word) => quote(word.text)).join(', ');
      return [
        {
          layerId: layer.id,
          title: `Another layer covers ${quoteText(layer)}`,
          detail:
            words === '' || hiddenWords.length === text.words.length
              ? `${Math.round(share * 100)} % of its letters are behind other layers`
              : `${words} cannot be read behind other layers`,
          fix: {
            label: 'Bring it to the front',
            said: `${quoteText(layer)} is in front.`,
            changes: 'to front',
          },
        },
      ];
    }),
  };
}

/** Returns the share of the letters in a box of a layer that are behind other layers. */
function shareHidden({ layer, coverage, uncovered }: VisibleText, box: Rect): number {
  let [all, shown] = [0, 0];
  for (const [pixel, value] of coverage.entries()) {
    if (value < VISIBLE) continue;
    if (!isInWord(layer, box, locatePixel(pixel))) continue;
    all += value;
    shown += Math.min(value, uncovered[pixel] ?? 0);
  }
  return all === 0 ? 0 : 1 - shown / all;
}

const sum = (values: Uint8ClampedArray): number => values.reduce((total, value) => total + value);

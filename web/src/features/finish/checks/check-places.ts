import type { Rect } from '../../../lib/render/finished-image.ts';
import { BADGE_AREA, PROBE_SCALE, PROBE_SIZE, SAFE_AREA } from '../editor/areas.ts';
import type { Check } from './check.ts';
import { fitsSafeArea, moveInside, moveTextOffBadge, shrinkWords } from './fixes.ts';
import type { TextMeasures } from './kept-clear.ts';
import { quoteText, TOLERANCE, VISIBLE } from './text-probe.ts';
import type { TextProbe, VisibleText } from './text-probe.ts';

/** Checks that the duration badge covers no text. */
export function checkBadge(texts: readonly VisibleText[], measures: TextMeasures): Check {
  return {
    name: 'badge',
    passed: {
      title: 'Clear of the duration badge',
      detail: 'It covers no text, and no more than the edge of another layer',
      short: 'clear of the badge',
    },
    hints: texts.filter(isBelowBadge).map(({ layer }) => {
      const { direction, changes } = moveTextOffBadge(layer, measures);
      return {
        layerId: layer.id,
        title: `The duration badge covers ${quoteText(layer)}`,
        detail: 'In the smallest view, where it takes the most room',
        fix: {
          label: `Move it ${direction}`,
          said: `${quoteText(layer)} moved ${direction}.`,
          changes,
        },
      };
    }),
  };
}

function isBelowBadge({ coverage }: VisibleText): boolean {
  const [left, top] = [BADGE_AREA.x / PROBE_SCALE, BADGE_AREA.y / PROBE_SCALE];
  const { width } = PROBE_SIZE;
  return coverage.some((value, pixel) => value >= VISIBLE && pixel % width >= left && pixel / width >= top);
}

/** Checks that the words fit the box of their text and the picture. A text of another language is often longer. */
export function checkFit(texts: readonly TextProbe[], measures: TextMeasures): Check {
  return {
    name: 'fit',
    passed: {
      title: 'The words fit',
      detail: 'No word breaks in the middle, and the text is not larger than the picture',
      short: 'words fit',
    },
    hints: texts
      .filter(({ layer }) => !fitsSafeArea(layer, measures))
      .map(({ layer }) => {
        const changes = shrinkWords(layer, measures);
        const sentence = measures.breaksWord(layer)
          ? 'A word is wider than its box and breaks in the middle'
          : 'The letters are larger than the picture';
        return {
          layerId: layer.id,
          title: `${quoteText(layer)} does not fit`,
          detail: changes ? sentence : `${sentence}. Use fewer words`,
          ...(changes && {
            fix: { label: 'Fit the words', said: `${quoteText(layer)} fits.`, changes },
          }),
        };
      }),
  };
}

/** Checks that letters are inside the picture. Letters that are larger than the picture are a hint of `checkFit`. */
export function checkFrame(probes: readonly TextProbe[], measures: TextMeasures): Check {
  return {
    name: 'frame',
    passed: {
      title: 'Nothing is cut off',
      detail: 'All text is inside the picture',
      short: 'nothing cut off',
    },
    hints: probes
      .filter(({ layer, letters }) => !isInside(letters, SAFE_AREA) && fitsSafeArea(layer, measures))
      .map(({ layer }) => ({
        layerId: layer.id,
        title: `${quoteText(layer)} reaches the edge`,
        detail: `Letters are outside the picture, or less than ${SAFE_AREA.x} pixels from its edge`,
        fix: {
          label: 'Move it inside',
          said: `${quoteText(layer)} moved inside.`,
          changes: moveInside(layer, measures),
        },
      })),
  };
}

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - TOLERANCE &&
  inner.y >= outer.y - TOLERANCE &&
  inner.x + inner.width <= outer.x + outer.width + TOLERANCE &&
  inner.y + inner.height <= outer.y + outer.height + TOLERANCE;

import type { TextLayer } from '#contract/design/design.ts';
import { textName } from '../editor/edit-design.ts';
import { rotate } from '../editor/layer-box.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { BADGE_AREA, PROBE_SCALE, PROBE_SIZE, SAFE_AREA, VIEW_SCALE } from '../editor/areas.ts';
import { quote } from './check.ts';
import type { Check, Hint } from './check.ts';
import { edgeContrast, letterCoverage } from './contrast.ts';
import type { Pixels } from './contrast.ts';
import { addOutline, enlarge, fits, fitWords, moveInside, moveTextOffBadge } from './fixes.ts';
import type { TextMeasures } from './fixes.ts';

/** A text layer as it is visible. */
export interface TextProbe {
  layer: TextLayer;
  /** Renderings of the layer and all below it, at `PROBE_SIZE`, once with black letters and once with white ones. */
  black: Pixels;
  white: Pixels;
  /** Both renderings together with the layers above the text. Absent if the text has no layers above it. */
  covered?: { black: Pixels; white: Pixels };
  /** The rectangle around the letters, in the frame. */
  letters: Rect;
  /** The words with the boxes of their letters, relative to the center of the layer, before its rotation. */
  words: readonly { text: string; box: Rect }[];
  /** Height of a small letter, or of a capital when there is no small one, in pixels of the frame. */
  letterHeight: number;
}

/**
 * WCAG 2.2, success criterion 1.4.3 (https://www.w3.org/TR/WCAG22/#contrast-minimum): 4.5 to 1, and 3 to 1 from 18
 * points, which are 24 CSS pixels. The size is measured in the smallest view.
 */
const CONTRAST = { normal: 4.5, large: 3, largeFrom: 24 } as const;

/**
 * The smallest height of a letter, in CSS pixels of the smallest view. Reading is fluent from an x-height of 0.2 degrees (Legge and Bigelow, "Does print
 * size matter for reading?", Journal of Vision 2011, 11(5):8), which is 8 CSS pixels at a distance of 60 cm.
 */
const MIN_LETTER_HEIGHT = 8;

/** The coverage from which a pixel belongs to a letter, of 255. A pixel with less coverage is the blurred edge of a letter. */
export const VISIBLE = 64;

/**
 * The shares of a text and of each of its words that other layers may cover. Many thumbnails have something in front of a text on
 * purpose, but every word must be readable. A short word is less than a tenth of a long text.
 */
const MOST_COVERED = { text: 0.1, word: 0.3 } as const;

/** The tolerance of comparisons, in pixels of the frame. Positions are rounded to a tenth of a pixel. */
const TOLERANCE = 0.5;

/** A text with the share of each pixel that its letters cover. The letters cover as much as if the layer were opaque. */
export type VisibleText = TextProbe & {
  coverage: Uint8ClampedArray;
  /** The coverage by the letters that are not behind other layers. */
  uncovered: Uint8ClampedArray;
};

export function findLetters(probe: TextProbe): VisibleText {
  const { layer, black, white, covered } = probe;
  const coverage = letterCoverage(black, white, layer.opacity);
  const uncovered = covered ? letterCoverage(covered.black, covered.white, layer.opacity) : coverage;
  return { ...probe, coverage, uncovered };
}

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

/** Returns no check if all text is outside the frame. */
function checkContrast(texts: readonly VisibleText[]): Check[] {
  const measured = texts.flatMap(({ layer, black, coverage }) => {
    // Letters that are not drawn have the contrast of their background with itself.
    if (layer.opacity === 0) return [{ layer, contrast: 1 }];
    const colors = [layer.color, ...(layer.gradient === undefined ? [] : [layer.gradient])];
    const contrasts = colors.flatMap((color) => edgeContrast(color, black, coverage, layer.opacity) ?? []);
    return contrasts.length === 0 ? [] : [{ layer, contrast: Math.min(...contrasts) }];
  });
  if (measured.length === 0) return [];
  const lowest = Math.min(...measured.map(({ contrast }) => contrast));
  const check: Check = {
    name: 'contrast',
    passed: {
      title: 'Stands out from the picture',
      detail: `Contrast ${ratio(lowest)} at the edges of the letters (WCAG 2.2)`,
      short: `contrast ${Math.floor(lowest)}:1`,
    },
    hints: measured.flatMap(({ layer, contrast }) => {
      const needed = layer.size / VIEW_SCALE >= CONTRAST.largeFrom ? CONTRAST.large : CONTRAST.normal;
      if (contrast >= needed) return [];
      return {
        layerId: layer.id,
        title: `${quoteText(layer)} is hard to tell from the picture`,
        detail: `Contrast ${ratio(contrast)} at the edges of the letters; WCAG 2.2 asks for ${ratio(needed)}`,
        fix:
          layer.opacity === undefined || layer.opacity === 1
            ? {
                label: 'Add an outline',
                said: `${quoteText(layer)} has an outline.`,
                changes: addOutline(layer),
              }
            : {
                label: 'Make it opaque',
                said: `${quoteText(layer)} is opaque.`,
                changes: { opacity: 1 },
              },
      };
    }),
  };
  return [check];
}

function checkSize(probes: readonly TextProbe[], measures: TextMeasures): Check {
  const measured = probes.map(({ layer, letterHeight }) => ({ layer, pixels: letterHeight / VIEW_SCALE }));
  const smallest = Math.min(...measured.map(({ pixels }) => pixels));
  return {
    name: 'size',
    passed: {
      title: 'Legible at 168 × 94',
      detail: `Letters are at least ${formatPixels(smallest)} high there`,
      short: `${Math.round(smallest)} px letters at 168 × 94`,
    },
    hints: measured.flatMap(({ layer, pixels }) => {
      if (pixels >= MIN_LETTER_HEIGHT - TOLERANCE / VIEW_SCALE) return [];
      const changes = enlarge(layer, MIN_LETTER_HEIGHT / pixels, measures);
      const sentence = `Letters are ${formatPixels(pixels)} high there; ${MIN_LETTER_HEIGHT} are easy to read`;
      return {
        layerId: layer.id,
        title: `${quoteText(layer)} is small at 168 × 94`,
        detail: changes ? sentence : `${sentence}. Use fewer words`,
        ...(changes && {
          fix: {
            label: 'Make it larger',
            said: `${quoteText(layer)} is larger.`,
            changes,
          },
        }),
      };
    }),
  };
}

function checkBadge(texts: readonly VisibleText[], measures: TextMeasures): Check {
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
function checkFit(texts: readonly TextProbe[], measures: TextMeasures): Check {
  return {
    name: 'fit',
    passed: {
      title: 'The words fit',
      detail: 'No word breaks in the middle, and the text is not larger than the picture',
      short: 'words fit',
    },
    hints: texts
      .filter(({ layer }) => !fits(layer, measures))
      .map(({ layer }) => {
        const changes = fitWords(layer, measures);
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
function checkFrame(probes: readonly TextProbe[], measures: TextMeasures): Check {
  return {
    name: 'frame',
    passed: {
      title: 'Nothing is cut off',
      detail: 'All text is inside the picture',
      short: 'nothing cut off',
    },
    hints: probes
      .filter(({ layer, letters }) => !isInside(letters, SAFE_AREA) && fits(layer, measures))
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

/** Checks that layers do not cover texts. */
function checkCovered(texts: readonly VisibleText[]): Check {
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
    const x = ((pixel % PROBE_SIZE.width) + 0.5) * PROBE_SCALE - layer.x;
    const y = (Math.floor(pixel / PROBE_SIZE.width) + 0.5) * PROBE_SCALE - layer.y;
    if (!hasPoint(box, rotate({ x, y }, -layer.rotation))) continue;
    all += value;
    shown += Math.min(value, uncovered[pixel] ?? 0);
  }
  return all === 0 ? 0 : 1 - shown / all;
}

const hasPoint = ({ x, y, width, height }: Rect, point: { x: number; y: number }): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;

const sum = (values: Uint8ClampedArray): number => values.reduce((total, value) => total + value);

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - TOLERANCE &&
  inner.y >= outer.y - TOLERANCE &&
  inner.x + inner.width <= outer.x + outer.width + TOLERANCE &&
  inner.y + inner.height <= outer.y + outer.height + TOLERANCE;

export const quoteText = (layer: TextLayer): string => quote(textName(layer));

/** Rounded down, so that a failing contrast never reads like a passing one. */
const ratio = (contrast: number): string => `${Math.floor(contrast * 10) / 10} to 1`;

const formatPixels = (pixels: number): string => `${Math.floor(pixels * 10) / 10} pixels`;

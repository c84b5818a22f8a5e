import type { Design, TextLayer } from '#contract/design/design.ts';
import { textName } from '../editor/edit-design.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { BADGE_AREA, PROBE_SCALE, PROBE_SIZE, SAFE_AREA, VIEW_SCALE } from '../editor/areas.ts';
import { edgeContrast, letterCoverage } from './contrast.ts';
import type { Pixels } from './contrast.ts';
import { addOutline, enlarge, moveInside, moveOffBadge } from './fixes.ts';
import type { MeasureLetters } from './fixes.ts';

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
  /** Height of a small letter, or of a capital when there is no small one, in pixels of the frame. */
  letterHeight: number;
}

export interface Fix {
  /** The text of its button. */
  label: string;
  /** The announcement for screen readers after the fix. */
  said: string;
  changes: LayerChanges | 'remove' | 'to front';
}

export interface Hint {
  layerId: string;
  title: string;
  detail: string;
  /** Absent when only the creator can help, with fewer words. */
  fix?: Fix;
}

export interface Check {
  name: 'contrast' | 'size' | 'badge' | 'frame' | 'covered' | 'cutout';
  /** The texts of a check without hints; `short` is shown in one line with other checks. Absent if the check exists only with hints. */
  passed?: { title: string; detail: string; short: string };
  /** One hint for each layer that fails. */
  hints: Hint[];
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
const VISIBLE = 64;

/** The share of the letters that other layers may cover: less than a word. Many thumbnails have something in front of a text on purpose. */
const MOST_COVERED = 0.1;

/** The tolerance of comparisons, in pixels of the frame. Positions are rounded to a tenth of a pixel. */
const TOLERANCE = 0.5;

/** Checks how texts are seen on YouTube. @returns nothing when there is no text */
export function checkTexts(probes: readonly TextProbe[], measure: MeasureLetters): Check[] {
  if (probes.length === 0) return [];
  const visible = probes.map((probe) => ({ ...probe, coverage: letterCoverage(probe.black, probe.white) }));
  return [
    ...checkContrast(visible),
    checkSize(probes, measure),
    checkBadge(visible, measure),
    checkFrame(probes, measure),
    ...checkCovered(visible),
  ];
}

/** @param missing the ids of cut-outs that are not in the account any more @returns nothing when each is there */
export function checkCutouts({ layers }: Design, missing: ReadonlySet<string>): Check[] {
  const hints = layers.flatMap((layer): Hint[] => {
    if (layer.kind !== 'cutout' || layer.hidden || !missing.has(layer.cutoutId)) return [];
    return [
      {
        layerId: layer.id,
        title: 'A cut-out is missing',
        detail: 'It is not in your account any more, and the export leaves it out',
        fix: { label: 'Remove its layer', said: 'The layer was removed.', changes: 'remove' },
      },
    ];
  });
  return hints.length === 0 ? [] : [{ name: 'cutout', hints }];
}

type VisibleProbe = TextProbe & { coverage: Uint8ClampedArray };

/** Returns no check if all text is outside the frame. */
function checkContrast(probes: readonly VisibleProbe[]): Check[] {
  const measured = probes.flatMap(({ layer, black, coverage }) => {
    const colors = [layer.color, ...(layer.gradient === undefined ? [] : [layer.gradient])];
    const contrasts = colors.flatMap((color) => edgeContrast(color, black, coverage) ?? []);
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
        title: `${quote(layer)} is hard to tell from the picture`,
        detail: `Contrast ${ratio(contrast)} at the edges of the letters; WCAG 2.2 asks for ${ratio(needed)}`,
        fix: {
          label: 'Add an outline',
          said: `${quote(layer)} has an outline.`,
          changes: addOutline(layer),
        },
      };
    }),
  };
  return [check];
}

function checkSize(probes: readonly TextProbe[], measure: MeasureLetters): Check {
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
      const changes = enlarge(layer, MIN_LETTER_HEIGHT / pixels, measure);
      const sentence = `Letters are ${formatPixels(pixels)} high there; ${MIN_LETTER_HEIGHT} are easy to read`;
      return {
        layerId: layer.id,
        title: `${quote(layer)} is small at 168 × 94`,
        detail: changes ? sentence : `${sentence}. Use fewer words`,
        ...(changes && {
          fix: {
            label: 'Make it larger',
            said: `${quote(layer)} is larger.`,
            changes,
          },
        }),
      };
    }),
  };
}

function checkBadge(probes: readonly VisibleProbe[], measure: MeasureLetters): Check {
  return {
    name: 'badge',
    passed: {
      title: 'Clear of the duration badge',
      detail: 'No text in the lower right corner',
      short: 'clear of the badge',
    },
    hints: probes.filter(isBelowBadge).map(({ layer }) => {
      const { direction, changes } = moveOffBadge(layer, measure);
      return {
        layerId: layer.id,
        title: `The duration badge covers ${quote(layer)}`,
        detail: 'In the smallest view, where it takes the most room',
        fix: {
          label: `Move it ${direction}`,
          said: `${quote(layer)} moved ${direction}.`,
          changes,
        },
      };
    }),
  };
}

function isBelowBadge({ coverage }: VisibleProbe): boolean {
  const [left, top] = [BADGE_AREA.x / PROBE_SCALE, BADGE_AREA.y / PROBE_SCALE];
  const { width } = PROBE_SIZE;
  return coverage.some((value, pixel) => value >= VISIBLE && pixel % width >= left && pixel / width >= top);
}

function checkFrame(probes: readonly TextProbe[], measure: MeasureLetters): Check {
  return {
    name: 'frame',
    passed: {
      title: 'Nothing is cut off',
      detail: 'All text is inside the picture',
      short: 'nothing cut off',
    },
    hints: probes
      .filter(({ letters }) => !isInside(letters, SAFE_AREA))
      .map(({ layer }) => ({
        layerId: layer.id,
        title: `${quote(layer)} reaches the edge`,
        detail: `Letters are outside the picture, or less than ${SAFE_AREA.x} pixels from its edge`,
        fix: {
          label: 'Move it inside',
          said: `${quote(layer)} moved inside.`,
          changes: moveInside(layer, measure),
        },
      })),
  };
}

/** Checks that layers do not cover texts. Returns no check if each text is visible. */
function checkCovered(probes: readonly VisibleProbe[]): Check[] {
  const hints = probes.flatMap(({ layer, coverage, covered }): Hint[] => {
    if (!covered) return [];
    const share = 1 - sum(letterCoverage(covered.black, covered.white)) / sum(coverage);
    if (!(share > MOST_COVERED)) return []; // Also when no letter is in the frame.
    return [
      {
        layerId: layer.id,
        title: `Another layer covers ${quote(layer)}`,
        detail: `${Math.round(share * 100)} % of its letters are behind other layers`,
        fix: { label: 'Bring it to the front', said: `${quote(layer)} is in front.`, changes: 'to front' },
      },
    ];
  });
  return hints.length === 0 ? [] : [{ name: 'covered', hints }];
}

const sum = (values: Uint8ClampedArray): number => values.reduce((total, value) => total + value);

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - TOLERANCE &&
  inner.y >= outer.y - TOLERANCE &&
  inner.x + inner.width <= outer.x + outer.width + TOLERANCE &&
  inner.y + inner.height <= outer.y + outer.height + TOLERANCE;

const MAX_QUOTE_LENGTH = 24;

function quote(layer: TextLayer): string {
  const name = Array.from(textName(layer));
  if (name.length <= MAX_QUOTE_LENGTH) return `“${name.join('')}”`;
  const start = name.slice(0, MAX_QUOTE_LENGTH - 1).join('');
  return `“${start.trimEnd()}…”`;
}

/** Rounded down, so that a failing contrast never reads like a passing one. */
const ratio = (contrast: number): string => `${Math.floor(contrast * 10) / 10} to 1`;

const formatPixels = (pixels: number): string => `${Math.floor(pixels * 10) / 10} pixels`;

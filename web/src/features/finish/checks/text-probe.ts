import type { TextLayer } from '#contract/design/design.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { toLayer, type Point } from '../../../lib/render/layer-place.ts';
import { textName } from '../editor/edit-design.ts';
import { quote } from './check.ts';
import { letterCoverage } from './contrast.ts';
import type { Pixels } from './contrast.ts';

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

/** The coverage from which a pixel belongs to a letter, of 255. A pixel with less coverage is the blurred edge of a letter. */
export const VISIBLE = 64;

/** The tolerance of comparisons, in pixels of the frame. Positions are rounded to a tenth of a pixel. */
export const TOLERANCE = 0.5;

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

/** True if a point of the frame is in the box of a word. */
export const isInWord = (layer: TextLayer, { x, y, width, height }: Rect, point: Point): boolean => {
  const inside = toLayer(layer, point);
  return inside.x >= x && inside.x < x + width && inside.y >= y && inside.y < y + height;
};

export const quoteText = (layer: TextLayer): string => quote(textName(layer));

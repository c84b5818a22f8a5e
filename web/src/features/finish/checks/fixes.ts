import type { Layer, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import { LEAST_SIZE } from '../editor/fit-text.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { ABOVE_BADGE, FRAME, LEFT_OF_BADGE, SAFE_AREA } from '../editor/areas.ts';
import { mostContrasting } from './contrast.ts';
import { keepClear } from './kept-clear.ts';
import type { TextMeasures } from './kept-clear.ts';

/** The width in pixels of the frame: the reach of the contrast check, and a little more for the blurred edge. */
const OUTLINE_WIDTH = 10;

export const addOutline = ({ color, outline }: TextLayer): LayerChanges => ({
  outline: { color: mostContrasting(color), width: Math.max(OUTLINE_WIDTH, outline?.width ?? 0) },
});

/**
 * Makes the letters larger, and keeps them in the safe area and off what must stay in view.
 * @returns undefined when the text is too long for it
 */
export function enlarge(layer: TextLayer, factor: number, measures: TextMeasures): LayerChanges | undefined {
  const scaled = scaleText(layer, factor);
  // At the scaled width first: lines that fit into the safe area stay the same.
  const widths = [Math.min(scaled.width, SAFE_AREA.width), SAFE_AREA.width];
  const candidates = widths.map((width) => ({ ...layer, ...scaled, width }));
  const fitting = candidates
    .filter((candidate) => fitsSafeArea(candidate, measures))
    .map((candidate) => ({
      ...scaled,
      width: candidate.width,
      ...moveInto(candidate, measures.letters),
    }));
  return keepClear(layer, fitting, measures);
}

/** True if the letters are not larger than the safe area, and every word is whole. */
export function fitsSafeArea(layer: TextLayer, { letters, breaksWord }: TextMeasures): boolean {
  const { width, height } = letters(layer);
  return width <= SAFE_AREA.width && height <= SAFE_AREA.height && !breaksWord(layer);
}

/** The share of their size that the letters keep in each attempt to fit them. */
const SMALLER = 0.96;

/**
 * Makes the letters smaller until the words fit their box, which becomes as wide as the safe area if the letters would be too small.
 * @returns undefined when no size fits
 */
export function shrinkWords(layer: TextLayer, measures: TextMeasures): LayerChanges | undefined {
  const fitted = [Math.min(layer.width, SAFE_AREA.width), SAFE_AREA.width].flatMap((width) => {
    for (let factor = 1; layer.size * factor >= DESIGN_LIMITS.textSize.least; factor *= SMALLER) {
      const changes = { ...scaleText(layer, factor), width };
      if (fitsSafeArea({ ...layer, ...changes }, measures)) return [changes];
    }
    return [];
  });
  const legible = fitted.filter(({ size }) => size >= LEAST_SIZE);
  const options = (legible.length > 0 ? legible : fitted.slice(-1)).map((changes) => ({
    ...changes,
    ...moveInto({ ...layer, ...changes }, measures.letters),
  }));
  return keepClear(layer, options, measures);
}

/** Moves the letters into the safe area. */
export const moveInside = (layer: TextLayer, { letters }: TextMeasures): LayerChanges =>
  fitInto(layer, SAFE_AREA, letters).changes;

interface BadgeFix {
  direction: 'up' | 'left';
  changes: LayerChanges;
}

/** Moves the letters away from the duration badge: where they shrink less, and then where they move less. */
export function moveTextOffBadge(layer: TextLayer, { letters }: TextMeasures): BadgeFix {
  const up = fitInto(layer, ABOVE_BADGE, letters);
  const left = fitInto(layer, LEFT_OF_BADGE, letters);
  const goesUp = up.scale === left.scale ? up.distance <= left.distance : up.scale > left.scale;
  return goesUp ? { direction: 'up', changes: up.changes } : { direction: 'left', changes: left.changes };
}

/** Moves a cut-out, a picture or a shape off the badge, the shorter way. A layer that stands on the lower edge keeps standing. */
export function moveLayerOffBadge({ x, y }: Layer, bounds: Rect): BadgeFix {
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
  const left = right - (LEFT_OF_BADGE.x + LEFT_OF_BADGE.width);
  const up = bottom - (ABOVE_BADGE.y + ABOVE_BADGE.height);
  return bottom < FRAME.height && up < left
    ? { direction: 'up', changes: { y: y - up } }
    : { direction: 'left', changes: { x: x - left } };
}

/** @returns `scale` 1 when nothing shrinks, and the distance that the layer moves */
function fitInto(layer: TextLayer, area: Rect, letters: TextMeasures['letters']) {
  const { width, height } = letters(layer);
  const scale = Math.min(1, area.width / width, area.height / height);
  const size = scale < 1 ? scaleText(layer, scale) : {};
  const position = moveInto({ ...layer, ...size }, letters, area);
  const distance = Math.hypot(position.x - layer.x, position.y - layer.y);
  return { scale, distance, changes: { ...size, ...position } };
}

/** The nearest position whose letters are inside an area that is large enough. */
function moveInto(layer: TextLayer, measure: TextMeasures['letters'], area: Rect = SAFE_AREA) {
  const letters = measure(layer);
  return {
    x: layer.x + shift(letters.x, letters.width, area.x, area.width),
    y: layer.y + shift(letters.y, letters.height, area.y, area.height),
  };
}

const shift = (start: number, length: number, least: number, room: number): number =>
  Math.max(least - start, Math.min(0, least + room - start - length));

/** Scales everything of a text. The width gets a pixel more, so that rounding does not break a line. */
function scaleText({ size, width, outline, plate, shadow }: TextLayer, factor: number) {
  const { outlineWidth, platePadding, shadowBlur } = DESIGN_LIMITS;
  return {
    size: size * factor,
    width: width * factor + 1,
    ...(outline && { outline: { ...outline, width: Math.min(outlineWidth, outline.width * factor) } }),
    ...(plate && { plate: { ...plate, padding: Math.min(platePadding, plate.padding * factor) } }),
    ...(shadow && { shadow: { ...shadow, blur: Math.min(shadowBlur, shadow.blur * factor) } }),
  };
}

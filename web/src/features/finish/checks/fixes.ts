import type { TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { ABOVE_BADGE, LEFT_OF_BADGE, SAFE_AREA } from '../editor/areas.ts';
import { mostContrasting } from './contrast.ts';

/** The upright rectangle around the letters of a layer, in the frame. */
export type MeasureLetters = (layer: TextLayer) => Rect;

/** The width in pixels of the frame: the reach of the contrast check, and a little more for the blurred edge. */
const OUTLINE_WIDTH = 10;

export const addOutline = ({ color, outline }: TextLayer): LayerChanges => ({
  outline: { color: mostContrasting(color), width: Math.max(OUTLINE_WIDTH, outline?.width ?? 0) },
});

/**
 * Makes the letters larger, and keeps them in the safe area.
 * @returns undefined when the text is too long for it
 */
export function enlarge(layer: TextLayer, factor: number, measure: MeasureLetters): LayerChanges | undefined {
  const scaled = scaleText(layer, factor);
  // At the scaled width first: lines that fit into the safe area stay the same.
  const widths = [Math.min(scaled.width, SAFE_AREA.width), SAFE_AREA.width];
  const candidates = widths.map((width) => ({ ...layer, ...scaled, width }));
  const fitting = candidates.find((candidate) => {
    const { width, height } = measure(candidate);
    return width <= SAFE_AREA.width && height <= SAFE_AREA.height;
  });
  return fitting && { ...scaled, width: fitting.width, ...moveInto(fitting, measure) };
}

/** Moves the letters into the safe area. Letters that are larger become smaller. */
export const moveInside = (layer: TextLayer, measure: MeasureLetters): LayerChanges =>
  fitInto(layer, SAFE_AREA, measure).changes;

interface BadgeFix {
  direction: 'up' | 'left';
  changes: LayerChanges;
}

/** Moves the letters away from the duration badge: where they shrink less, and then where they move less. */
export function moveOffBadge(layer: TextLayer, measure: MeasureLetters): BadgeFix {
  const up = fitInto(layer, ABOVE_BADGE, measure);
  const left = fitInto(layer, LEFT_OF_BADGE, measure);
  const goesUp = up.scale === left.scale ? up.distance <= left.distance : up.scale > left.scale;
  return goesUp ? { direction: 'up', changes: up.changes } : { direction: 'left', changes: left.changes };
}

/** @returns `scale` 1 when nothing shrinks, and the distance that the layer moves */
function fitInto(layer: TextLayer, area: Rect, measure: MeasureLetters) {
  const { width, height } = measure(layer);
  const scale = Math.min(1, area.width / width, area.height / height);
  const size = scale < 1 ? scaleText(layer, scale) : {};
  const position = moveInto({ ...layer, ...size }, measure, area);
  const distance = Math.hypot(position.x - layer.x, position.y - layer.y);
  return { scale, distance, changes: { ...size, ...position } };
}

/** The nearest position whose letters are inside an area that is large enough. */
function moveInto(layer: TextLayer, measure: MeasureLetters, area: Rect = SAFE_AREA) {
  const letters = measure(layer);
  return {
    x: layer.x + shift(letters.x, letters.width, area.x, area.width),
    y: layer.y + shift(letters.y, letters.height, area.y, area.height),
  };
}

const shift = (start: number, length: number, least: number, room: number): number =>
  Math.max(least - start, Math.min(0, least + room - start - length));

/** Scales everything of a layer. The width gets a pixel more, so that rounding does not break a line. */
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

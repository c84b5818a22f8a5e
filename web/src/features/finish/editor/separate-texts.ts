import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { TextLayer } from '#contract/design/design.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import { ABOVE_BADGE, BADGE_AREA } from './areas.ts';
import { LEAST_SIZE, NO_CUTOUTS, TEXT_MARGIN } from './fit-text.ts';
import { layerBounds } from './layer-box.ts';
import { overlap } from './measure-picture.ts';

const { frameHeight } = DESIGN_LIMITS;

/** The distance between two texts that were moved apart, in pixels of the frame. */
const GAP = 12;

interface Separation {
  /** The height of each text in the layout, by its id. A text stays above or below another text, as the layout has them. */
  heights: ReadonlyMap<string, number>;
  /** True for two texts that have to move apart. @default if they lie on each other */
  collides?: (one: TextLayer, other: TextLayer) => boolean;
}

/**
 * Moves the texts of a layout apart that lie on each other because their words are longer. An earlier text keeps its place, and a later
 * text moves below it, or above it if the layout has the later text higher. If the frame has no room, all texts move, and the largest
 * letters become smaller.
 */
export function separateTexts(
  texts: readonly TextLayer[],
  { heights, collides = (one, other) => overlapTexts(one, other) > 0 }: Separation,
): TextLayer[] {
  const placed = pushApart(texts, { heights, collides });
  if (placed.every(({ y }, index) => y === texts[index]?.y)) return [...texts];
  const below = Math.max(...placed.map((text) => bottom(text) - lowest(text)));
  const above = Math.max(...placed.map((text) => TEXT_MARGIN - boxWithOutline(text).y));
  const shift = below > 0 ? -below : Math.max(0, above);
  const largest = texts.toSorted((one, other) => other.size - one.size)[0];
  // A text that the creator does not want to be fitted keeps its size.
  const canShrink = largest?.keepsSize !== true && (largest?.size ?? 0) > LEAST_SIZE;
  if (below + above > 0 && largest && canShrink) {
    const size = Math.max(LEAST_SIZE, largest.size - SMALLER);
    return separateTexts(
      texts.map((text) => (text === largest ? { ...text, size } : text)),
      { heights, collides },
    );
  }
  return placed.map((text) => ({ ...text, y: Math.round((text.y + shift) * 10) / 10 }));
}

/** The step by which letters become smaller, in pixels of the frame. */
const SMALLER = 8;

function pushApart(texts: readonly TextLayer[], separation: Required<Separation>): TextLayer[] {
  const placed: TextLayer[] = [];
  for (const text of texts) placed.push(moveOff(text, placed, separation));
  return placed;
}

/** Moves a text off the texts that have their places. A text that moves off one of them may lie on the next one. */
function moveOff(
  text: TextLayer,
  placed: readonly TextLayer[],
  { collides, heights }: Required<Separation>,
): TextLayer {
  return placed.reduce((moved) => {
    const hit = placed.find((other) => collides(other, moved));
    if (!hit) return moved;
    const [box, other] = [boxWithOutline(moved), boxWithOutline(hit)];
    const isBelow = (heights.get(text.id) ?? text.y) >= (heights.get(hit.id) ?? hit.y);
    const to = isBelow ? bottom(hit) + GAP - box.y : other.y - GAP - box.y - box.height;
    return { ...moved, y: moved.y + to };
  }, text);
}

/** Returns the area in which two texts lie on each other, in pixels of the frame. */
export const overlapTexts = (one: TextLayer, other: TextLayer): number =>
  overlap(boxWithOutline(one), boxWithOutline(other));

export function boxWithOutline(text: TextLayer): Rect {
  const { x, y, width, height } = layerBounds(text, NO_CUTOUTS);
  const outline = text.outline?.width ?? 0;
  return { x: x - outline, y: y - outline, width: width + 2 * outline, height: height + 2 * outline };
}

function bottom(text: TextLayer): number {
  const { y, height } = boxWithOutline(text);
  return y + height;
}

/** Returns the lowest place of the lower edge of a text: the badge covers the lower right corner. */
function lowest(text: TextLayer): number {
  const { x, width } = boxWithOutline(text);
  return x + width > BADGE_AREA.x ? ABOVE_BADGE.y + ABOVE_BADGE.height : frameHeight - TEXT_MARGIN;
}

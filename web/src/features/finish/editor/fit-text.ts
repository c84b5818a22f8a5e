import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { TextLayer } from '#contract/design/design.ts';
import type { Rect, Size } from '../../../lib/render/finished-image.ts';
import { breaksWord } from '../../../lib/render/layout-text.ts';
import { SAFE_AREA } from './areas.ts';
import { clamp } from './edit-design.ts';
import type { LayerChanges } from './edit-design.ts';
import { layerBounds } from './layer-box.ts';
import { overlap } from './measure-picture.ts';
import { listProperties } from './text-properties.ts';

const { frameWidth, frameHeight } = DESIGN_LIMITS;

/** The least distance between a new text with its outline and the edges of the frame: the safe area alone looks glued to them. */
export const TEXT_MARGIN = 0.04 * frameHeight;

/** The area of the letters of a new text. */
export function findRoom({ outline }: TextLayer): Rect {
  const margin = TEXT_MARGIN + (outline?.width ?? 0);
  return { x: margin, y: margin, width: frameWidth - 2 * margin, height: frameHeight - 2 * margin };
}

/** The smallest size in which words are legible in the smallest view. */
export const LEAST_SIZE = 64;

/** Makes a text smaller until its words fit an area. */
export function fitText(layer: TextLayer, area: Size): TextLayer {
  const fitted = { ...layer, width: area.width };
  while (fitted.size > LEAST_SIZE && !fits(fitted, area)) fitted.size = Math.max(LEAST_SIZE, fitted.size - 8);
  return fitted;
}

const FITTED = new Set(listProperties('fit'));

/**
 * Adds to the changes of a text what keeps its words in their box and inside the frame: the letters become smaller until they fit, and the
 * text moves by what would hang out. A text that has the distance of a new text to the edges of the frame keeps that distance. The letters
 * get the size that the creator has chosen back when the words fit again. A text that is larger than its box already keeps its size, a text
 * that hangs out of the frame keeps its place, and a text that the creator does not want to be fitted keeps both.
 * @param isPicture true if the changes are only drawn, e.g. in the picture of a layout: the chosen size is not remembered
 */
export function fitWords(layer: TextLayer, changes: LayerChanges, isPicture = false): LayerChanges {
  // The size that the creator chooses may be the size that fitted. The first move of a drag may change nothing.
  const { size = layer.size } = changes;
  if (!isPicture && size !== layer.size && size === fittedSizes.get(layer.id)?.fitted)
    fittedSizes.delete(layer.id);
  if (!needsFit(layer, changes)) return changes;
  const chosen = findChosenSize(layer);
  const changed = { ...layer, ...changes, size: chosen };
  if (hasRoom(changed, layer)) return { ...changes, size: chosen };
  // The creator, or a layout, asks for all that fits the words.
  const isAsked = 'keepsSize' in changes;
  if (!isAsked && isLargerThanBox(layer)) return changes;
  const room = findRoom(changed);
  const fitted = fitText(changed, { width: changed.width, height: room.height });
  if (fitted.size < chosen && !isPicture) fittedSizes.set(layer.id, { fitted: fitted.size, chosen });
  const keepsPlace = !isAsked && !isInside(layerBounds(layer, NO_CUTOUTS));
  return { ...changes, size: fitted.size, ...(keepsPlace ? {} : { y: fitted.y + findShift(fitted, room) }) };
}

/** Returns true if the changes can make the words larger than their box. A translation is fitted when it is drawn. */
function needsFit(layer: TextLayer, changes: LayerChanges): boolean {
  const { keepsSize } = { ...layer, ...changes };
  const changesFit = Object.keys(changes).some((name) => FITTED.has(name));
  return changesFit && changes.size === undefined && keepsSize !== true && !('language' in layer);
}

/** Returns the size that the creator has chosen, if the size of the text is the size that fitted. */
function findChosenSize({ id, size }: TextLayer): number {
  const last = fittedSizes.get(id);
  return last?.fitted === size ? last.chosen : size;
}

/** Returns true if a changed text needs no fit. It keeps the distance of a new text to the edges, if it had this distance before. */
function hasRoom(changed: TextLayer, before: TextLayer): boolean {
  // Most keys end here: measuring a text costs a part of the time that a key has.
  if (isInBox(changed, findRoom(changed))) return true;
  return !isInside(layerBounds(before, NO_CUTOUTS), findRoom(before)) && isInBox(changed, SAFE_AREA);
}

const isLargerThanBox = (layer: TextLayer): boolean =>
  !fits(layer, { width: layer.width, height: SAFE_AREA.height });

/** Returns the distance by which a text moves down, or up if negative, so that it does not hang out of an area. */
function findShift(layer: TextLayer, area: Rect): number {
  const { y, height } = layerBounds(layer, NO_CUTOUTS);
  return clamp(0, area.y - y, area.y + area.height - y - height);
}

const isInBox = (layer: TextLayer, area: Rect): boolean =>
  isInside(layerBounds(layer, NO_CUTOUTS), area) && !breaksWord(layer);

/** Remembers the size that the creator has chosen for a text whose letters were made smaller. */
export function rememberSize(layer: TextLayer, fitted: number): void {
  fittedSizes.set(layer.id, { fitted, chosen: findChosenSize(layer) });
}

/** The sizes that were made smaller on this page, by the ids of their layers. */
const fittedSizes = new Map<string, { fitted: number; chosen: number }>();

export const NO_CUTOUTS: ReadonlyMap<string, Size> = new Map();

/** True if the letters with their plate, as they are drawn, are no larger than an area, and no word breaks. */
function fits(layer: TextLayer, area: Size): boolean {
  const { width, height } = layerBounds(layer, NO_CUTOUTS);
  return width <= area.width && height <= area.height && !breaksWord(layer);
}

export const isInside = (rect: Rect, area = SAFE_AREA): boolean =>
  overlap(rect, area) >= rect.width * rect.height - 1;

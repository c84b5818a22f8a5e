import type { CutoutLayer, TextLayer } from '#contract/design/design.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { BADGE_AREA, PROBE_SCALE, PROBE_SIZE, SAFE_AREA } from '../editor/areas.ts';
import type { LayerChanges } from '../editor/edit-design.ts';
import { overlap } from '../editor/measure-picture.ts';
import type { Pixels } from './contrast.ts';
import { VISIBLE } from './text-probe.ts';

/** Measures a text, whose font must be loaded. */
export interface TextMeasures {
  /** Returns the upright rectangle around the letters of a layer, in the frame. */
  letters: (layer: TextLayer) => Rect;
  /** True if a word of the layer is wider than its line, so that it breaks in the middle. */
  breaksWord: (layer: TextLayer) => boolean;
  /** Measures how much of what must stay in view the letters cover: faces, or the cut-outs below the text where faces are unknown. */
  covers: (layer: TextLayer) => number;
}

/** The changes of a mend with the place that they give a text. */
type Placed = LayerChanges & { x: number; y: number };

/** The distance between two tried places, in pixels of the frame. */
const STEP = 40;

/**
 * Returns the first changes after which a text covers no more of what must stay in view. If all of them cover more, the text gets the
 * nearest place in which it does not.
 * @returns undefined if there is no such place
 */
export function keepClear<Changes extends Placed>(
  layer: TextLayer,
  options: readonly Changes[],
  measures: TextMeasures,
): Changes | undefined {
  const most = measures.covers(layer);
  const isClear = (changes: LayerChanges) => measures.covers({ ...layer, ...changes }) <= most;
  const inPlace = options.find(isClear);
  if (inPlace) return inPlace;
  for (const changes of options) {
    const place = listPlaces({ ...layer, ...changes }, measures).find((each) =>
      isClear({ ...changes, ...each }),
    );
    if (place) return { ...changes, ...place };
  }
  return undefined;
}

/** Lists the places of a text inside the safe area and off the badge, the nearest first. */
function listPlaces(layer: TextLayer, { letters }: TextMeasures): { x: number; y: number }[] {
  const box = letters(layer);
  const places = [];
  for (const left of listSteps(SAFE_AREA.x, SAFE_AREA.width - box.width)) {
    for (const top of listSteps(SAFE_AREA.y, SAFE_AREA.height - box.height)) {
      if (overlap({ ...box, x: left, y: top }, BADGE_AREA) > 0) continue;
      places.push({ x: layer.x + left - box.x, y: layer.y + top - box.y });
    }
  }
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - layer.x, y - layer.y);
  return places.toSorted((one, other) => distance(one) - distance(other));
}

function listSteps(start: number, room: number): number[] {
  const steps = [];
  for (let at = 0; at < room; at += STEP) steps.push(start + at);
  return room < 0 ? [] : [...steps, start + room];
}

/**
 * Returns a function that measures the part of a rectangle that covers faces. Where nothing has looked for faces, the visible part of each
 * cut-out below the text counts as one.
 * @param render returns the pixels of cut-outs on a transparent image
 */
export function measureCovered(
  { design }: Pick<FinishedImage, 'design'>,
  faces: readonly Rect[] | undefined,
  render: (layers: readonly CutoutLayer[]) => Pixels,
): (layer: TextLayer, letters: Rect) => number {
  if (faces) return (_layer, letters) => faces.reduce((sum, face) => sum + overlap(face, letters), 0);
  const masks = new Map<number, readonly number[]>();
  return ({ id }, letters) => {
    const index = design.layers.findIndex((layer) => layer.id === id);
    const below = design.layers
      .slice(0, Math.max(0, index))
      .filter((layer) => layer.kind === 'cutout')
      .filter(({ hidden, isPicture }) => hidden !== true && isPicture !== true);
    if (below.length === 0) return 0;
    const mask = masks.get(below.length) ?? sumPixels(render(below));
    masks.set(below.length, mask);
    return countPixels(mask, letters) * PROBE_SCALE ** 2;
  };
}

const COLUMNS = PROBE_SIZE.width + 1;

/** Sums the visible pixels above and left of each pixel, so that each rectangle is counted with four of the sums. */
function sumPixels({ data }: Pixels): readonly number[] {
  const sums = new Array<number>(COLUMNS * (PROBE_SIZE.height + 1)).fill(0);
  for (let row = 0; row < PROBE_SIZE.height; row += 1) {
    let inRow = 0;
    for (let column = 0; column < PROBE_SIZE.width; column += 1) {
      inRow += Number((data[(row * PROBE_SIZE.width + column) * 4 + 3] ?? 0) >= VISIBLE);
      sums[(row + 1) * COLUMNS + column + 1] = (sums[row * COLUMNS + column + 1] ?? 0) + inRow;
    }
  }
  return sums;
}

function countPixels(sums: readonly number[], { x, y, width, height }: Rect): number {
  const clip = (position: number, size: number) =>
    Math.min(size, Math.max(0, Math.round(position / PROBE_SCALE)));
  const [left, right] = [clip(x, PROBE_SIZE.width), clip(x + width, PROBE_SIZE.width)];
  const [top, bottom] = [clip(y, PROBE_SIZE.height), clip(y + height, PROBE_SIZE.height)];
  const at = (row: number, column: number) => sums[row * COLUMNS + column] ?? 0;
  return at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
}

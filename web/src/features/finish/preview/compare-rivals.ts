import { CELLS, compareCells, listCells, luma } from '../../../lib/export/compare-images.ts';
import type { Color, Pixels } from '../../../lib/export/compare-images.ts';

/** A picture for the comparison. */
export interface Look {
  pixels: Pixels;
  /** The middle of the largest face, in shares of the picture. Undefined if the browser cannot look for faces. */
  face: Place | 'none' | undefined;
}

export interface Place {
  x: number;
  y: number;
}

/** A resemblance of two pictures, and what to vary. */
export interface Resemblance {
  /** E.g. "warm colours, light on the right". */
  common: string;
  /** E.g. "Move the face, or try colder colours". */
  advice: string;
}

/**
 * Below this difference, a viewer takes one thumbnail for the other at a glance. Of the labelled pairs in
 * `tests/bench/web/compare-rivals.test.ts`, the 15 similar ones have at most 0.25, and the 15 different ones at least 0.59.
 */
const TOO_CLOSE = 0.42;

/** A color counts twice: the distances of colors are much smaller than those of light and dark. */
const COLOR_WEIGHT = 2;

/** The largest differences at which a viewer calls a trait the same. */
const SAME = { structure: 0.5, color: 0.09, place: 0.17 };

/** The difference of the places if only one of two pictures has a face. */
const FACELESS = 0.4;

/** Compares a thumbnail with a rival. @returns undefined if the thumbnail stands out from it */
export function findResemblance(mine: Look, rival: Look): Resemblance | undefined {
  const [first, second] = [listCells(mine.pixels), listCells(rival.pixels)];
  const { structure, color } = compareCells(first, second);
  const faces = [mine.face, rival.face].filter((face) => typeof face === 'object');
  const [here = findEyeCatcher(first), there = findEyeCatcher(second)] = faces.length === 2 ? faces : [];
  const isOneFaceless = faces.length === 1 && [mine.face, rival.face].includes('none');
  const place = isOneFaceless ? FACELESS : Math.hypot(here.x - there.x, here.y - there.y);
  if (structure + COLOR_WEIGHT * color + place >= TOO_CLOSE) return undefined;
  const traits = [
    { share: place / SAME.place, ...describePlace(there, faces.length === 2 ? 'face' : 'eye-catcher') },
    { share: color / SAME.color, ...describeColors(second) },
    { share: structure / SAME.structure, ...describeLight(second) },
  ];
  const [closest] = traits.toSorted((a, b) => a.share - b.share);
  const same = traits.filter((trait) => trait.share <= 1 || trait === closest);
  const [one = '', other] = same.map(({ advice }) => advice);
  const advice = other === undefined ? one : `${one}, or ${other}`;
  return {
    common: same.map(({ common }) => common).join(', '),
    advice: advice.slice(0, 1).toUpperCase() + advice.slice(1),
  };
}

interface Trait {
  common: string;
  advice: string;
}

const describePlace = ({ x }: Place, subject: 'face' | 'eye-catcher'): Trait => ({
  common: `${subject} ${nameSide(x)}`,
  advice: `move the ${subject}`,
});

/** The share of a color that makes it neither grey nor a tint of grey. */
const COLORFUL = 0.06;

function describeColors(cells: readonly Color[]): Trait {
  const [red, green, blue] = ([0, 1, 2] as const).map((at) => mean(cells.map((cell) => cell[at])));
  const light = luma([red ?? 0, green ?? 0, blue ?? 0]);
  const [warmth, coldness] = [(red ?? 0) - light, (blue ?? 0) - light];
  if (Math.max(Math.abs(warmth), Math.abs(coldness)) < COLORFUL)
    return { common: 'quiet colours', advice: 'try stronger colours' };
  if (warmth < 0 && coldness < 0) return { common: 'green colours', advice: 'try another main colour' };
  return warmth > coldness
    ? { common: 'warm colours', advice: 'try colder colours' }
    : { common: 'cold colours', advice: 'try warmer colours' };
}

/** The brightness, 0 to 1, below which a picture is dark and above which it is bright. */
const [DARK, BRIGHT] = [0.3, 0.7];

function describeLight(cells: readonly Color[]): Trait {
  const lights = cells.map(luma);
  const brightness = mean(lights);
  if (brightness < DARK) return { common: 'a dark picture', advice: 'make it brighter' };
  if (brightness > BRIGHT) return { common: 'a bright picture', advice: 'make it darker' };
  const limit = (brightness + Math.max(...lights)) / 2;
  const { x } = findMiddle(lights.map((light) => Math.max(0, light - limit)));
  return { common: `light ${nameSide(x)}`, advice: 'put the light elsewhere' };
}

/** Returns the place that draws the eye first: the middle of the cells that differ most from the rest of the picture. */
function findEyeCatcher(cells: readonly Color[]): Place {
  const average = ([0, 1, 2] as const).map((at) => mean(cells.map((cell) => cell[at])));
  return findMiddle(
    cells.map((cell) => cell.reduce((sum, value, at) => sum + (value - (average[at] ?? 0)) ** 2, 0)),
  );
}

/** Returns the middle of weighted cells, in shares of the picture. Without a weight, it is the middle of the picture. */
function findMiddle(weights: readonly number[]): Place {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return { x: 0.5, y: 0.5 };
  const { columns, rows } = CELLS;
  const share = (place: (index: number) => number) =>
    weights.reduce((total, weight, index) => total + weight * place(index), 0) / sum;
  return {
    x: share((index) => ((index % columns) + 0.5) / columns),
    y: share((index) => (Math.floor(index / columns) + 0.5) / rows),
  };
}

const nameSide = (x: number): string =>
  x < 0.42 ? 'on the left' : x > 0.58 ? 'on the right' : 'in the middle';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

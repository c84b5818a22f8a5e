import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { CutoutLayer, Layer, ShapeLayer, TextLayer } from '#contract/design/design.ts';
import type { Rect, Size } from '../../../lib/render/finished-image.ts';
import { ABOVE_BADGE, BADGE_AREA, LEFT_OF_BADGE, SAFE_AREA } from './areas.ts';
import { clamp } from './edit-design.ts';
import { findRoom, fitText, isInside, NO_CUTOUTS } from './fit-text.ts';
import { rotate } from '../../../lib/render/layer-place.ts';
import { layerBounds } from './layer-box.ts';
import { addWeight, findSalientPlace, meanIn, overlap, UNKNOWN_PICTURE } from './measure-picture.ts';

const { frameWidth, frameHeight } = DESIGN_LIMITS;

/** The picture and the layers beside which a new layer is placed. */
export interface Scene {
  /** The busyness of each cell, from `measureBusyness`. @default a picture that is calm everywhere */
  busyness?: readonly number[] | undefined;
  /** The faces that the browser has found, in pixels of the frame. */
  faces?: readonly Rect[];
  layers: readonly Layer[];
  /** The sizes of the images of cut-outs and pictures, by id. */
  cutouts: ReadonlyMap<string, Size>;
}

/** A layer, a face and the badge cost more than any busy part of the picture, whose cost is at most 1. */
const COSTS = { text: 8, cutout: 4, shape: 4, face: 4, badge: 4 } as const;

/** The distance between two layers that would have the same place. */
const ASIDE = 32;

/**
 * Places a new layer where it respects the picture. A text goes to the calmest third, a cut-out to the other side, a picture as a small
 * logo into a free corner, and an arrow points from free space at the most salient place. A shape that marks something surrounds it.
 */
export function placeLayer<Kind extends Layer>(layer: Kind, scene: Scene): Kind {
  const placed = { ...placeAlone(layer, scene) };
  // Exactly on another layer of its kind, the new one would hide it.
  const isTaken = () =>
    scene.layers.some(({ kind, x, y }) => kind === layer.kind && Math.hypot(x - placed.x, y - placed.y) < 1);
  while (isTaken()) {
    placed.x += ASIDE;
    placed.y += ASIDE;
  }
  return placed;
}

function placeAlone<Kind extends Layer>(layer: Kind, scene: Scene): Kind;
function placeAlone(layer: Layer, scene: Scene): Layer {
  if (layer.kind === 'text') return placeText(layer, scene);
  if (layer.kind === 'shape') return placeShape(layer, scene);
  return layer.isPicture === true ? placeLogo(layer, scene) : placeCutout(layer, scene);
}

/** Returns a function that computes what a rectangle of the frame would cover: busy parts, layers, faces and the badge. */
function createCost({
  busyness = UNKNOWN_PICTURE,
  faces = [],
  layers,
  cutouts,
}: Scene): (rect: Rect) => number {
  const shown = layers
    .filter(({ hidden }) => !hidden)
    .map((layer) => ({ bounds: layerBounds(layer, cutouts), weight: COSTS[layer.kind] }));
  const withFaces = faces.reduce((cells, rect) => addWeight(cells, rect, COSTS.face), busyness);
  const cells = addWeight(withFaces, BADGE_AREA, COSTS.badge);
  return (rect) =>
    meanIn(cells, rect) +
    Math.max(0, ...shown.map(({ bounds, weight }) => weight * shareCovered(bounds, rect)));
}

/** Returns the share of the smaller rectangle that the other one covers. A touch of a layer counts as a quarter at least. */
function shareCovered(one: Rect, other: Rect): number {
  const shared = overlap(one, other) / Math.min(one.width * one.height, other.width * other.height);
  return shared > 0 ? Math.max(0.25, shared) : 0;
}

function intersect(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The thirds of the frame that hold a text, in order of preference, without the badge. */
const THIRDS = [
  { align: 'left', area: { ...SAFE_AREA, x: 48, width: 560 } },
  { align: 'right', area: { ...ABOVE_BADGE, x: frameWidth - 48 - 560, width: 560 } },
  { align: 'center', area: { ...SAFE_AREA, x: 48, width: frameWidth - 96, height: 232 } },
  // One line of smaller letters, above heads.
  { align: 'center', area: { ...SAFE_AREA, x: 48, width: frameWidth - 96, height: 144 } },
  { align: 'left', area: { ...LEFT_OF_BADGE, x: 48, y: 472, width: 848, height: 232 } },
] as const satisfies readonly { align: TextLayer['align']; area: Rect }[];

/** The distance between two tried places, in pixels of the frame. */
const STEP = 40;

function placeText(layer: TextLayer, scene: Scene): TextLayer {
  const cost = createCost(scene);
  const room = findRoom(layer);
  const places = THIRDS.flatMap(({ align, area: third }) => {
    const area = intersect(third, room);
    const fitted = fitText({ ...layer, align, rotation: 0, x: area.x + area.width / 2 }, area);
    return listSteps(fitted, area).map((y) => ({ ...fitted, y }));
  });
  // The whole width of the box counts, because another text may be longer.
  return (
    findCheapest(places, (place) => {
      const { y, height } = layerBounds(place, scene.cutouts);
      return cost({ x: place.x - place.width / 2, y, width: place.width, height });
    }) ?? layer
  );
}

/** Lists the heights of a text in an area: the middle of the area first, because it is the best of equal places. */
function listSteps(layer: TextLayer, area: Rect): number[] {
  const { y, height } = layerBounds({ ...layer, y: 0 }, NO_CUTOUTS);
  const [first, last] = [area.y - y, area.y + area.height - height - y];
  const middle = (first + last) / 2;
  const steps = [middle];
  for (let at = first; at < last; at += STEP) steps.push(at);
  return steps;
}

/** The share of the frame's height that a cut-out takes, standing on the lower edge. */
const STANDING = 0.8;

function placeCutout(layer: CutoutLayer, scene: Scene): CutoutLayer {
  const size = scene.cutouts.get(layer.cutoutId) ?? { width: 1, height: 1 };
  const width = Math.min((STANDING * frameHeight * size.width) / size.height, 0.6 * frameWidth);
  const height = (width * size.height) / size.width;
  const cost = createCost(scene);
  const places = [0.74, 0.26].map((share) => ({
    ...layer,
    width,
    x: share * frameWidth,
    y: frameHeight - height / 2,
  }));
  return findCheapest(places, (place) => cost(layerBounds(place, scene.cutouts))) ?? layer;
}

const LOGO_WIDTH = 140;
const LOGO_MARGIN = 32;

/** The lower right corner is the badge's. */
function placeLogo(layer: CutoutLayer, scene: Scene): CutoutLayer {
  const size = scene.cutouts.get(layer.cutoutId) ?? { width: 1, height: 1 };
  const width = Math.min(LOGO_WIDTH, (LOGO_WIDTH * size.width) / size.height);
  const [x, y] = [LOGO_MARGIN + width / 2, LOGO_MARGIN + (width * size.height) / size.width / 2];
  const cost = createCost(scene);
  const corners = [
    { x, y },
    { x: frameWidth - x, y },
    { x, y: frameHeight - y },
  ];
  const places = [...corners, ...listEdgePlaces(x, y)].map((place) => ({ ...layer, ...place, width }));
  return findCheapest(places, (place) => cost(layerBounds(place, scene.cutouts))) ?? layer;
}

/** Lists the places along the upper, the left and the right edge, for a design whose corners are taken. */
function listEdgePlaces(x: number, y: number): { x: number; y: number }[] {
  const places = [];
  for (let at = x; at < frameWidth - x; at += STEP) places.push({ x: at, y });
  for (let at = y; at < frameHeight - y; at += STEP) places.push({ x, y: at }, { x: frameWidth - x, y: at });
  return places;
}

/** The distance between the tip of an arrow and the place that it points at. */
const GAP = 80;
/** The directions from the place to the arrow, in degrees, clockwise from the right. */
const DIRECTIONS = [180, 0, 135, 45, 225, 315, 90, 270];
/** A smaller arrow fits into less free space. */
const SCALES = [1, 0.7, 0.5];

function placeShape(layer: ShapeLayer, scene: Scene): ShapeLayer {
  const target = findSalientPlace(scene.busyness ?? UNKNOWN_PICTURE);
  if (layer.shape !== 'arrow') return { ...layer, ...keepInside(target, layer) };
  const cost = createCost(scene);
  const places = SCALES.flatMap((scale) =>
    DIRECTIONS.map((degrees) => {
      const [width, height] = [layer.width * scale, layer.height * scale];
      const away = rotate({ x: GAP + width / 2, y: 0 }, degrees);
      const rotation = ((degrees + 360) % 360) - 180;
      return { ...layer, width, height, x: target.x + away.x, y: target.y + away.y, rotation };
    }),
  );
  const free = places.filter((place) => isInside(layerBounds(place, scene.cutouts)));
  return findCheapest(free, (place) => cost(layerBounds(place, scene.cutouts))) ?? layer;
}

const keepInside = ({ x, y }: { x: number; y: number }, { width, height }: Size) => ({
  x: clamp(x, SAFE_AREA.x + width / 2, frameWidth - SAFE_AREA.x - width / 2),
  y: clamp(y, SAFE_AREA.y + height / 2, frameHeight - SAFE_AREA.y - height / 2),
});

/** Returns the first of the cheapest places. */
function findCheapest<Place>(places: readonly Place[], costOf: (place: Place) => number): Place | undefined {
  let best: { place: Place; cost: number } | undefined;
  for (const place of places) {
    const cost = costOf(place);
    if (best === undefined || cost < best.cost - 0.001) best = { place, cost };
  }
  return best?.place;
}

import type {
  Adjustments,
  CutoutLayer,
  Design,
  Layer,
  ShapeLayer,
  TextLayer,
} from '#contract/design/design.ts';
import { DEFAULT_ADJUSTMENTS, DESIGN_LIMITS, FONT_WEIGHTS } from '#contract/design/design-limits.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { createLayerId } from './new-layers.ts';

export type LayerChanges = Partial<Omit<TextLayer, 'id' | 'kind'>> &
  Partial<Omit<CutoutLayer, 'id' | 'kind'>> &
  Partial<Omit<ShapeLayer, 'id' | 'kind'>>;

const COPY_OFFSET = 32;

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** Degrees from -180 to 180. */
export const normalizeRotation = (degrees: number): number => {
  const turned = ((((degrees + 180) % 360) + 360) % 360) - 180;
  return Math.round(turned * 10) / 10;
};

export const findLayer = ({ layers }: Design, id: string | undefined): Layer | undefined =>
  layers.find((layer) => layer.id === id);

/** Why there can be no further layer of this kind; undefined if there can be one. */
export function findLimit({ layers }: Design, kind: Layer['kind']): string | undefined {
  if (layers.length >= DESIGN_LIMITS.layers)
    return `A design has at most ${DESIGN_LIMITS.layers} layers. Delete one to add another.`;
  const texts = layers.filter((layer) => layer.kind === 'text').length;
  return kind === 'text' && texts >= DESIGN_LIMITS.textLayers
    ? `A design has at most ${DESIGN_LIMITS.textLayers} texts. Delete one to add another.`
    : undefined;
}

/** Adds a layer in front of all others. Returns the same design when the limits do not allow it. */
export const addLayer = (design: Design, layer: Layer): Design =>
  findLimit(design, layer.kind) === undefined
    ? { ...design, layers: [...design.layers, keepInLimits(layer)] }
    : design;

export const removeLayer = (design: Design, id: string): Design => ({
  ...design,
  layers: design.layers.filter((layer) => layer.id !== id),
});

/**
 * Changes a layer. Values beyond the limits become the nearest allowed ones. Returns the same design when it does not have the layer,
 * which may have been deleted during its drag.
 */
export const updateLayer = (design: Design, id: string, changes: LayerChanges): Design =>
  findLayer(design, id) === undefined
    ? design
    : {
        ...design,
        layers: design.layers.map((layer) =>
          layer.id === id ? keepInLimits({ ...layer, ...changes }) : layer,
        ),
      };

/** A copy of a layer, which may be of another design. It lies beside the layers that have its place. */
export function copyLayer(layer: Layer, layers: readonly Layer[]): Layer {
  let shift = 0;
  const isTaken = ({ x, y }: Layer) =>
    round(x) === round(layer.x + shift) && round(y) === round(layer.y + shift);
  while (layers.some(isTaken)) shift += COPY_OFFSET;
  return keepInLimits({ ...layer, id: createLayerId(), x: layer.x + shift, y: layer.y + shift });
}

/** Moves a layer by steps: a positive number brings it forward. */
export function reorderLayer(design: Design, id: string, steps: number): Design {
  const from = design.layers.findIndex((layer) => layer.id === id);
  const layer = design.layers[from];
  if (!layer) return design;
  const to = clamp(from + steps, 0, design.layers.length - 1);
  return { ...design, layers: design.layers.toSpliced(from, 1).toSpliced(to, 0, layer) };
}

/** The words of a text in one line. */
export const textName = ({ text }: TextLayer): string => text.replace(/\s+/g, ' ').trim() || 'Empty text';

const SHAPE_NAMES = { arrow: 'Arrow', circle: 'Circle', box: 'Box', line: 'Line' } as const;

/** The name of a kind of layer. */
export function kindName(layer: Layer): string {
  if (layer.kind === 'text') return 'Text';
  if (layer.kind === 'shape') return SHAPE_NAMES[layer.shape];
  if (isEmptyPlace(layer)) return 'Place for a person';
  return layer.isPicture === true ? 'Picture' : 'Cut-out';
}

/** The name of a layer without a name of the creator. */
export const automaticName = (layer: Layer): string =>
  layer.kind === 'text' ? textName(layer) : kindName(layer);

const plainName = (layer: Layer): string => layer.name ?? automaticName(layer);

/** The name of a layer in lists and announcements. Layers with the same name are numbered in the order of their ids. */
export function layerName(layer: Layer, layers: readonly Layer[]): string {
  const name = plainName(layer);
  const ids = layers.filter((other) => plainName(other) === name).map(({ id }) => id);
  return ids.length < 2 ? name : `${name} ${ids.toSorted().indexOf(layer.id) + 1}`;
}

/** Matches characters of which the server accepts none in a name, and the flags of regions, whose tags it accepts. */
const INVISIBLE = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[^\P{Cf}\u200c\u200d]/gu;

/** A name as the server accepts it. Undefined if nothing of it is visible: the layer then has its automatic name. */
function cleanName(name: string): string | undefined {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .trim();
  const short = Array.from(line).slice(0, DESIGN_LIMITS.layerNameLength).join('');
  const clean = short.replace(INVISIBLE, '$1').trim();
  return hasVisibleCharacter(clean) ? clean : undefined;
}

/** The server accepts a design only inside these limits. */
function keepInLimits(layer: Layer): Layer {
  const { frameWidth, frameHeight, outside, layerWidth, textSize } = DESIGN_LIMITS;
  const placed = {
    x: clamp(round(layer.x), -outside, frameWidth + outside),
    y: clamp(round(layer.y), -outside, frameHeight + outside),
    width: clamp(round(layer.width), layerWidth.least, layerWidth.most),
    rotation: normalizeRotation(layer.rotation),
    opacity: limit(layer.opacity, SHARE),
    name: layer.name === undefined ? undefined : cleanName(layer.name),
  };
  if (layer.kind === 'cutout') return { ...layer, ...placed };
  if (layer.kind === 'shape') {
    const { least, most } = DESIGN_LIMITS.layerHeight;
    const stroke = limit(layer.stroke, DESIGN_LIMITS.strokeWidth);
    return { ...layer, ...placed, height: clamp(round(layer.height), least, most), stroke };
  }
  const text = Array.from(layer.text.toWellFormed().replace(/[^\n\P{Cc}]/gu, ''))
    .slice(0, DESIGN_LIMITS.textLength)
    .join('');
  const weights: readonly number[] = FONT_WEIGHTS[layer.font];
  const weight = weights.includes(layer.weight) ? layer.weight : (weights.at(-1) ?? layer.weight);
  const size = clamp(round(layer.size), textSize.least, textSize.most);
  const letterSpacing = limit(layer.letterSpacing, DESIGN_LIMITS.letterSpacing);
  const lineHeight = limit(layer.lineHeight, DESIGN_LIMITS.lineHeight);
  return { ...layer, ...placed, text, weight, size, letterSpacing, lineHeight };
}

const SHARE = { least: 0, most: 1 };

/** An optional value inside its limits. */
const limit = (value: number | undefined, { least, most }: { least: number; most: number }) =>
  value === undefined ? undefined : clamp(value, least, most);

/** A tenth of a pixel is enough, and short numbers keep the design small. */
const round = (value: number): number => Math.round(value * 10) / 10;

/** Changes how the image is shown. Values that are the default are left out, so that a design without changes stays small. */
export function adjustImage(design: Design, changes: Adjustments): Design {
  const { adjustments: _before, ...rest } = design;
  const merged = Object.entries({ ...design.adjustments, ...changes }).filter(
    ([name, value]) => value !== DEFAULT_ADJUSTMENTS[name as keyof Adjustments],
  );
  return merged.length === 0 ? rest : { ...rest, adjustments: Object.fromEntries(merged) };
}

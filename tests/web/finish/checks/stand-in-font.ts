import type { TextLayer } from '#contract/design/design.ts';
import { PROBE_SCALE, PROBE_SIZE } from '../../../../web/src/features/finish/editor/areas.ts';
import { checkTexts } from '../../../../web/src/features/finish/checks/check-texts.ts';
import { findLetters, type TextProbe } from '../../../../web/src/features/finish/checks/text-probe.ts';
import { updateLayer } from '../../../../web/src/features/finish/editor/edit-design.ts';
import type { Rect } from '../../../../web/src/lib/render/finished-image.ts';
import { paint, type Color } from './pixels.ts';

export const LAYER: TextLayer = {
  kind: 'text',
  id: '11111111-1111-4111-8111-111111111111',
  x: 400,
  y: 300,
  width: 600,
  rotation: 0,
  text: 'I BUILT A CASTLE',
  font: 'anton',
  size: 120,
  weight: 400,
  color: '#ffffff',
  align: 'center',
};
/** A stand-in for a font: the letters are one line, as wide as half of their heights. */
const CAP_HEIGHT = 0.8;
const lineWidth = ({ text, size }: TextLayer) => text.length * size * 0.4;
export const letters = (layer: TextLayer) => {
  const width = Math.min(layer.width, lineWidth(layer));
  const height = layer.size * CAP_HEIGHT * Math.ceil(lineWidth(layer) / layer.width);
  return { x: layer.x - width / 2, y: layer.y - height / 2, width, height };
};
const longest = ({ text }: TextLayer) => Math.max(...text.split(/\s/).map(({ length }) => length));
export const measures = {
  letters,
  breaksWord: (layer: TextLayer) => longest(layer) * layer.size * 0.4 > layer.width,
  covers: (_layer: TextLayer) => 0,
};
/** Each letter takes the same part of the width. */
const listWords = (layer: TextLayer) =>
  [...layer.text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const { width, height } = letters(layer);
    const letter = width / layer.text.length;
    const x = index * letter - width / 2;
    return { text: word, box: { x, y: -height / 2, width: word.length * letter, height } };
  });
export const run = (...probes: TextProbe[]) => checkTexts(probes.map(findLetters), measures);

/** The part of an area of the frame that is visible, in a probe. */
export function toProbe({ x, y, width, height }: Rect): Rect {
  const clip = (position: number, size: number) =>
    Math.min(size, Math.max(0, Math.round(position / PROBE_SCALE)));
  const [left, top] = [clip(x, PROBE_SIZE.width), clip(y, PROBE_SIZE.height)];
  const [right, bottom] = [clip(x + width, PROBE_SIZE.width), clip(y + height, PROBE_SIZE.height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The letters are one box on a background. */
export function probe(layer: TextLayer, background: Color = [0, 0, 0]): TextProbe {
  const box = toProbe(letters(layer));
  const outline = layer.outline && {
    x: box.x - 3,
    y: box.y - 3,
    width: box.width + 6,
    height: box.height + 6,
    color: (layer.outline.color === '#000000' ? [0, 0, 0] : [255, 255, 255]) as Color,
  };
  const render = (color: Color) =>
    paint(PROBE_SIZE, background, [...(outline ? [outline] : []), { ...box, color }]);
  return {
    layer,
    letters: letters(layer),
    words: listWords(layer),
    letterHeight: layer.size * CAP_HEIGHT,
    black: render([0, 0, 0]),
    white: render([255, 255, 255]),
  };
}

export const text = (changes: Partial<TextLayer> = {}): TextLayer => ({ ...LAYER, ...changes });

export function check(layer: TextLayer, background?: Color) {
  return run(probe(layer, background));
}

export const failing = (layer: TextLayer, background?: Color) =>
  check(layer, background).filter(({ hints }) => hints.length > 0);

/** Applies the fix of the only hint. */
export function fix(layer: TextLayer, background?: Color) {
  const hint = failing(layer, background)
    .flatMap(({ hints }) => hints)
    .at(0);
  if (!hint?.fix) throw new Error('There is no fix');
  const { changes } = hint.fix;
  if (typeof changes === 'string') throw new Error('The fix does not change the layer');
  const fixed = updateLayer({ layers: [layer], crop: 0.5 }, hint.layerId, changes).layers.at(0);
  if (fixed?.kind !== 'text') throw new Error('The fix removed the layer');
  return { label: hint.fix.label, layer: fixed };
}

export const failingNames = (layer: TextLayer, background?: Color) =>
  failing(layer, background).map(({ name }) => name);

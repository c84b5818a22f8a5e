import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import { giveWords } from '../../../lib/render/give-words.ts';
import { updateLayer } from './edit-design.ts';
import { fitWords, rememberSize } from './fit-text.ts';
import { fitNowOrLater } from './late-fits.ts';
import { boxWithOutline, overlapTexts, separateTexts } from './separate-texts.ts';

/** Fits a text. The fonts of shown texts have loaded, and a hidden text loads none. */
const fit: typeof fitWords = (layer, ...changes) =>
  (layer.hidden ? fitNowOrLater : fitWords)(layer, ...changes);

/**
 * Fits all texts of a design to their boxes and beside each other, after a layout has changed the boxes.
 * @param isPicture true if the texts are only drawn, e.g. in the picture of a layout
 */
export function fitTexts(design: Design, isPicture = false): Design {
  const fitted = listTexts(design.layers).reduce((before, layer) => {
    const { keepsSize } = layer;
    return updateLayer(before, layer.id, fit(layer, { keepsSize }, isPicture));
  }, design);
  return { ...fitted, layers: separate(fitted.layers, { layout: design.layers, isPicture }) };
}

/**
 * Gives the texts of a saved layout other words, and fits them to their boxes and beside each other. Texts that lie on each other in the
 * layout may stay so.
 */
export function fillTexts(layout: readonly Layer[], words: readonly string[], isPicture = false): Layer[] {
  const before = new Map(listTexts(layout).map((layer) => [layer.id, layer]));
  const filled = giveWords(layout, words).map((layer) => {
    const text = before.get(layer.id);
    return text && layer.kind === 'text' && text.text !== layer.text
      ? { ...text, ...fit(text, { text: layer.text }, isPicture) }
      : layer;
  });
  const collides = (one: TextLayer, other: TextLayer) => {
    const [first, second] = [before.get(one.id), before.get(other.id)];
    const area = first && second ? overlapTexts(first, second) : 0;
    return overlapTexts(one, other) > area && !(first && second && isMeant(area, first, second));
  };
  return separate(filled, { layout, collides, isPicture });
}

/** The share of the smaller text that a layout covers on purpose. Texts that nearly touch often share an outline. */
const MEANT = 0.1;

const isMeant = (area: number, ...texts: TextLayer[]): boolean =>
  area > MEANT * Math.min(...texts.map(boxWithOutline).map(({ width, height }) => width * height));

interface SeparateOptions {
  /** The layers before their words were fitted. */
  layout: readonly Layer[];
  collides?: (one: TextLayer, other: TextLayer) => boolean;
  isPicture: boolean;
}

function separate(layers: readonly Layer[], { layout, isPicture, ...options }: SeparateOptions): Layer[] {
  const heights = new Map(layout.map(({ id, y }) => [id, y]));
  const texts = listTexts(layers).filter(({ hidden }) => hidden !== true);
  const separated = new Map(separateTexts(texts, { heights, ...options }).map((layer) => [layer.id, layer]));
  for (const text of isPicture ? [] : texts) {
    const { size } = separated.get(text.id) ?? text;
    if (size < text.size) rememberSize(text, size);
  }
  return layers.map((layer) => separated.get(layer.id) ?? layer);
}

const listTexts = (layers: readonly Layer[]): TextLayer[] => layers.filter((layer) => layer.kind === 'text');

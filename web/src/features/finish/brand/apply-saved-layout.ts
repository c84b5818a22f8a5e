import type { Layout } from '#contract/design/brand.ts';
import type { Design, Layer } from '#contract/design/design.ts';
import { isPlaceholder } from '#contract/design/headline.ts';
import { giveWords } from '../../../lib/render/give-words.ts';
import { addLayer } from '../editor/edit-design.ts';
import { createHeadline } from '../editor/new-layers.ts';

/**
 * Applies a saved layout to a design. The creator's words replace the layout's texts in order. A text of the layout stays if the
 * creator has no more words. Layers of the design that come from a layout are replaced. The creator's other layers stay behind
 * the new layers, as far as the limits allow. A person's place of the layout waits for its cut-out, unless the design has a cut-out in
 * this place already.
 * @param layouts all layouts of the brand. A layer of the design comes from a layout if the layout has a layer with the same id
 * @param headline the words of a design without words, if they are known
 * @param fillTexts gives the texts of a layout other words
 */
export function applySavedLayout(
  design: Design,
  layout: Layout,
  layouts: readonly Layout[],
  headline?: string,
  fillTexts: (layers: readonly Layer[], words: readonly string[]) => Layer[] = giveWords,
): Design {
  const own = listTexts(design.layers).filter((text) => !isPlaceholder(text));
  const words = own.length === 0 && headline !== undefined ? [createHeadline(headline)] : own;
  const texts = listTexts(layout.layers);
  const placed = openPlaces(
    fillTexts(
      layout.layers,
      words.map(({ text }) => text),
    ),
    design,
  );
  const fromLayouts = new Set([layout, ...layouts].flatMap(({ layers }) => layers.map(({ id }) => id)));
  const others = words.slice(texts.length);
  const kept = design.layers.filter((layer) =>
    layer.kind === 'text' ? others.includes(layer) : !fromLayouts.has(layer.id),
  );
  const ids = new Set(placed.map(({ id }) => id));
  const { layers } = kept
    .filter(({ id }) => !ids.has(id))
    .reduce<Design>(addLayer, { ...design, layers: placed });
  return { ...design, layers: [...layers.slice(placed.length), ...placed] };
}

/** Empties the places of a layout that have no cut-out in the design. */
const openPlaces = (layout: readonly Layer[], design: Design): Layer[] =>
  layout.map((layer) => {
    if (layer.kind !== 'cutout' || layer.slot !== true) return layer;
    const before = design.layers.find(({ id }) => id === layer.id);
    const isFilled = before?.kind === 'cutout' && before.empty !== true;
    return isFilled ? { ...before, slot: true } : { ...layer, empty: true };
  });

const listTexts = (layers: readonly Layer[]) => layers.filter((layer) => layer.kind === 'text');

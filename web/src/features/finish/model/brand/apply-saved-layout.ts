import type { Layout } from '#contract/design/brand.ts';
import type { Design, Layer } from '#contract/design/design.ts';
import { addLayer } from '../design/edit-design.ts';
import { createHeadline, isPlaceholder } from '../design/new-layers.ts';

/**
 * Puts a saved layout on a design. The creator's words take the places of the layout's texts, in their order; where there are
 * none, those of the layout stay. Layers of the design that come from a layout are replaced, and the creator's own stay behind
 * the new ones, as far as the limits allow.
 * @param layouts all of the brand: a layer that has an id of one of them comes from it
 * @param headline the words of a design without words, if they are known
 */
export function applySavedLayout(
  design: Design,
  layout: Layout,
  layouts: readonly Layout[],
  headline?: string,
): Design {
  const own = listTexts(design.layers).filter((text) => !isPlaceholder(text));
  const words = own.length === 0 && headline !== undefined ? [createHeadline(headline)] : own;
  const texts = listTexts(layout.layers);
  const placed = layout.layers.map((layer) => {
    const source = layer.kind === 'text' && words[texts.indexOf(layer)];
    return source ? { ...layer, text: source.text } : layer;
  });
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

const listTexts = (layers: readonly Layer[]) => layers.filter((layer) => layer.kind === 'text');

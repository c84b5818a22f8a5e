import type { Layout } from '#contract/design/brand.ts';
import type { Design, Layer } from '#contract/design/design.ts';
import { isPlaceholder } from '#contract/design/headline.ts';
import { giveTranslations } from '../../../lib/render/give-translations.ts';
import { giveWords } from '../../../lib/render/give-words.ts';
import { addLayer } from '../editor/edit-design.ts';
import { createHeadline } from '../editor/new-layers.ts';
import { fillPlaces, isFilledPlace, PLAIN_FILLER } from './fill-places.ts';
import type { PlaceFiller } from './fill-places.ts';

interface LayoutOptions {
  /** The words of a design without words, if they are known. */
  headline?: string | undefined;
  /** Gives the texts of a layout other words. */
  fillTexts?: (layers: readonly Layer[], words: readonly string[]) => Layer[];
  filler?: PlaceFiller;
}

/**
 * Applies a saved layout to a design. The creator's words replace the layout's texts in order. A text of the layout stays if the
 * creator has no more words. Layers of the design that come from a layout are replaced. The creator's other layers stay behind
 * the new layers, as far as the limits allow. The cut-outs that the design has in places go into the places of the layout, and stay
 * behind the new layers if the layout has no place for them.
 * @param layouts all layouts of the brand. A layer of the design comes from a layout if the layout has a layer with the same id
 */
export function applySavedLayout(
  design: Design,
  layout: Layout,
  layouts: readonly Layout[],
  { headline, fillTexts = giveWords, filler = PLAIN_FILLER }: LayoutOptions = {},
): Design {
  const own = listTexts(design.layers).filter((text) => !isPlaceholder(text));
  const words = own.length === 0 && headline !== undefined ? [createHeadline(headline)] : own;
  const texts = listTexts(layout.layers);
  const worded = giveTranslations(
    fillTexts(
      layout.layers,
      words.map(({ text }) => text),
    ),
    words,
  );
  const { layers: placed, moved } = fillPlaces(worded, design.layers, filler);
  const replaced = new Set([layout, ...layouts].flatMap(({ layers }) => layers.map(({ id }) => id)));
  const others = words.slice(texts.length);
  const kept = design.layers.filter((layer) => {
    if (layer.kind === 'text') return others.includes(layer);
    return isFilledPlace(layer) ? !moved.has(layer.id) : !replaced.has(layer.id);
  });
  const ids = new Set(placed.map(({ id }) => id));
  const { layers } = kept
    .filter(({ id }) => !ids.has(id))
    .reduce<Design>(addLayer, { ...design, layers: placed });
  return { ...design, layers: [...layers.slice(placed.length), ...placed] };
}

const listTexts = (layers: readonly Layer[]) => layers.filter((layer) => layer.kind === 'text');

/**
 * The texts of a design in another language. A design has no current language: lists, previews and other people see the original words,
 * and a page remembers in the browser which language it shows.
 */
import type { Design, Layer } from './design.ts';

/**
 * Returns a text with the words and the place of a translation. A value that the translation does not set is the original's. The size is
 * not fitted to the words. A layer without words in the language stays as it is.
 */
export function localizeLayer(layer: Layer, language: string): Layer {
  const translation = layer.kind === 'text' ? layer.translations?.[language] : undefined;
  if (layer.kind !== 'text' || !translation) return layer;
  const { text, size = layer.size, x = layer.x, y = layer.y, width = layer.width } = translation;
  return { ...layer, text, size, x, y, width };
}

/** Returns a design without its translations: equal originals draw equal pictures. */
export const withoutTranslations = (design: Design): Design => ({
  ...design,
  layers: design.layers.map((layer) =>
    layer.kind === 'text' ? { ...layer, translations: undefined } : layer,
  ),
});

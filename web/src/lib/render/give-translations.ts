import type { Layer, TextLayer } from '#contract/design/design.ts';

/**
 * Gives the texts of a layout, in their order, the translations of the texts whose words they have now. The sizes and places of the
 * translations belong to the earlier layout. A text without other words has no translations, because a layout is copied without them.
 */
export function giveTranslations(layers: readonly Layer[], owners: readonly TextLayer[]): Layer[] {
  const left = [...owners];
  return layers.map((layer) => {
    if (layer.kind !== 'text') return layer;
    const { translations: _ofLayout, ...text } = layer;
    const translations = left.shift()?.translations;
    return translations === undefined ? text : { ...text, translations: withoutPlaces(translations) };
  });
}

const withoutPlaces = (translations: NonNullable<TextLayer['translations']>): typeof translations =>
  Object.fromEntries(
    Object.entries(translations).map(([language, { text, review }]) => [
      language,
      { text, ...(review && { review }) },
    ]),
  );

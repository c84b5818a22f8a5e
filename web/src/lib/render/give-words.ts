import type { Layer } from '#contract/design/design.ts';

/** Gives the texts of a layout other words, in their order. A text without other words keeps its own. */
export function giveWords(layers: readonly Layer[], words: readonly string[]): Layer[] {
  const left = [...words];
  return layers.map((layer) =>
    layer.kind === 'text' ? { ...layer, text: left.shift() ?? layer.text } : layer,
  );
}

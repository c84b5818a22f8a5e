import type { Layer, TextLayer } from './design.ts';

/** The words of a new text. They do not count as words of the creator. */
export const PLACEHOLDERS = { headline: 'YOUR HEADLINE', subline: 'SECOND LINE' } as const;

export const isPlaceholder = ({ text }: Pick<TextLayer, 'text'>): boolean =>
  text === PLACEHOLDERS.headline || text === PLACEHOLDERS.subline;

/** Returns true if a text has words of the creator. */
export const isWritten = (layer: Pick<TextLayer, 'text'>): boolean =>
  layer.text.trim() !== '' && !isPlaceholder(layer);

/** The headline is the largest text. Undefined for a design without texts. */
export const findHeadlineLayer = (layers: readonly Layer[]): TextLayer | undefined =>
  layers.filter((layer) => layer.kind === 'text').toSorted((a, b) => b.size - a.size)[0];

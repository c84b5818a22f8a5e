import type { Design, TextLayer } from '#contract/design/design.ts';
import { findHeadlineLayer, isPlaceholder } from '#contract/design/headline.ts';
import type { Check, Hint } from './check.ts';
import { quoteText } from './text-probe.ts';

/**
 * Checks that the creator has written the words of each text.
 * @returns nothing when each text has words, and when no text has words: a design without text has no check
 */
export function checkWords({ layers }: Design): Check[] {
  const texts = layers.filter((layer) => layer.kind === 'text').filter(({ hidden }) => hidden !== true);
  if (texts.every(isEmpty)) return [];
  const headline = findHeadlineLayer(texts);
  const hints = texts.flatMap((layer): Hint[] => {
    if (isPlaceholder(layer)) return [createPlaceholderHint(layer)];
    return layer === headline && isEmpty(layer) ? [createEmptyHint(layer)] : [];
  });
  return hints.length === 0 ? [] : [{ name: 'words', hints }];
}

const isEmpty = ({ text }: TextLayer): boolean => text.trim() === '';

const createPlaceholderHint = (layer: TextLayer): Hint => ({
  layerId: layer.id,
  title: `Text: ${quoteText(layer)} still has the words of the layout`,
  detail: 'The export shows these words. Write your own, or delete the text',
  fix: {
    label: 'Write the words',
    said: `The words of ${quoteText(layer)} are selected.`,
    changes: 'words',
  },
});

const createEmptyHint = ({ id }: TextLayer): Hint => ({
  layerId: id,
  title: 'The headline has no words',
  detail: 'The thumbnail is not finished without them. Write a headline, or delete the text',
  fix: { label: 'Write the headline', said: 'The headline waits for its words.', changes: 'words' },
});

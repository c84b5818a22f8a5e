import { nameThumbnail } from '../../../api/thumbnails.ts';
import type { CutoutLayer, Layer, TextLayer } from '#contract/design/design.ts';
import { findHeadlineLayer } from '#contract/design/headline.ts';
import { isNotFound } from '../../../api/errors.ts';
import { readThumbnail } from '../../../api/read-thumbnails.ts';
import type { Series } from '../../../lib/series.ts';
import { designKey, findDraft } from '../../../outbox/designs.ts';
import { outbox } from '../../../outbox/outbox.ts';

/** The earlier thumbnail of a series. */
export interface Episode {
  name: string;
  prompt: string;
  previewURL: string | undefined;
  layers: readonly Layer[];
}

/** Reads the earlier thumbnail with the design that its finish page shows. @returns undefined if it was deleted */
export async function readEpisode(userId: string, id: string): Promise<Episode | undefined> {
  try {
    // The finish page that was just left may be saving its design.
    await outbox.settle(designKey(id));
    const draft = findDraft(userId, id);
    const thumbnail = await readThumbnail(id);
    const { prompt, url, previewURL = url, design } = thumbnail;
    const name = nameThumbnail(thumbnail);
    return { name, prompt, previewURL, layers: (draft?.design ?? design)?.layers ?? [] };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** A picture keeps its background, e.g. a logo. Any other cut-out is a person. */
export const isPerson = (layer: Layer): boolean => layer.kind === 'cutout' && layer.isPicture !== true;

const isPlace = (layer: Layer): layer is CutoutLayer => layer.kind === 'cutout' && layer.slot === true;

/** Empties a text in all languages. Its size and its place in a language are a part of the layout. */
function withoutWords({ translations, ...layer }: TextLayer): TextLayer {
  if (!translations) return { ...layer, text: '' };
  const languages = Object.entries(translations).map(
    ([language, { review: _done, ...translation }]) => [language, { ...translation, text: '' }] as const,
  );
  return { ...layer, text: '', translations: Object.fromEntries(languages) };
}

/**
 * Lists the layers that the next thumbnail gets. The headline, which is the largest text, waits for its words. Other texts, e.g. the name
 * of a series, stay. The people stay in their places. Without the people, the places of the layout wait for their cut-outs.
 */
export function listSeriesLayers(layers: readonly Layer[], { hasLayout, hasPeople }: Series): Layer[] {
  const headline = findHeadlineLayer(layers.filter(({ hidden }) => !hidden));
  return layers
    .filter((layer) => (isPerson(layer) ? hasPeople || (hasLayout && isPlace(layer)) : hasLayout))
    .map((layer) => {
      if (layer === headline) return withoutWords(headline);
      return isPlace(layer) && !hasPeople ? { ...layer, empty: true } : layer;
    });
}

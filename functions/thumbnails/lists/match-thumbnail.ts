import type { ThumbnailFilter } from '#contract/endpoints/thumbnail-requests.ts';
import type { ListedImage } from '../table/listed-rows.ts';

/** Returns true if a search finds the thumbnail. */
type ThumbnailMatch = (thumbnail: ListedImage) => boolean;

/**
 * Creates the filter of a search. The filter reads only attributes that the list reads.
 * @returns undefined if the request has no filter, so that a page of the list costs no more than its thumbnails.
 */
export function createFilter({
  search = '',
  favorite,
  finished,
  model,
  exceptModels,
  reference,
}: ThumbnailFilter): ThumbnailMatch | undefined {
  const words = foldCase(search).split(/\s+/).filter(Boolean);
  if (words.length === 0 && (favorite ?? finished ?? model ?? exceptModels ?? reference) === undefined)
    return undefined;
  const excepted = exceptModels?.split(',') ?? [];
  return (thumbnail) =>
    (favorite === undefined || thumbnail.favorite !== undefined) &&
    (finished === undefined || isFinished(thumbnail)) &&
    (model === undefined || thumbnail.model === model) &&
    !excepted.includes(thumbnail.model) &&
    (reference === undefined || nameReference(thumbnail) === reference) &&
    hasWords(thumbnail, words);
}

function nameReference({ reference }: ListedImage): ThumbnailFilter['reference'] {
  if (reference === undefined) return 'none';
  return reference.kind === 'video' ? 'video' : reference.use;
}

/** Finds all words. Each word may be a part of a longer word, because many scripts do not separate words. */
function hasWords({ prompt, name = '', headline = '' }: ListedImage, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = foldCase(`${prompt}\n${name}\n${headline}`);
  return words.every((word) => text.includes(word));
}

/**
 * Returns the same text for letters that differ only in case or width, e.g. `STRASSE` and `straße`, and for both forms of the Greek sigma.
 */
function foldCase(text: string): string {
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase();
  // A capital I with a dot becomes an i and a combining dot.
  return folded.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFKC');
}

/**
 * Only a finished thumbnail has the texts of its design, whether or not the design has a preview. An earlier release stored the preview
 * of a design without words, but no texts.
 */
export const isFinished = ({ headline, designPreviewKey }: ListedImage) =>
  headline !== undefined || designPreviewKey !== undefined;

import type { ThumbnailFilter } from '../../contract/thumbnail-fields.ts';
import type { ListedImage } from '../thumbnails-table/rows.ts';

/** Whether a thumbnail of the list is one that a search looks for. */
type ThumbnailMatch = (thumbnail: ListedImage) => boolean;

/**
 * The filter of a search, which reads only what the list reads.
 * @returns undefined without a filter, so that a page of the list costs no more than its thumbnails.
 */
export function createFilter({
  search = '',
  favorite,
  model,
  reference,
}: ThumbnailFilter): ThumbnailMatch | undefined {
  const words = foldCase(search).split(/\s+/).filter(Boolean);
  if (words.length === 0 && favorite === undefined && model === undefined && reference === undefined) {
    return undefined;
  }
  return (thumbnail) =>
    (favorite === undefined || thumbnail.favorite !== undefined) &&
    (model === undefined || thumbnail.model === model) &&
    (reference === undefined || nameReference(thumbnail) === reference) &&
    hasWords(thumbnail, words);
}

function nameReference({ reference }: ListedImage): ThumbnailFilter['reference'] {
  if (reference === undefined) return 'none';
  return reference.kind === 'video' ? 'video' : reference.use;
}

/** Each word may be a part of a longer one, because many scripts do not separate words. */
function hasWords({ prompt, name = '', headline = '' }: ListedImage, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = foldCase(`${prompt}\n${name}\n${headline}`);
  return words.every((word) => text.includes(word));
}

/** One form of letters that differ in case or width only, e.g. `STRASSE` and `straße`, and of both forms of the Greek sigma. */
function foldCase(text: string): string {
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase();
  // A capital I with a dot becomes an i and a combining dot.
  return folded.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFKC');
}

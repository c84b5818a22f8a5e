import { isFinished } from '#contract/design/is-finished.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';

/** True if two signed URLs name the same file. */
export const isSameFile = (one = '', other = ''): boolean => one.split(/[?#]/)[0] === other.split(/[?#]/)[0];

/** Finds what a thumbnail shows on every page: the version that its design has chosen, and whether the design finishes it. */
export function findShown({
  url,
  previewURL,
  originalPreviewURL,
  design,
  edits = [],
}: ReadThumbnailResponse): Pick<ReadThumbnailResponse, 'url' | 'previewURL'> & { isFinished: boolean } {
  const finished = { isFinished: design !== undefined && isFinished(design) };
  const version = edits.find(({ id }) => id === design?.image);
  if (!version) return { url, previewURL, ...finished };
  // Only a preview of the design shows more than the original.
  const isOriginal = isSameFile(previewURL, originalPreviewURL);
  return { url: version.imageURL, previewURL: isOriginal ? version.previewURL : previewURL, ...finished };
}

import { isFinished } from '#contract/design/is-finished.ts';
import type {
  ListThumbnailsResponse,
  ReadThumbnailResponse,
  ThumbnailSummary,
} from '#contract/endpoints/schemas.ts';
import type { ReferenceRequest, ThumbnailReference } from '#contract/endpoints/reference-schemas.ts';
import { request } from './request.ts';
import type { Thumbnail } from './thumbnails.ts';

/** The reference of a thumbnail as an attribute to spread. */
export const withReference = (
  reference: ThumbnailReference | ReferenceRequest | undefined,
): Pick<Thumbnail, 'reference'> =>
  reference === undefined ? {} : { reference: reference.kind === 'video' ? 'video' : reference.use };

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

/** The finished thumbnail of a response. */
export const toThumbnail = ({
  id,
  url,
  previewURL,
  prompt,
  negativePrompt,
  model,
  reference,
  setId,
  name,
  isFinished: finished,
}: Pick<
  ThumbnailSummary,
  'id' | 'url' | 'previewURL' | 'prompt' | 'negativePrompt' | 'model' | 'reference' | 'setId' | 'name'
> &
  Partial<Pick<ThumbnailSummary, 'isFinished'>>): Thumbnail => ({
  id,
  url,
  prompt,
  model,
  ...(name !== undefined && { name }),
  ...(finished !== undefined && { isFinished: finished }),
  ...(negativePrompt !== undefined && { negativePrompt }),
  ...(previewURL !== undefined && { previewURL }),
  ...withReference(reference),
  ...(setId !== undefined && { setId }),
});

/** Lists one page, the newest first. @param cursor of the previous page @param filter what it is limited to */
export function listThumbnails(
  limit: number,
  cursor?: string,
  filter: Readonly<Record<string, string>> = {},
): Promise<ListThumbnailsResponse> {
  return request('listThumbnails', { query: { ...filter, limit: String(limit), cursor } });
}

/** @param userId whose session it must be. @default any user's */
export function readThumbnail(
  id: string,
  signal?: AbortSignal,
  userId?: string,
): Promise<ReadThumbnailResponse> {
  return request('readThumbnail', { params: { id } }, { signal, ...(userId !== undefined && { userId }) });
}

import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import type {
  ListThumbnailsResponse,
  ReadThumbnailResponse,
  ThumbnailSummary,
} from '#contract/endpoints/schemas.ts';
import type { ReferenceRequest, ThumbnailReference } from '#contract/endpoints/reference-schemas.ts';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { request } from './request.ts';

/** A finished thumbnail. Its URLs expire after one to seven hours. */
export interface Thumbnail {
  id: string;
  url: string;
  /** A small copy of the image, for lists. */
  previewURL?: string;
  /** Absent from an entry that an earlier version of the site stored. */
  prompt?: string;
  negativePrompt?: string;
  /** Absent until the server has been asked which model made it. */
  model?: string;
  /** The kind of the reference of the thumbnail. Absent if the thumbnail was made without a reference. */
  reference?: ReferenceKind;
}

/** A video's style, or the style or layout of the creator's own image. */
export type ReferenceKind = 'video' | ReferenceUse;

export const isReferenceKind = (value: unknown): value is ReferenceKind =>
  value === 'video' || value === 'style' || value === 'layout';

export const REFERENCE_LABELS = {
  video: 'Style from a video',
  style: 'Style from own image',
  layout: 'Layout from own image',
} as const satisfies Record<ReferenceKind, string>;

/** The reference of a thumbnail as an attribute to spread. */
export const withReference = (
  reference: ThumbnailReference | ReferenceRequest | undefined,
): Pick<Thumbnail, 'reference'> =>
  reference === undefined ? {} : { reference: reference.kind === 'video' ? 'video' : reference.use };

/**
 * Finds the address of the version that a design shows.
 * @param image the id of an edit; undefined for the original.
 * @returns undefined if the list does not have the version: another one must not take its place
 */
export const findVersionUrl = (
  { url, edits = [] }: { url?: string | undefined; edits?: readonly ThumbnailEdit[] | undefined },
  image: string | undefined,
): string | undefined => (image === undefined ? url : edits.find(({ id }) => id === image)?.imageURL);

const isSameFile = (one = '', other = ''): boolean => one.split(/[?#]/)[0] === other.split(/[?#]/)[0];

/**
 * Finds the new URLs of the image that an expired URL names: a list has the URL of the version that a design shows. A URL of an
 * image that only the browser has is replaced by the URL of the original.
 */
export function renewUrls(
  { url, previewURL, originalPreviewURL, edits = [] }: ReadThumbnailResponse,
  expired: string,
): Pick<ReadThumbnailResponse, 'url' | 'previewURL'> {
  const edit = edits.find(({ imageURL }) => isSameFile(imageURL, expired));
  if (!edit) return { url, previewURL };
  const isOriginal = isSameFile(previewURL, originalPreviewURL);
  return { url: edit.imageURL, previewURL: isOriginal ? edit.previewURL : previewURL };
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
}: Pick<
  ThumbnailSummary,
  'id' | 'url' | 'previewURL' | 'prompt' | 'negativePrompt' | 'model' | 'reference'
>): Thumbnail => ({
  id,
  url,
  prompt,
  model,
  ...(negativePrompt !== undefined && { negativePrompt }),
  ...(previewURL !== undefined && { previewURL }),
  ...withReference(reference),
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

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
  /** A small copy of the image, for lists. The copy of a finished thumbnail shows its design. */
  previewURL?: string;
  /** True if the design of the thumbnail finishes it (`contract/design/is-finished.ts`). Absent until the server has been asked. */
  isFinished?: boolean;
  /** The name that the creator gave the thumbnail, or the idea of a prompt with a link. */
  name?: string;
  /** Absent from an entry that an earlier version of the site stored. */
  prompt?: string;
  negativePrompt?: string;
  /** Absent until the server has been asked which model made it. */
  model?: string;
  /** The kind of the reference of the thumbnail. Absent if the thumbnail was made without a reference. */
  reference?: ReferenceKind;
  /** The set: the thumbnails that one press has asked for. */
  setId?: string;
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

/** Names a thumbnail. Returns undefined for an entry that an earlier version of the site stored. */
export const nameThumbnail = ({
  name,
  prompt,
}: {
  name?: string | undefined;
  prompt?: string | undefined;
}): string | undefined => name ?? prompt;

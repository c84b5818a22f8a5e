import type { ReadThumbnailResponse } from '../../../../../contract/schemas.ts';
import type { ThumbnailEdit } from '../../../../../contract/edit-schemas.ts';
import { explain } from '../../../api/error-sentences.ts';
import { ConnectionError, hasCode, readFailure } from '../../../api/errors.ts';
import { readThumbnail } from '../../../api/thumbnails.ts';
import { loadBitmap } from '../../../api/load-bitmap.ts';
import { EMPTY_DESIGN } from '../../../lib/render/finished-image.ts';
import type { StoredDesign } from './saving/design-saver.ts';

/** A finished thumbnail that can be edited. */
export interface LoadedThumbnail {
  id: string;
  /** Of the original image. It expires after 15 minutes. */
  url: string;
  /** A small copy of the original image. */
  previewUrl: string;
  prompt: string;
  /** The original. */
  image: ImageBitmap;
  /** The version that the stored design shows, if it is not the original. */
  shown: { id: string; image: ImageBitmap } | undefined;
  /** Newest first. */
  edits: ThumbnailEdit[];
  stored: StoredDesign;
}

export type LoadResult =
  | { status: 'loaded'; thumbnail: LoadedThumbnail }
  /** Its generation is not finished. */
  | { status: 'pending' }
  | { status: 'failed'; reason: string }
  | { status: 'not-found' };

/** @throws the errors of `readThumbnail`; ConnectionError when the image cannot be loaded. */
export async function loadThumbnail(id: string, signal: AbortSignal): Promise<LoadResult> {
  try {
    const thumbnail = await readThumbnail(id, signal);
    if (thumbnail.status === 'failed') {
      return { status: 'failed', reason: explain(readFailure(thumbnail)) };
    }
    if (thumbnail.status !== 'succeeded') return { status: 'pending' };
    const { prompt, url, previewURL: previewUrl = url, edits = [] } = thumbnail;
    if (url === undefined || previewUrl === undefined) throw new ConnectionError();
    const stored = storedDesign(thumbnail);
    const edit = edits.find((each) => each.id === stored.design.image);
    const [image, shown] = await Promise.all([
      loadBitmap(url, signal),
      edit && loadBitmap(edit.imageURL, signal),
    ]);
    return {
      status: 'loaded',
      thumbnail: {
        id,
        url,
        previewUrl,
        prompt,
        image,
        shown: edit && shown && { id: edit.id, image: shown },
        edits,
        stored,
      },
    };
  } catch (error) {
    // An id that is no UUID is an invalid request.
    if (hasCode(error, 'not_found', 'invalid_request')) return { status: 'not-found' };
    throw error;
  }
}

export const readStoredDesign = async (id: string): Promise<StoredDesign> =>
  storedDesign(await readThumbnail(id));

const storedDesign = ({ design, designVersion }: ReadThumbnailResponse): StoredDesign => ({
  design: design ?? EMPTY_DESIGN,
  version: designVersion,
});

import type { ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import { explain } from '../../../api/error-sentences.ts';
import { ConnectionError, hasCode } from '../../../api/errors.ts';
import { loadErrorReader } from '../../../api/load-error-reader.ts';
import { readThumbnail } from '../../../api/read-thumbnails.ts';
import { loadBitmap } from '../../../api/load-bitmap.ts';
import type { Size } from '../../../lib/export/frame.ts';
import {
  designKey,
  findDraft,
  toStoredDesign,
  type Draft,
  type StoredDesign,
} from '../../../outbox/designs.ts';
import { outbox } from '../../../outbox/outbox.ts';
import { findUnsentName } from '../../../outbox/unsent-name.ts';

/** A finished thumbnail that can be edited. */
export interface LoadedThumbnail {
  id: string;
  /** The URL of the original image. It expires after one to seven hours. */
  url: string;
  /** A small copy of it. */
  originalPreviewURL: string | undefined;
  model: string;
  prompt: string;
  /** @default the prompt */
  name: string;
  /** The size of the original image. */
  size: Size;
  /** Newest first. */
  edits: readonly ThumbnailEdit[];
  /** The version that the stored design shows, and its image. */
  shownId: string;
  image: ImageBitmap;
  stored: StoredDesign;
  /** The draft that this browser had not sent when the thumbnail was read. */
  draft: Draft | undefined;
}

export type LoadResult =
  | { status: 'loaded'; thumbnail: LoadedThumbnail }
  /** The generation of the thumbnail is not finished. */
  | { status: 'pending' }
  | { status: 'failed'; reason: string }
  | { status: 'not-found' };

/** @throws the errors of `readThumbnail`; ConnectionError when the image cannot be loaded. */
export async function loadThumbnail(userId: string, id: string, signal: AbortSignal): Promise<LoadResult> {
  try {
    // An earlier visit may be saving the design now.
    await outbox.settle(designKey(id));
    const found = findDraft(userId, id);
    const draft = found && { ...found, entry: outbox.take(found.entry) };
    const unsentName = findUnsentName(userId, id);
    const thumbnail = await readThumbnail(id, signal);
    if (thumbnail.status === 'failed') {
      const { readFailure } = await loadErrorReader();
      return { status: 'failed', reason: explain(readFailure(thumbnail)) };
    }
    if (thumbnail.status !== 'succeeded') return { status: 'pending' };
    const { model, prompt, url, originalPreviewURL, edits = [] } = thumbnail;
    if (url === undefined) throw new ConnectionError();
    const stored = toStoredDesign(thumbnail);
    const shown = edits.find((edit) => edit.id === stored.design.image);
    const image = await loadBitmap(shown?.imageURL ?? url, signal);
    const { width = image.width, height = image.height } = thumbnail;
    const shownId = shown?.id ?? id;
    return {
      status: 'loaded',
      thumbnail: {
        id,
        url,
        originalPreviewURL,
        model,
        prompt,
        name: (unsentName === undefined ? thumbnail.name : unsentName) ?? prompt,
        size: { width, height },
        edits,
        shownId,
        image,
        stored,
        draft,
      },
    };
  } catch (error) {
    // An id that is no UUID is an invalid request.
    if (hasCode(error, 'not_found', 'invalid_request')) return { status: 'not-found' };
    throw error;
  }
}

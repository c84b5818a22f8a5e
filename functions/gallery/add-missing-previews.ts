import { errorTrace, logger } from '../shared/logger.ts';
import { discardImages, loadImage } from '../images/image-bucket.ts';
import { storePreview } from '../images/store-images.ts';
import type { ListedImage } from '../thumbnails-table/rows.ts';
import { setPreviewKey } from '../thumbnails-table/life-cycle.ts';

/** How many previews one list adds, and for how long, in ms. A longer wait would be worse than the whole image. */
const MAX_ADDED = 2;
const TIMEOUT_MS = 2_000;

/**
 * Adds previews to the first thumbnails that have none, because theirs failed or they are older than previews. Errors are
 * only logged: a later list tries again.
 */
export async function addMissingPreviews(thumbnails: readonly ListedImage[]): Promise<ListedImage[]> {
  const missing = thumbnails.filter(({ previewKey }) => previewKey === undefined).slice(0, MAX_ADDED);
  const endAt = Date.now() + TIMEOUT_MS;
  const keys = new Map(
    await Promise.all(
      missing.map(async (thumbnail) => [thumbnail, await addPreview(thumbnail, endAt)] as const),
    ),
  );
  return thumbnails.map((thumbnail) => ({
    ...thumbnail,
    previewKey: thumbnail.previewKey ?? keys.get(thumbnail),
  }));
}

async function addPreview(thumbnail: ListedImage, endAt: number): Promise<string | undefined> {
  try {
    const png = await loadImage(thumbnail.imageKey, AbortSignal.timeout(TIMEOUT_MS));
    const previewKey = await storePreview(thumbnail, png, endAt);
    if (previewKey === undefined) return undefined;
    if (await setPreviewKey(thumbnail, previewKey)) return previewKey;
    // The thumbnail was deleted in the meantime.
    await discardImages(thumbnail.userId, thumbnail.generationId);
  } catch (error) {
    logger.warn('preview not added', errorTrace(error));
  }
  return undefined;
}

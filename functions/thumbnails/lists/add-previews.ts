import { findImageMark } from '#contract/image-mark.ts';
import { discardImages, loadImage } from '../../images/image-bucket.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { storePreview } from '../generation/store-images.ts';
import { setPreviewKey } from '../table/life-cycle.ts';
import type { ListedImage } from '../table/listed-rows.ts';

/** The most previews that one list adds, and the time limit for them in ms. A longer wait would be worse than loading the whole image. */
const MAX_ADDED = 2;
const TIMEOUT_MS = 2_000;

/**
 * Adds previews to the first thumbnails without a preview. Such a thumbnail is older than the feature, or its preview could not be stored.
 * Errors are only logged: a later list tries again.
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
    const content = await loadImage(thumbnail.imageKey, AbortSignal.timeout(TIMEOUT_MS));
    const mark = findImageMark(thumbnail);
    const previewKey = await storePreview(thumbnail, { content, mark }, endAt);
    if (previewKey === undefined) return undefined;
    if (await setPreviewKey(thumbnail, previewKey)) return previewKey;
    // The thumbnail was deleted before the preview was stored.
    await discardImages(thumbnail.userId, thumbnail.generationId);
  } catch (error) {
    logger.warn('preview not added', errorTrace(error));
  }
  return undefined;
}

import { makePreview } from '../../images/pixels/pixel-thread.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { buildImageKey, buildPreviewKey, storeImage, type StoredImage } from '../../images/image-bucket.ts';
import type { GenerationKey } from '../table/rows.ts';

/**
 * The time that an image waits for its preview, in ms. Making and storing a preview takes 200 ms unless the processor or S3 is overloaded.
 */
const PREVIEW_TIMEOUT_MS = 2_000;

/**
 * Stores an image and, at the same time, its preview. The preview may be missing: the list of thumbnails adds it later.
 * @param endAt the time limit, in ms since the epoch.
 * @throws if S3 does not store the image. The storage of the preview has then also ended.
 */
export async function storeImages(
  key: GenerationKey,
  image: StoredImage<'image/png' | 'image/jpeg'> & { previewSource?: Uint8Array },
  endAt: number,
): Promise<{ imageKey: string; previewKey: string | undefined }> {
  const imageKey = buildImageKey(key.userId, key.generationId, image.type);
  const content = image.previewSource ?? image.content;
  const preview = storePreview(key, { content, mark: image.mark }, endAt);
  try {
    await storeImage(imageKey, image, abortAt(endAt));
  } finally {
    await preview;
  }
  return { imageKey, previewKey: await preview };
}

/**
 * Makes and stores the preview of a PNG, with the mark of the image. An error is only logged, because nothing depends on the preview.
 * @param endAt the latest time limit, in ms since the epoch.
 * @returns the key, or undefined if the preview was not stored.
 */
export async function storePreview(
  key: GenerationKey,
  { content: png, mark }: Pick<StoredImage, 'content' | 'mark'>,
  endAt: number,
): Promise<string | undefined> {
  const previewKey = buildPreviewKey(key.userId, key.generationId);
  const giveUpAt = Math.min(endAt, Date.now() + PREVIEW_TIMEOUT_MS);
  try {
    const content = await makePreview(png, giveUpAt);
    await storeImage(previewKey, { type: 'image/webp', content, mark }, abortAt(giveUpAt));
    return previewKey;
  } catch (error) {
    logger.warn('preview not stored', errorTrace(error));
    return undefined;
  }
}

function abortAt(time: number): AbortSignal {
  return AbortSignal.timeout(Math.max(0, time - Date.now()));
}

import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { createDesignPreviewKey, storeImage, type StoredImage } from '../../images/image-bucket.ts';
import { readJpeg } from '../../platform/jpeg.ts';
import { InvalidRequestError } from '../../platform/errors.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import type { GenerationKey } from '../table/rows.ts';

/** The longest time that a save waits for its preview, in ms. A design is more important than its preview. */
const TIMEOUT_MS = 2_000;

/**
 * Checks the preview of a request by its headers and markers, without decoding the pixels.
 * @param base64 the preview, at most as long as the contract allows.
 * @returns the JPEG without any bytes after its end.
 * @throws InvalidRequestError
 */
export function readPreview(base64: string): Buffer {
  const { width, height } = DESIGN_LIMITS.preview;
  try {
    const jpeg = readJpeg(Buffer.from(base64, 'base64'));
    if (jpeg.width === width && jpeg.height === height) return jpeg.image;
    throw new Error(`it has ${jpeg.width} x ${jpeg.height} pixels`);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InvalidRequestError(`preview must be a JPEG of ${width} x ${height} pixels: ${problem}`, {
      params: { field: 'preview' },
      cause: error,
    });
  }
}

/**
 * Stores a preview under a new key. An error is only logged: the list then shows the image until the next save.
 * @returns the key, or undefined if the preview was not stored.
 */
export async function storeDesignPreview(
  { userId, generationId }: GenerationKey,
  image: Pick<StoredImage, 'content' | 'mark'>,
): Promise<string | undefined> {
  const key = createDesignPreviewKey(userId, generationId);
  try {
    await storeImage(key, { type: 'image/jpeg', ...image }, AbortSignal.timeout(TIMEOUT_MS));
    return key;
  } catch (error) {
    logger.warn('preview of a design not stored', errorTrace(error));
    return undefined;
  }
}

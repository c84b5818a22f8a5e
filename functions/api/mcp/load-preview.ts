import { errorTrace, logger } from '../../platform/logger.ts';

/** Largest image in a result of a tool. */
const MAX_BYTES = 1_000_000;
/** Largest sum of the images in all results of a request. In base64, this is half of the size that Lambda returns. */
const MAX_TOTAL_BYTES = 2_250_000;
const TIMEOUT_MS = 3_000;
/** The invocation time that the answer needs after the preview, in ms. */
const TIME_RESERVE_MS = 500;

interface ImageContent {
  type: 'image';
  mimeType: string;
  data: string;
}

/** Loads the preview of an image as content of a result. @returns undefined if no preview was loaded. */
export type LoadPreview = (url: unknown) => Promise<ImageContent | undefined>;

/**
 * Makes the loader of the previews of one request. A result without its preview still has the URL, so a late or too large preview is left
 * out.
 * @param remainingMs returns the remaining invocation time, in ms.
 */
export function createPreviewLoader(remainingMs: () => number): LoadPreview {
  let bytesLeft = MAX_TOTAL_BYTES;
  return async (url) => {
    const timeMs = Math.min(TIMEOUT_MS, remainingMs() - TIME_RESERVE_MS);
    if (typeof url !== 'string' || timeMs <= 0) return undefined;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeMs) });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (!response.ok || bytes.length > Math.min(MAX_BYTES, bytesLeft)) return undefined;
      bytesLeft -= bytes.length;
      // The preview of a design is a JPEG. All other previews are WebP.
      const mimeType = response.headers.get('content-type') ?? 'image/webp';
      return { type: 'image', mimeType, data: bytes.toString('base64') };
    } catch (error) {
      logger.warn('preview not loaded', errorTrace(error));
      return undefined;
    }
  };
}

import { errorTrace, logger } from '../shared/logger.ts';

/** Largest image in a result of a tool. */
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 3_000;

/** Loads the preview of an image as content of a result. @returns undefined if there is none. */
export async function loadPreview(url: unknown) {
  if (typeof url !== 'string') return undefined;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok || bytes.length > MAX_BYTES) return undefined;
    return { type: 'image' as const, mimeType: 'image/webp', data: bytes.toString('base64') };
  } catch (error) {
    // The result has the URL of the image.
    logger.warn('preview not loaded', errorTrace(error));
    return undefined;
  }
}

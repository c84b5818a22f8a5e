import type { ImageMark } from '#contract/image-mark.ts';
import type { ImageFormat } from './file-name.ts';
import { HiddenPixelsError, hidesPixels } from './hidden-pixels.ts';

/** The largest thumbnails that YouTube takes, in bytes. A phone's are taken from every device. */
export const EXPORT_LIMITS = { phone: 2_000_000, computer: 50_000_000 } as const;

export type ExportLimit = keyof typeof EXPORT_LIMITS;

interface EncodeOptions {
  format: ImageFormat;
  mark: ImageMark;
  /** The limit of a JPEG. */
  limit: ExportLimit;
}

/**
 * Encodes a canvas as a file with its mark in XMP: a JPEG of the best quality below the limit, or a PNG of any size.
 * @param signal aborts when the file is no longer needed: each encoding keeps the page from answering for a moment
 * @throws HiddenPixelsError; Error when the browser cannot encode the canvas, or no JPEG of it is small enough; the reason of the signal
 */
export async function encodeCanvas(
  canvas: HTMLCanvasElement,
  { format, mark, limit }: EncodeOptions,
  signal?: AbortSignal,
): Promise<Blob> {
  if (hidesPixels()) throw new HiddenPixelsError();
  const encode = createEncoder(canvas);
  if (format === 'png') return await addMark(await encode('image/png'), 'png', mark);
  const file = await searchQuality(
    async (quality) => await addMark(await encode('image/jpeg', quality), 'jpeg', mark),
    EXPORT_LIMITS[limit] - 1,
    signal,
  );
  if (file === undefined) throw new Error(`No JPEG of the image is small enough for a ${limit}`);
  return file;
}

/**
 * Adds the mark to an encoded canvas. A canvas writes no metadata, so the file of a photo without AI has none. The finish page loads the code
 * when it measures its first file.
 */
async function addMark(encoded: Blob, format: ImageFormat, mark: ImageMark): Promise<Blob> {
  if (mark === 'none') return encoded;
  const marks = await import('../copy-mark.ts');
  return await marks.addMark(mark, encoded, `image/${format}`);
}

/**
 * Encodes in a worker, or on the page if the browser has no canvas in workers, or the code of the worker does not load. A worker that
 * has failed is not asked again.
 */
function createEncoder(canvas: HTMLCanvasElement): (type: string, quality?: number) => Promise<Blob> {
  let hasWorker = true;
  return async (type, quality) => {
    const encoded = hasWorker
      ? await import('./encode-in-worker.ts')
          .then(({ encodeInWorker }) => encodeInWorker(canvas, type, quality))
          .catch(() => undefined)
      : undefined;
    hasWorker = encoded !== undefined;
    const blob =
      encoded ?? (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality)));
    if (!blob) throw new Error(`The browser could not encode ${type}`);
    return blob;
  };
}

/** The best quality, in percent. Only at 100 does Chromium keep the full color resolution, which keeps colored letters sharp. */
const BEST = 100;
const WORST = 30;
/** The search stops when the best quality is known this closely. It makes at most six more encodings. */
const PRECISION = 2;

/**
 * Encodes an image with the best quality whose file is not larger than the limit. Most images need one encoding.
 * @param encode gets the quality, 0 to 1
 * @param maxBytes largest file, in bytes
 * @param signal ends the search before its next encoding
 * @returns undefined when even the worst quality is too large
 */
export async function searchQuality(
  encode: (quality: number) => Promise<Blob>,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Blob | undefined> {
  const best = await encode(BEST / 100);
  if (best.size <= maxBytes) return best;

  let found: Blob | undefined;
  let [fits, tooLarge] = [WORST - PRECISION, BEST];
  while (tooLarge - fits > PRECISION) {
    signal?.throwIfAborted();
    const quality = Math.floor((fits + tooLarge) / 2);
    const blob = await encode(quality / 100);
    if (blob.size <= maxBytes) [fits, found] = [quality, blob];
    else tooLarge = quality;
  }
  return found;
}

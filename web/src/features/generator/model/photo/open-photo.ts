import { decodeImage, describeUnreadable, UnusableImageError } from '../../../../api/prepare-image.ts';
import { copyMark } from '../../../../lib/copy-mark.ts';
import { HIDDEN_PIXELS, hidesPixels } from '../../../../lib/export/hidden-pixels.ts';
import { copyPicture, encodePart } from './photo-pixels.ts';
import type { CreateCanvas, DecodedPicture, PhotoCopy, PhotoPart } from './photo-pixels.ts';
import type { PhotoAnswer, PhotoRequest } from './photo-worker.ts';

/** A picture of the creator that is open on the page. Only its small copy stays in memory. */
export interface OpenPhoto extends PhotoCopy<ImageBitmap | HTMLCanvasElement | OffscreenCanvas> {
  /** Encodes a part with the mark of AI that the file has. @throws UnusableImageError */
  encode: (part: PhotoPart) => Promise<Blob>;
  /** Frees the memory of the small copy. */
  close: () => void;
}

const MAX_FILE_MEGABYTES = 50;

/** A slow phone needs some seconds for 50 megapixels. A worker that the system has ended never answers. */
const TIMEOUT_MS = 30_000;

/**
 * Decodes a picture without blocking the page. A part is encoded from the file again, because the decoded pixels of a large photo are 200 MB.
 * @throws UnusableImageError
 */
export async function openPhoto(file: File): Promise<OpenPhoto> {
  if (file.size > MAX_FILE_MEGABYTES * 1_000_000) {
    throw new UnusableImageError(`${file.name} is larger than ${MAX_FILE_MEGABYTES} MB`);
  }
  const encode = async (part: PhotoPart) => {
    if (hidesPixels()) throw new UnusableImageError(HIDDEN_PIXELS);
    const jpeg = await encodeFile(file, part);
    if (!jpeg) throw new UnusableImageError(`${file.name} could not be converted to a JPEG`);
    return await copyMark(file, jpeg);
  };
  const answer = await askWorker({ file });
  if (answer?.isDone === false) throw new UnusableImageError(describeUnreadable(file));
  if (answer && 'copy' in answer) {
    return { ...answer.copy, encode, close: () => answer.copy.shown.close() };
  }
  const copy = await withDecoded(file, (picture) => copyPicture(picture, file.type, createCanvas));
  return { ...copy, encode, close: () => undefined };
}

async function encodeFile(file: File, part: PhotoPart): Promise<Blob | undefined> {
  const answer = await askWorker({ file, part });
  if (answer) return answer.isDone && 'jpeg' in answer ? answer.jpeg : undefined;
  return await withDecoded(file, (picture) => encodePart(picture, part, createCanvas));
}

const createCanvas: CreateCanvas = (size) => Object.assign(document.createElement('canvas'), size);

/** Decodes a file on the main thread, where an SVG can be drawn. @throws UnusableImageError */
async function withDecoded<T>(file: File, read: (picture: DecodedPicture) => T | Promise<T>): Promise<T> {
  const picture = await decodeImage(file);
  try {
    return await read(picture);
  } catch (cause) {
    throw new UnusableImageError(`${file.name} is too large for the memory of this device`, { cause });
  } finally {
    picture.close();
  }
}

/** @returns undefined if the browser has no such worker, cannot load it, or gets no answer, and for an SVG, which no worker can draw */
async function askWorker(request: PhotoRequest): Promise<PhotoAnswer | undefined> {
  if (request.file.type === 'image/svg+xml' || !('Worker' in globalThis && 'OffscreenCanvas' in globalThis)) {
    return undefined;
  }
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<PhotoAnswer>) => resolve(data));
      for (const failure of ['error', 'messageerror']) {
        worker.addEventListener(failure, () => resolve(undefined));
      }
      timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
      worker.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

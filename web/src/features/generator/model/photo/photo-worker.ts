/** Decodes a picture in a worker thread: 50 megapixels take a second, and would block the page on its main thread. */
import { copyPicture, encodePart } from './photo-pixels.ts';
import type { CreateCanvas, DecodedPicture, PhotoCopy, PhotoPart } from './photo-pixels.ts';

/** Without a part, the worker answers with the small copy. */
export interface PhotoRequest {
  file: Blob;
  part?: PhotoPart;
}

/** `isDone` is false if the browser cannot decode the file, or has no memory for it. */
export type PhotoAnswer =
  | { isDone: true; copy: PhotoCopy<ImageBitmap> }
  | { isDone: true; jpeg: Blob | undefined }
  | { isDone: false };

const createCanvas: CreateCanvas = ({ width, height }) => new OffscreenCanvas(width, height);

addEventListener('message', ({ data }: MessageEvent<PhotoRequest>) => void answer(data));

async function answer(request: PhotoRequest): Promise<void> {
  try {
    const source = await createImageBitmap(request.file, { imageOrientation: 'from-image' });
    try {
      await send({ source, width: source.width, height: source.height }, request);
    } finally {
      source.close();
    }
  } catch {
    post({ isDone: false });
  }
}

async function send(picture: DecodedPicture, { file, part }: PhotoRequest): Promise<void> {
  if (part) {
    post({ isDone: true, jpeg: await encodePart(picture, part, createCanvas) });
    return;
  }
  const copy = copyPicture(picture, file.type, createCanvas);
  const shown = await createImageBitmap(copy.shown);
  post({ isDone: true, copy: { ...copy, shown } }, [shown]);
}

function post(message: PhotoAnswer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

import { hidesPixels } from './hidden-pixels.ts';

/** Encodes an image in a worker thread. A large JPEG takes a second, and would block the page on its main thread. */
export interface EncodeRequest {
  image: ImageBitmap;
  type: string;
  quality: number | undefined;
}

addEventListener('message', ({ data }: MessageEvent<EncodeRequest>) => void answer(data));

/** Answers with the file; undefined if the browser cannot encode it, or hides its pixels in workers only. */
async function answer({ image, type, quality }: EncodeRequest): Promise<void> {
  let file: Blob | undefined;
  try {
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
    if (!hidesPixels(new OffscreenCanvas(1, 1)))
      file = await canvas.convertToBlob({ type, ...(quality !== undefined && { quality }) });
  } catch {
    // A phone without memory.
  }
  postMessage(file);
}

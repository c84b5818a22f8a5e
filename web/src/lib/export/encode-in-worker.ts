import type { EncodeRequest } from './encode-worker.ts';

/**
 * Encodes a canvas in a worker, so that the page answers meanwhile. Import it lazily.
 * @returns undefined if the worker cannot be loaded, or cannot encode the canvas
 * @throws Error if the browser has no workers
 */
export async function encodeInWorker(
  canvas: HTMLCanvasElement,
  type: string,
  quality?: number,
): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./encode-worker.ts', import.meta.url), { type: 'module' });
  try {
    const image = await createImageBitmap(canvas);
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob | undefined>) => resolve(data));
      worker.addEventListener('error', () => resolve(undefined));
      worker.postMessage({ image, type, quality } satisfies EncodeRequest, [image]);
    });
  } finally {
    worker.terminate();
  }
}

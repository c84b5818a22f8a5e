import type { EncodeRequest } from './encode-worker.ts';

/** A slow phone needs some seconds for a PNG of the largest size. A worker that the system has ended never answers. */
const TIMEOUT_MS = 30_000;

/**
 * Encodes a canvas in a worker, so that the page answers meanwhile. Import it lazily.
 * @returns undefined if the worker cannot be loaded, cannot encode the canvas, or does not answer
 * @throws Error if the browser has no workers
 */
export async function encodeInWorker(
  canvas: HTMLCanvasElement,
  type: string,
  quality?: number,
): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./encode-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const image = await createImageBitmap(canvas);
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob | undefined>) => resolve(data));
      for (const failure of ['error', 'messageerror'])
        worker.addEventListener(failure, () => resolve(undefined));
      timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
      worker.postMessage({ image, type, quality } satisfies EncodeRequest, [image]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

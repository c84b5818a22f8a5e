import type { Layer, PixelData, Psd } from 'ag-psd';

/** A slow phone needs some seconds for the largest size. A worker that the system has ended never answers. */
const TIMEOUT_MS = 60_000;

/**
 * Writes a Photoshop file in a worker, so that the page answers meanwhile. The pixels of the file go to the worker.
 * @throws Error if the worker cannot be loaded, fails, or does not answer
 */
export async function writeInWorker(psd: Psd): Promise<ArrayBuffer> {
  const worker = new Worker(new URL('./psd-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The worker could not write the Photoshop file.'));
      worker.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => resolve(data));
      for (const failure of ['error', 'messageerror']) worker.addEventListener(failure, fail);
      timer = setTimeout(fail, TIMEOUT_MS);
      worker.postMessage(
        psd,
        listPixels(psd).map(({ data }) => data.buffer),
      );
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

/** Lists the pixels of a file and of all its layers. */
function listPixels({ imageData, children = [] }: Pick<Layer, 'imageData' | 'children'>): PixelData[] {
  return [...(imageData ? [imageData] : []), ...children.flatMap(listPixels)];
}

import { ConnectionError } from './errors.ts';

const TIMEOUT_MS = 60_000;

/**
 * Loads an image for a canvas.
 * @throws ConnectionError; the signal's reason when it aborts
 */
export async function loadBitmap(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`The image request failed with status ${response.status}`);
    return await createImageBitmap(await response.blob());
  } catch (cause) {
    signal.throwIfAborted();
    throw new ConnectionError({ cause });
  }
}

import { parentPort, type MessagePort } from 'node:worker_threads';
import { encodePreview, loadCodecs } from './encode-preview.ts';

/** Asks the worker to encode a preview. */
export interface PreviewRequest {
  png: ArrayBuffer;
  /** When nobody waits for the preview any more, in ms since the epoch. */
  endAt: number;
  /** Receives a `PreviewReply`. */
  port: MessagePort;
}

export type PreviewReply = { webp: ArrayBuffer } | { error: string };

parentPort?.on('message', (request: PreviewRequest) => void answer(request));
// Loads while the model generates the image. A failure is reported with the first request.
loadCodecs().catch(() => undefined);

async function answer({ png, endAt, port }: PreviewRequest): Promise<void> {
  // Requests wait for each other, so this one may already have timed out.
  if (Date.now() >= endAt) return;
  try {
    const webp = await encodePreview(png);
    port.postMessage({ webp } satisfies PreviewReply, [webp]);
  } catch (error) {
    port.postMessage({ error: String(error) } satisfies PreviewReply);
  }
}

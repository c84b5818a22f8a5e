import { type MessagePort, parentPort } from 'node:worker_threads';
import { loadCodecs } from './codecs.ts';
import { UnusableImageError } from './mask-png.ts';
import { runTask, type PixelTask } from './run-task.ts';

/** Asks the worker for an image. */
export interface PixelRequest {
  task: PixelTask;
  /** One shared number: not 0 when nobody waits for the image any more. */
  canceled: Int32Array;
  /** Receives a `PixelReply`. */
  port: MessagePort;
}

/** A `problem` is one of the user's image. */
export type PixelReply = { image: ArrayBuffer } | { problem: string } | { error: string };

parentPort?.on('message', (request: PixelRequest) => void answer(request));
// Loads while the model generates the image. A failure is reported with the first request.
loadCodecs().catch(() => undefined);

async function answer({ task, canceled, port }: PixelRequest): Promise<void> {
  // Requests wait for each other, so this one may already have timed out.
  if (Atomics.load(canceled, 0) !== 0) return;
  try {
    const image = await runTask(task);
    port.postMessage({ image } satisfies PixelReply, [image]);
  } catch (error) {
    const reply: PixelReply =
      error instanceof UnusableImageError ? { problem: error.message } : { error: String(error) };
    port.postMessage(reply);
  }
}

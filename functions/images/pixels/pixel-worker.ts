import { type MessagePort, parentPort } from 'node:worker_threads';
import { loadCodecs } from './codecs.ts';
import { UnusableImageError } from './mask-png.ts';
import { runTask, type PixelTask } from './run-task.ts';

/** A request to the worker for an image. */
export interface PixelRequest {
  task: PixelTask;
  /** A shared number. It is not 0 if the caller does not wait for the image any more. */
  canceled: Int32Array;
  /** Receives a `PixelReply`. */
  port: MessagePort;
}

/** The reply of the worker. A `problem` is a defect of the user's image. */
export type PixelReply = { image: ArrayBuffer } | { problem: string } | { error: string };

parentPort?.on('message', (request: PixelRequest) => void answer(request));
// The codecs load while the model generates the image. The first request reports a failure.
loadCodecs().catch(() => undefined);

async function answer({ task, canceled, port }: PixelRequest): Promise<void> {
  // The thread handles requests one after the other, so this request may already have timed out.
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

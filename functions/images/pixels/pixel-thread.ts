import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { errorTrace, logger } from '../../platform/logger.ts';
import { UnusableImageError } from './mask-png.ts';
import type { PixelReply, PixelRequest } from './pixel-worker.ts';
import type { PixelTask } from './run-task.ts';

/**
 * The file of the worker. infra/build/bundle-functions.ts bundles pixel-worker.ts and puts it beside each bundle that contains this file.
 */
const WORKER = new URL('./pixel-worker.mjs', import.meta.url);

let thread: Worker | undefined;

/**
 * Starts the thread, so that it loads the codecs while a model generates the image. An error is only logged, because `runPixelTask` starts
 * the thread again.
 */
export function preparePixelThread(): void {
  try {
    startThread();
  } catch (error) {
    logger.warn('pixel thread not started', errorTrace(error));
  }
}

/**
 * Starts the thread if it does not run yet. The work takes 100 ms of CPU time, in which the main thread of the function could not upload
 * the image.
 */
function startThread(): Worker {
  if (thread !== undefined) return thread;
  const started = new Worker(WORKER);
  // The thread must not keep the process alive.
  started.unref();
  started.on('error', (error) => logger.warn('pixel thread failed', errorTrace(error)));
  started.on('exit', () => {
    if (thread === started) thread = undefined;
  });
  thread = started;
  return started;
}

/**
 * Encodes the preview of an image in the thread.
 * @param endAt the time limit, in ms since the epoch.
 * @returns a WebP. @throws the errors of `runPixelTask`.
 */
export function makePreview(png: Uint8Array, endAt: number): Promise<Uint8Array> {
  return runPixelTask({ kind: 'preview', png }, endAt);
}

/**
 * Runs a task in the thread.
 * @param endAt the time limit, in ms since the epoch.
 * @throws UnusableImageError; Error if an image cannot be decoded, the thread fails or the time is over.
 */
export async function runPixelTask(task: PixelTask, endAt: number): Promise<Uint8Array> {
  const { port1, port2 } = new MessageChannel();
  const canceled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  try {
    startThread().postMessage({ task, canceled, port: port2 } satisfies PixelRequest, [port2]);
    const signal = AbortSignal.timeout(Math.max(0, endAt - Date.now()));
    const [reply] = (await Promise.race([
      once(port1, 'message', { signal }),
      once(port1, 'close', { signal }).then(() => [{ error: 'The thread ended.' }]),
    ])) as [PixelReply];
    if ('problem' in reply) throw new UnusableImageError(reply.problem);
    if ('error' in reply) throw new Error(reply.error);
    return new Uint8Array(reply.image);
  } finally {
    Atomics.store(canceled, 0, 1);
    port1.close();
  }
}

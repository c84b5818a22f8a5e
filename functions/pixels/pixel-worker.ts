import { type MessagePort, parentPort } from 'node:worker_threads';
import { decode, encode, encodePreview, loadCodecs } from './codecs.ts';
import { fit, keepBase, restoreBase } from './compose.ts';

/** Work on the pixels of PNGs. All but `preview` answer with a PNG. */
export type PixelTask =
  | { kind: 'preview'; png: Uint8Array }
  /** Takes from the result what the mask marks or, without one, what was changed. The mask has a value for each pixel. */
  | { kind: 'keep'; base: Uint8Array; result: Uint8Array; mask: Uint8Array | undefined }
  /** Puts the base back at its place in an image that extends it. Sizes are in pixels. */
  | {
      kind: 'extend';
      base: Uint8Array;
      result: Uint8Array;
      left: number;
      up: number;
      width: number;
      height: number;
    }
  | { kind: 'scale'; base: Uint8Array; width: number; height: number };

/** Asks the worker for an image. */
export interface PixelRequest {
  task: PixelTask;
  /** One shared number: not 0 when nobody waits for the image any more. */
  canceled: Int32Array;
  /** Receives a `PixelReply`. */
  port: MessagePort;
}

export type PixelReply = { image: ArrayBuffer } | { error: string };

parentPort?.on('message', (request: PixelRequest) => void answer(request));
// Loads while the model generates the image. A failure is reported with the first request.
loadCodecs().catch(() => undefined);

async function answer({ task, canceled, port }: PixelRequest): Promise<void> {
  // Requests wait for each other, so this one may already have timed out.
  if (Atomics.load(canceled, 0) !== 0) return;
  try {
    const image = await run(task);
    port.postMessage({ image } satisfies PixelReply, [image]);
  } catch (error) {
    port.postMessage({ error: String(error) } satisfies PixelReply);
  }
}

async function run(task: PixelTask): Promise<ArrayBuffer> {
  await loadCodecs();
  switch (task.kind) {
    case 'preview':
      return encodePreview(task.png);
    case 'keep': {
      const [base, result] = [await decode(task.base), await decode(task.result)];
      return encode(keepBase(base, await fit(result, base.width, base.height), task.mask));
    }
    case 'extend': {
      const [base, result] = [await decode(task.base), await decode(task.result)];
      const extended = await fit(result, task.width, task.height);
      return encode(restoreBase(base, extended, task.left, task.up));
    }
    case 'scale':
      return encode(await fit(await decode(task.base), task.width, task.height));
  }
}

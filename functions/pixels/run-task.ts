import { decode, encode, encodePreview, loadCodecs } from './codecs.ts';
import { fit, keepBase, restoreBase } from './compose.ts';
import { decodeMask } from './mask-png.ts';

/** Work on the pixels of PNGs. Answers with a PNG, `preview` with a WebP, and `mask` with a value for each pixel. */
export type PixelTask =
  | { kind: 'mask'; png: Uint8Array }
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

/**
 * Runs a task in the current thread. A service may answer with another size than it was asked for.
 * @throws Error if an image cannot be decoded; UnusableImageError for a mask.
 */
export async function runTask(task: PixelTask): Promise<ArrayBuffer> {
  if (task.kind === 'mask') return decodeMask(task.png).pixels.buffer;
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

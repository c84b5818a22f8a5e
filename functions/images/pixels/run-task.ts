import { decode, decodeJpeg, encode, encodePreview, loadCodecs } from './codecs.ts';
import { fit, keepBase, restoreBase } from './compose.ts';
import { decodeMask, UnusableImageError } from './mask-png.ts';
import { turnUpright } from './turn.ts';
import type { Orientation } from '../../platform/jpeg-orientation.ts';

/** A task on the pixels of PNGs. The result is a PNG, for `preview` a WebP, and for `mask` the values of the pixels. */
export type PixelTask =
  | { kind: 'mask'; png: Uint8Array }
  | { kind: 'preview'; png: Uint8Array }
  /** Converts a JPEG to an upright PNG, because references and edits start from a PNG, which has no orientation. */
  | { kind: 'photo'; jpeg: Uint8Array; orientation: Orientation }
  /**
   * Copies from the result only the pixels that the mask marks or, without a mask, the pixels that changed. The mask has a value for each
   * pixel.
   */
  | { kind: 'keep'; base: Uint8Array; result: Uint8Array; mask: Uint8Array | undefined }
  /** Puts the base back at its position in an image that extends the base. Sizes are in pixels. */
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
 * Runs a task in the current thread. A service may return another size than the requested size.
 * @throws Error if an image cannot be decoded; UnusableImageError for a mask and a photo.
 */
export async function runTask(task: PixelTask): Promise<ArrayBuffer> {
  if (task.kind === 'mask') return decodeMask(task.png).pixels.buffer;
  await loadCodecs();
  switch (task.kind) {
    case 'preview':
      return encodePreview(task.png);
    case 'photo':
      return encode(turnUpright(await decodeJpeg(task.jpeg).catch(refuseJpeg), task.orientation));
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

function refuseJpeg(cause: unknown): never {
  throw new UnusableImageError('the JPEG is damaged', { cause });
}

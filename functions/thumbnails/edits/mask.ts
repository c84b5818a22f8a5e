import { LIMITS } from '#contract/limits.ts';
import { InvalidRequestError } from '../../platform/errors.ts';
import { isPng, readPngSize } from '../../platform/png.ts';

/** A mask marks the part of an image that an edit changes. It is a PNG whose pixels are not decoded yet. */
export interface Mask {
  /** The size in the header of the PNG. */
  width: number;
  height: number;
  png: Buffer;
}

/**
 * Reads the header of an edit's mask. The thread of pixels decodes the pixels after the credits are taken, because a small file may contain
 * millions of pixels.
 * @param base64 the mask, at most `LIMITS.maskBytes`. The size of the base is checked when the edit is reserved.
 * @throws InvalidRequestError that names `operation.mask`.
 */
export function readMask(base64: string): Mask {
  const png = Buffer.from(base64, 'base64');
  if (png.length > LIMITS.maskBytes) throw invalid(`must be at most ${LIMITS.maskBytes / 1024} KB`);
  if (!isPng(png)) throw invalid('must be a PNG as base64');
  const { width, height } = readPngSize(png);
  if (width === 0 || height === 0 || width * height > LIMITS.editPixels) throw invalid('has an unusual size');
  return { width, height, png };
}

function invalid(problem: string): InvalidRequestError {
  return new InvalidRequestError(`operation.mask ${problem}`, { params: { field: 'operation.mask' } });
}

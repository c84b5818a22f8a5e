import { crc32, inflateSync } from 'node:zlib';
import { LIMITS } from '../../contract/limits.ts';
import { InvalidRequestError } from '../shared/errors.ts';
import { hasPngSignature, joinChunks, readPng } from '../shared/png.ts';

/** Which part of an image an edit changes. */
export interface Mask {
  width: number;
  height: number;
  /** A value for each pixel, row by row: 255 changes. */
  pixels: Uint8Array;
  /** The PNG for the model, without chunks that it does not need. */
  png: Buffer;
}

const NEEDED_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'IDAT', 'IEND']);

/** A model changes a grey pixel in part, so only what is more white than black counts as marked. */
const MARKED = 128;

/**
 * Reads the mask of an edit: a PNG with 8-bit grey. The size is checked before anything is inflated, and the inflated data may
 * have exactly the bytes that it needs.
 * @param base64 at most `LIMITS.maskBytes`. The size of the base is checked when the edit is reserved.
 * @throws InvalidRequestError that names `operation.mask`.
 */
export function readMask(base64: string): Mask {
  const file = Buffer.from(base64, 'base64');
  if (file.length > LIMITS.maskBytes) throw invalid(`must be at most ${LIMITS.maskBytes / 1024} KB`);
  if (!hasPngSignature(file)) throw invalid('must be a PNG as base64');
  const { chunks, width, height, format } = readPng(file, invalid);
  if (chunks.some(({ bytes }) => crc32(bytes.subarray(4, -4)) !== bytes.readUInt32BE(bytes.length - 4))) {
    throw invalid('is damaged');
  }
  if (width === 0 || height === 0 || width * height > LIMITS.editPixels) throw invalid('has an unusual size');
  const [depth, colors, ...others] = format;
  if (depth !== 8 || colors !== 0) throw invalid('must have 8-bit grey');
  if (others.some((value) => value !== 0)) throw invalid('must not be interlaced');
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  const pixels = unfilter(inflate(data, (width + 1) * height), width, height);
  if (!pixels.some((value) => value >= MARKED)) throw invalid('must mark what changes in white');
  return { width, height, pixels, png: joinChunks(chunks.filter(({ type }) => NEEDED_CHUNKS.has(type))) };
}

function inflate(data: Buffer, bytes: number): Buffer {
  try {
    const inflated = inflateSync(data, { maxOutputLength: bytes });
    if (inflated.length === bytes) return inflated;
  } catch (error) {
    throw invalid('is damaged', error);
  }
  throw invalid('is cut off');
}

/** Reverses the filters of the rows (PNG specification, third edition, section 9.2). Each row begins with its filter's number. */
function unfilter(rows: Buffer, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const source = y * (width + 1);
    const target = y * width;
    const filter = rows[source] ?? 0;
    if (filter > 4) throw invalid('is damaged');
    for (let x = 0; x < width; x += 1) {
      const left = x === 0 ? 0 : (pixels[target + x - 1] ?? 0);
      const up = y === 0 ? 0 : (pixels[target + x - width] ?? 0);
      const corner = x === 0 || y === 0 ? 0 : (pixels[target + x - width - 1] ?? 0);
      pixels[target + x] = (rows[source + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return pixels;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return predictPaeth(left, up, corner);
    default:
      return 0;
  }
}

/** Section 9.4. */
function predictPaeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const distances = [left, up, corner].map((value) => Math.abs(estimate - value));
  const [toLeft = 0, toUp = 0, toCorner = 0] = distances;
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function invalid(problem: string, cause?: unknown): InvalidRequestError {
  return new InvalidRequestError(`operation.mask ${problem}`, {
    params: { field: 'operation.mask' },
    cause,
  });
}

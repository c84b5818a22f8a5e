import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import decodePng, { init as initDecoder } from '@jsquash/png/decode.js';
import encodePng, { init as initEncoder } from '@jsquash/png/encode.js';
import resize, { initResize } from '@jsquash/resize';
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js';
import { LIMITS } from '#contract/limits.ts';
import type { Pixels } from './compose.ts';

const modules = createRequire(import.meta.url);

/** Replaces the browser's class `ImageData`, which the codecs return. */
class DecodedImage implements ImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

let loading: Promise<unknown> | undefined;

/** Loads the codecs at the first call. */
export function loadCodecs(): Promise<unknown> {
  Object.assign(globalThis, { ImageData: DecodedImage });
  loading ??= Promise.all([
    compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm').then((module) =>
      Promise.all([initDecoder(module), initEncoder(module)]),
    ),
    compile('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm').then(initResize),
    // @jsquash/webp selects this variant if WebAssembly has SIMD. Node.js 20 and later always has SIMD.
    compile('@jsquash/webp/codec/enc/webp_enc_simd.wasm').then((module) => initWebp(module)),
  ]);
  return loading;
}

/** Compiles a file of a package. infra/build/bundle-functions.ts copies the file to the same path beside the bundle. */
async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(modules.resolve(path)));
}

/** @throws Error if the PNG cannot be decoded. */
export function decode(png: Uint8Array): Promise<ImageData> {
  // The codec accepts only a whole buffer.
  return decodePng(new Uint8Array(png).buffer);
}

/**
 * Decodes a JPEG of at most `LIMITS.photoPixels`. The codec loads here, because few tasks need it.
 * @throws Error if the JPEG cannot be decoded, or needs too much memory.
 */
export async function decodeJpeg(jpeg: Uint8Array): Promise<Pixels> {
  const { default: codec } = await import('jpeg-js');
  const { data, width, height } = codec.decode(jpeg, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: LIMITS.photoPixels / 1_000_000,
    maxMemoryUsageInMB: 256,
  });
  return { data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength), width, height };
}

/** Encodes pixels as a PNG. */
export function encode({ data, width, height }: Pixels): Promise<ArrayBuffer> {
  return encodePng(new DecodedImage(new Uint8ClampedArray(data), width, height));
}

/** The quality of previews, from 0 to 100. At this quality, a preview of 480 px has 15 to 45 kB. */
const WEBP_QUALITY = 80;

/**
 * Encodes a PNG as a WebP that is `LIMITS.previewWidth` wide, and keeps the aspect ratio. A smaller image is not enlarged.
 * @throws Error if the PNG cannot be decoded.
 */
export async function encodePreview(png: Uint8Array): Promise<ArrayBuffer> {
  await loadCodecs();
  const image = await decode(png);
  const width = Math.min(image.width, LIMITS.previewWidth);
  const height = Math.max(1, Math.round((image.height * width) / image.width));
  // The corrections for transparent pixels and gamma are off: they cost time and are not visible at this size.
  const preview = await resize(image, { width, height, premultiply: false, linearRGB: false });
  return encodeWebp(preview, { quality: WEBP_QUALITY });
}

import decodePng, { init as initDecoder } from '@jsquash/png/decode.js';
import encodePng, { init as initEncoder } from '@jsquash/png/encode.js';
import { initResize } from '@jsquash/resize';
import { init as initWebp } from '@jsquash/webp/encode.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Pixels } from './compose.ts';

const modules = createRequire(import.meta.url);

/** Stands in for the browser's class of this name, which the codecs return. */
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
    // The variant that @jsquash/webp selects where WebAssembly has SIMD, which is everywhere in Node.js 20 and later.
    compile('@jsquash/webp/codec/enc/webp_enc_simd.wasm').then((module) => initWebp(module)),
  ]);
  return loading;
}

/** Compiles a file of a package. infra/build/functions.ts copies it to the same path beside the bundle. */
async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(modules.resolve(path)));
}

/** @throws Error if the PNG cannot be decoded. */
export function decode(png: Uint8Array): Promise<ImageData> {
  // The codec takes only a whole buffer.
  return decodePng(new Uint8Array(png).buffer);
}

/** Encodes pixels as a PNG. */
export function encode({ data, width, height }: Pixels): Promise<ArrayBuffer> {
  return encodePng(new DecodedImage(new Uint8ClampedArray(data), width, height));
}

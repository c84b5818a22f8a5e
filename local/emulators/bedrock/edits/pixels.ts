import decodePng, { init as initDecoder } from '@jsquash/png/decode.js';
import encodePng, { init as initEncoder } from '@jsquash/png/encode.js';
import resize, { initResize } from '@jsquash/resize';
import jpeg from 'jpeg-js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';

/** An image with four bytes (red, green, blue, alpha) for each pixel. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** Replaces the browser's class `ImageData`, which the codecs use. */
class DecodedImage implements ImageData {
  readonly colorSpace = 'srgb';
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

let loading: Promise<unknown> | undefined;

function loadCodecs(): Promise<unknown> {
  Object.assign(globalThis, { ImageData: DecodedImage });
  loading ??= Promise.all([
    compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm').then((module) =>
      Promise.all([initDecoder(module), initEncoder(module)]),
    ),
    compile('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm').then(initResize),
  ]);
  return loading;
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve(path)));
}

/** Decodes a PNG. @throws Error if the bytes are not a PNG. */
export async function decodePixels(png: Uint8Array): Promise<Pixels> {
  await loadCodecs();
  const { width, height, data } = await decodePng(new Uint8Array(png).buffer);
  return { width, height, data: new Uint8ClampedArray(data) };
}

export async function encodePixels({ width, height, data }: Pixels): Promise<Buffer> {
  await loadCodecs();
  return Buffer.from(await encodePng(new DecodedImage(data, width, height)));
}

const JPEG_QUALITY = 85;

export function encodeJpeg({ width, height, data }: Pixels): Uint8Array {
  return jpeg.encode({ width, height, data: Buffer.from(data.buffer) }, JPEG_QUALITY).data;
}

/** Resamples an image. @param factor the scale of each side. */
export async function enlarge({ width, height, data }: Pixels, factor: number): Promise<Pixels> {
  await loadCodecs();
  const size = { width: width * factor, height: height * factor };
  const { data: enlarged } = await resize(new DecodedImage(data, width, height), {
    ...size,
    premultiply: false,
    // Linear RGB would take four times as long. A stand-in does not need the small difference.
    linearRGB: false,
  });
  return { ...size, data: new Uint8ClampedArray(enlarged) };
}

export function createPixels(width: number, height: number): Pixels {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) };
}

/** Returns the color at a position. For a position outside of the image, returns the color of the nearest pixel. */
export function readColor({ width, height, data }: Pixels, x: number, y: number): readonly number[] {
  const column = Math.min(width - 1, Math.max(0, x));
  const row = Math.min(height - 1, Math.max(0, y));
  const at = (row * width + column) * 4;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0];
}

/** The end of the header. The header is always the first chunk (PNG specification, third edition, section 5.6). */
const HEADER_END = 33;
/** The type of a text chunk and the keyword of a comment (section 11.3.3.1). */
const PREFIX = 'tEXtComment\0';

/** Adds a text chunk after the header (section 11.3.3.2). */
export function addComment(png: Buffer, comment: string): Buffer {
  const chunk = Buffer.from(PREFIX + comment, 'latin1');
  const framed = Buffer.alloc(chunk.length + 8);
  framed.writeUInt32BE(chunk.length - 4, 0);
  chunk.copy(framed, 4);
  framed.writeUInt32BE(crc32(chunk), chunk.length + 4);
  return Buffer.concat([png.subarray(0, HEADER_END), framed, png.subarray(HEADER_END)]);
}

/** Returns the text that `addComment` has added, also if it follows other chunks. Returns an empty text for a PNG without a comment. */
export function readComment(png: Buffer): string {
  for (let start = HEADER_END; start + 8 < png.length;) {
    const end = start + 8 + png.readUInt32BE(start);
    const text = png.toString('latin1', start + 4, end);
    if (text.startsWith('IDAT')) return '';
    if (text.startsWith(PREFIX)) return text.slice(PREFIX.length);
    start = end + 4;
  }
  return '';
}

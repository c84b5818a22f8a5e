import codec from 'jpeg-js';
import { JPEGS, withDeclaredSize } from './jpegs.ts';
import { createPng } from './masks.ts';

const DARK = [40, 40, 40, 255];
const LIGHT = [220, 220, 220, 255];

/** Encodes a photo of this size as a JPEG: its left half is dark, and its right half is light. */
export function createPhoto(width: number, height: number): Buffer {
  const row = Array.from({ length: width }, (_, x) => (x < width / 2 ? DARK : LIGHT)).flat();
  const data = Buffer.alloc(width * height * 4, Uint8Array.from(row));
  return codec.encode({ data, width, height }, 90).data;
}

/** Adds Exif data with an orientation to a JPEG, as a camera does. */
export function withOrientation(jpeg: Buffer, orientation: number, isLittleEndian = true): Buffer {
  const tiff = Buffer.alloc(26);
  const write16 = (value: number, at: number) =>
    isLittleEndian ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  tiff.write(isLittleEndian ? 'II' : 'MM');
  write16(42, 2);
  // The first directory begins at byte 8. Its only entry is the tag, the type SHORT, the count 1 and the value.
  tiff[isLittleEndian ? 4 : 7] = 8;
  write16(1, 8);
  write16(0x01_12, 10);
  write16(3, 12);
  tiff[isLittleEndian ? 14 : 17] = 1;
  write16(orientation, 18);
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** A PNG chunk of an animation (PNG, third edition, section 11.3.2.1), in front of the image data. */
const ANIMATION = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex');
const HEADER_END = 33;

const withAnimation = (png: Buffer) =>
  Buffer.concat([png.subarray(0, HEADER_END), ANIMATION, png.subarray(HEADER_END)]);

/** The pictures that no photo can be made of, with the problem that the error names. Each is refused before it is decoded. */
export const BAD_PHOTOS: readonly (readonly [description: string, file: Buffer, problem: string])[] = [
  ['a PNG', createPng(640, 360), 'not a JPEG'],
  ['an animated PNG', withAnimation(createPng(640, 360)), 'not a JPEG'],
  ['an animated WebP', makeAnimatedWebp(), 'not a JPEG'],
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a JPEG'],
  ['a JPEG that is cut off', createPhoto(640, 360).subarray(0, -200), 'the JPEG is cut off'],
  ['a JPEG in CMYK', JPEGS.cmyk, 'the JPEG has CMYK colours instead of RGB'],
  [
    'a small file that claims billions of pixels',
    withDeclaredSize(JPEGS.baseline, 65_535, 65_535),
    'it has 65535 x 65535 pixels, more than 1920 x 1080',
  ],
  [
    'a photo with a side above 1920',
    withDeclaredSize(JPEGS.baseline, 1_928, 800),
    'it has 1928 x 800 pixels, more than 1920 x 1080',
  ],
  [
    'a photo of more pixels',
    withDeclaredSize(JPEGS.baseline, 1_600, 1_600),
    'it has 1600 x 1600 pixels, more than 1920 x 1080',
  ],
  ['a small photo', JPEGS.baseline, 'it is 128 x 72 pixels; both sides must have at least 320'],
  [
    'a photo that is too wide for the services',
    createPhoto(808, 320),
    'its longer side is more than 2.5 times the shorter one',
  ],
];

/** A container with the header of an animation (WebP container specification, "Extended file format"). */
function makeAnimatedWebp(): Buffer {
  const header = Buffer.from('524946460e00000057454250565038580a00000002000000', 'hex');
  return Buffer.concat([header, Buffer.from('7f0200670100', 'hex'), Buffer.from('ANIM'), Buffer.alloc(6)]);
}

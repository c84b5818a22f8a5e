import { Resvg } from '@resvg/resvg-js';
import jpeg from 'jpeg-js';

interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PNG of 16 by 9 pixels in one colour. @param pixels the Base64 text of its colour */
const png = (name: string, pixels: string): ImageFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    `iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAIAAAC0SDtlAAAAFElEQVR4nGO${pixels}AAAAAElFTkSuQmCC`,
    'base64',
  ),
});

export const RED = png('red.png', '4YGdHEmIY1TAoNAAAN6i6wZn80xQ');
export const GREEN = png('green.png', 'wWxBBEmIY1TAoNAAALZOuYV5SpeM');
export const BLUE = png('blue.png', 'wy7tGEmIY1TAoNAAAoCvdoTUxM0U');

/** A PNG that is large enough for a reference model, in portrait format. */
export const PHOTO: ImageFile = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400">
      <rect width="100%" height="100%" fill="#7c2d12"/><circle cx="150" cy="150" r="90" fill="#f59e0b"/>
    </svg>`,
  )
    .render()
    .asPng(),
};

export const CAMERA = 'Camera of Ada';

/**
 * A JPEG as a phone saves it in portrait format: the pixels are stored on their side, red on the left and blue on the right,
 * and the Exif metadata says to turn them clockwise (orientation 6), and names the camera.
 */
export const TURNED_PHOTO: ImageFile = {
  name: 'turned.jpg',
  mimeType: 'image/jpeg',
  buffer: takePhoto(400, 300),
};

/** A larger copy of that photo, from which a thumbnail can be made. */
export const TURNED_THUMBNAIL: ImageFile = {
  name: 'Day 1.jpg',
  mimeType: 'image/jpeg',
  buffer: takePhoto(1_600, 1_200),
};

function takePhoto(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const isLeft = pixel % width < width / 2;
    data.set(isLeft ? [220, 20, 20] : [20, 20, 220], pixel * 4);
  }
  const file = jpeg.encode({ data, width, height }, 90).data;
  return Buffer.concat([file.subarray(0, 2), createExif(), file.subarray(2)]);
}

/** An APP1 segment with two entries, Make (0x10f) and Orientation (0x112): Exif 2.32, section 4.6. */
function createExif(): Buffer {
  const make = Buffer.from(`${CAMERA}\0`);
  const tiff = Buffer.alloc(38);
  tiff.write('MM\0*');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  tiff.set([0x01, 0x0f, 0, 2, 0, 0, 0, make.length, 0, 0, 0, tiff.length], 10);
  tiff.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0], 22);
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff, make]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

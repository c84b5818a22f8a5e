/** The orientation of stored pixels says which turn makes a photo upright: 1 is upright (Exif 3.0, section 4.6.5.1.6). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const UPRIGHT = 1;
const APPLICATION_DATA = 0xe1;
const START_OF_SCAN = 0xda;
const ORIENTATION_TAG = 0x01_12;
const EXIF_HEADER = 'Exif\0\0';

/**
 * Reads the orientation of a JPEG that `readJpeg` accepts. A file without a readable orientation counts as upright, as browsers show
 * such a file.
 */
export function readOrientation(jpeg: Buffer): Orientation {
  for (let at = 2; at + 4 <= jpeg.length;) {
    // Any number of fill bytes may precede the marker.
    while (jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1];
    if (marker === undefined || marker === START_OF_SCAN || at + 4 > jpeg.length) return UPRIGHT;
    const segment = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    const isExif = segment.subarray(0, EXIF_HEADER.length).toString('latin1') === EXIF_HEADER;
    if (marker === APPLICATION_DATA && isExif) return readExif(segment.subarray(EXIF_HEADER.length));
    at += 4 + segment.length;
  }
  return UPRIGHT;
}

/** Reads the tag from the first directory of TIFF data (TIFF 6.0, section 2). */
function readExif(tiff: Buffer): Orientation {
  const isLittleEndian = tiff.subarray(0, 2).toString('latin1') === 'II';
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const read16 = (at: number) => (at + 2 <= tiff.length ? view.getUint16(at, isLittleEndian) : 0);
  const read32 = (at: number) => (at + 4 <= tiff.length ? view.getUint32(at, isLittleEndian) : 0);
  const directory = read32(4);
  const entries = read16(directory);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > tiff.length) return UPRIGHT;
    if (read16(at) === ORIENTATION_TAG) return toOrientation(read16(at + 8));
  }
  return UPRIGHT;
}

function toOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : UPRIGHT;
}

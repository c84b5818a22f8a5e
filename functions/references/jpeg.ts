export interface ImageSize {
  width: number;
  height: number;
}

/** Second bytes of the markers (ITU-T T.81, table B.1); the first byte is always 0xFF. */
const MARKER = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda } as const;

/** Baseline, extended sequential and progressive. Common decoders do not read the other frame types. */
const SUPPORTED_FRAMES = [0xc0, 0xc1, 0xc2];

/** SOF0 to SOF15, without the tables DHT, JPG and DAC, whose codes lie between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/**
 * Reads the size of a complete JPEG in greyscale or RGB (YCbCr). It follows all markers to the end of the image, so that
 * a file that is cut off fails here, not at the image model. It does not decode the image.
 * @throws Error whose message is the reason, to follow a colon: `not a JPEG`, `the JPEG is cut off`, ...
 */
export function readJpegSize(bytes: Buffer): ImageSize {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.startOfImage) throw new Error('not a JPEG');
  let size: ImageSize | undefined;
  let hasScan = false;
  let position = 2;
  for (;;) {
    const marker = readMarker(bytes, position);
    if (marker.code === MARKER.endOfImage) {
      if (size === undefined || !hasScan) throw new Error('the JPEG contains no image');
      return size;
    }
    const start = marker.end + 2;
    const end = marker.end + readUint16(bytes, marker.end);
    if (end > bytes.length) throw new Error('the JPEG is cut off');
    if (end < start) throw new Error('the JPEG is damaged');
    if (isFrame(marker.code)) {
      if (size !== undefined) throw new Error('the JPEG is damaged');
      size = readFrame(marker.code, bytes.subarray(start, end));
    }
    const isScan = marker.code === MARKER.startOfScan;
    hasScan ||= isScan;
    position = isScan ? findScanEnd(bytes, end) : end;
  }
}

/** Reads the marker at a position. It may follow any number of fill bytes 0xFF (T.81, section B.1.1.2). */
function readMarker(bytes: Buffer, position: number): { code: number; end: number } {
  let next = position;
  while (bytes[next] === 0xff) next += 1;
  const code = bytes[next];
  if (code === undefined) throw new Error('the JPEG is cut off');
  if (next === position) throw new Error('the JPEG is damaged');
  return { code, end: next + 1 };
}

/** Finds the marker after the compressed data, in which FF 00 is a data byte and FF D0 to FF D7 are restart markers. */
function findScanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new Error('the JPEG is cut off');
}

/** A frame header: sample precision, height, width, number of components (T.81, section B.2.2). */
function readFrame(code: number, header: Buffer): ImageSize {
  if (!SUPPORTED_FRAMES.includes(code)) throw new Error('the JPEG has an unusual compression');
  if (header.length < 6) throw new Error('the JPEG is damaged');
  const [precision, components] = [header[0], header[5]];
  if (precision !== 8) throw new Error(`the JPEG has ${precision} bits per channel instead of 8`);
  if (components === 4) throw new Error('the JPEG has CMYK colours instead of RGB');
  if (components !== 1 && components !== 3) throw new Error('the JPEG is damaged');
  const size = { height: readUint16(header, 1), width: readUint16(header, 3) };
  if (size.width === 0 || size.height === 0) throw new Error('the JPEG states no size');
  return size;
}

function readUint16(bytes: Buffer, position: number): number {
  if (position + 2 > bytes.length) throw new Error('the JPEG is cut off');
  return bytes.readUInt16BE(position);
}

export interface Jpeg {
  width: number;
  height: number;
  /** The file up to its end marker. Some cameras, and attackers, append other data. */
  image: Buffer;
}

/** The second bytes of the markers (ITU-T T.81, table B.1). The first byte is always 0xFF. */
const MARKER = {
  huffmanTables: 0xc4,
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  quantizationTables: 0xdb,
  restartInterval: 0xdd,
  comment: 0xfe,
} as const;

/** The frame types baseline, extended sequential and progressive. Common decoders do not read the other frame types. */
const SUPPORTED_FRAMES = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;

/** The most scans. A decoder reads the whole image again for each scan. Encoders make about ten scans. */
const MAX_SCANS = 100;

const DAMAGED = 'the JPEG is damaged';

interface Frame extends Pick<Jpeg, 'width' | 'height'> {
  isProgressive: boolean;
  /** The quantization table of each component. */
  components: ReadonlyMap<number, number>;
}

/** The tables that were defined before a scan. */
interface Tables {
  /** The Huffman tables: the class (0: DC, 1: AC) is in the upper four bits, and the destination is in the lower four bits. */
  huffman: Set<number>;
  quantization: Set<number>;
}

/** Returns true for the markers SOF0 to SOF15. The codes of the tables DHT, JPG and DAC lie between these markers. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/**
 * Returns true for segments that can be skipped, because decoding or this check does not need them: application data, comments, the restart
 * interval.
 */
function isSkipped(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === MARKER.comment || marker === MARKER.restartInterval;
}

/**
 * Reads the size of a complete JPEG in greyscale or RGB (YCbCr). Follows all markers to the end of the image, and requires the tables of
 * each scan. A file that no decoder can read therefore fails here, and not at the image model. Does not decode the image.
 * @throws Error whose message is the reason, and follows a colon: `not a JPEG`, `the JPEG is cut off`, ...
 */
export function readJpeg(file: Buffer): Jpeg {
  if (file[0] !== 0xff || file[1] !== MARKER.startOfImage) throw new Error('not a JPEG');
  const tables: Tables = { huffman: new Set(), quantization: new Set() };
  const scanned = new Set<number>();
  let frame: Frame | undefined;
  let scans = 0;
  let position = 2;
  for (;;) {
    const marker = readMarker(file, position);
    if (marker.code === MARKER.endOfImage) {
      if (frame === undefined || scanned.size < frame.components.size) {
        throw new Error('the JPEG contains no image');
      }
      const { width, height } = frame;
      return { width, height, image: file.subarray(0, marker.end) };
    }
    const segment = readSegment(file, marker.end);
    position = marker.end + 2 + segment.length;
    if (isFrame(marker.code)) {
      if (frame !== undefined) throw new Error(DAMAGED);
      frame = readFrame(marker.code, segment);
    } else if (marker.code === MARKER.huffmanTables) {
      readHuffmanTables(segment, tables.huffman);
    } else if (marker.code === MARKER.quantizationTables) {
      readQuantizationTables(segment, tables.quantization);
    } else if (marker.code === MARKER.startOfScan) {
      if (frame === undefined) throw new Error(DAMAGED);
      scans += 1;
      if (scans > MAX_SCANS) throw new Error(`the JPEG has more than ${MAX_SCANS} scans`);
      for (const component of readScan(segment, frame, tables)) scanned.add(component);
      position = findScanEnd(file, position);
    } else if (!isSkipped(marker.code)) {
      throw new Error(DAMAGED);
    }
  }
}

/** Reads the marker at a position. Any number of fill bytes 0xFF may precede the marker (T.81, section B.1.1.2). */
function readMarker(file: Buffer, position: number): { code: number; end: number } {
  let next = position;
  while (file[next] === 0xff) next += 1;
  const code = file[next];
  if (code === undefined) throw new Error('the JPEG is cut off');
  if (next === position) throw new Error(DAMAGED);
  return { code, end: next + 1 };
}

/** Returns the content of a segment, which begins with its length. */
function readSegment(file: Buffer, start: number): Buffer {
  const end = start + readUint16(file, start);
  if (end > file.length) throw new Error('the JPEG is cut off');
  if (end < start + 2) throw new Error(DAMAGED);
  return file.subarray(start + 2, end);
}

/** Finds the marker after the compressed data. In the data, FF 00 is a data byte, and FF D0 to FF D7 are restart markers. */
function findScanEnd(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1];
    if (next !== undefined && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new Error('the JPEG is cut off');
}

/** Reads a frame header: precision, height, width, and three bytes for each component (T.81, section B.2.2). */
function readFrame(code: number, header: Buffer): Frame {
  if (!SUPPORTED_FRAMES.includes(code)) throw new Error('the JPEG has an unusual compression');
  if (header.length < 6) throw new Error(DAMAGED);
  const [precision, count] = [header[0], header[5]];
  if (precision !== 8) throw new Error(`the JPEG has ${precision} bits per channel instead of 8`);
  if (count === 4) throw new Error('the JPEG has CMYK colours instead of RGB');
  if (count !== 1 && count !== 3) throw new Error(DAMAGED);
  const size = { height: readUint16(header, 1), width: readUint16(header, 3) };
  if (size.width === 0 || size.height === 0) throw new Error('the JPEG states no size');
  const components = new Map<number, number>();
  for (let at = 6; at + 2 < header.length; at += 3) {
    components.set(header.readUInt8(at), header.readUInt8(at + 2));
  }
  if (header.length !== 6 + 3 * count || components.size !== count) throw new Error(DAMAGED);
  return { ...size, isProgressive: code === PROGRESSIVE, components };
}

/** Reads Huffman tables: class and destination, the number of codes of each length, and the symbols (T.81, section B.2.4.2). */
function readHuffmanTables(segment: Buffer, defined: Set<number>): void {
  for (let at = 0; at < segment.length;) {
    const destination = segment.readUInt8(at);
    const lengths = segment.subarray(at + 1, at + 17);
    // The number of unused codes of the current length. A code must not consist of only 1 bits, so at least one code always stays unused.
    let left = 1;
    let symbols = 0;
    for (const count of lengths) {
      left = 2 * left - count;
      symbols += count;
      if (left < 1) throw new Error(DAMAGED);
    }
    at += 17 + symbols;
    if ((destination & 0xec) !== 0 || at > segment.length) throw new Error(DAMAGED);
    defined.add(destination);
  }
}

/** Reads quantization tables: precision and destination, and 64 values of one or two bytes (T.81, section B.2.4.1). */
function readQuantizationTables(segment: Buffer, defined: Set<number>): void {
  for (let at = 0; at < segment.length;) {
    const precisionAndDestination = segment.readUInt8(at);
    at += precisionAndDestination < 0x10 ? 65 : 129;
    if ((precisionAndDestination & 0xec) !== 0 || at > segment.length) throw new Error(DAMAGED);
    defined.add(precisionAndDestination & 0x03);
  }
}

/**
 * Reads a scan header: two bytes for each component, and three bytes that select the part of the coefficients (T.81, sections B.2.3 and
 * G.1.1.1).
 * @returns the components whose image the scan contains. A scan with only a refinement does not count.
 */
function readScan(header: Buffer, { isProgressive, components }: Frame, tables: Tables): number[] {
  const count = header[0] ?? 0;
  if (count < 1 || count > components.size || header.length !== 4 + 2 * count) throw new Error(DAMAGED);
  const isFromDc = !isProgressive || header[2 * count + 1] === 0;
  const isFirst = !isProgressive || header.readUInt8(2 * count + 3) < 0x10;
  const scanned: number[] = [];
  for (let at = 1; at < 2 * count; at += 2) {
    const component = header.readUInt8(at);
    const selectors = header.readUInt8(at + 1);
    const quantization = components.get(component);
    if (quantization === undefined) throw new Error(DAMAGED);
    const needed = [
      // A refinement of the DC coefficient is not coded.
      ...(isFromDc && isFirst ? [selectors >> 4] : []),
      ...(isProgressive && isFromDc ? [] : [0x10 | (selectors & 0x0f)]),
    ];
    if (!tables.quantization.has(quantization) || !needed.every((table) => tables.huffman.has(table))) {
      throw new Error('the JPEG lacks a table for its decoding');
    }
    if (isFromDc && isFirst) scanned.push(component);
  }
  return scanned;
}

function readUint16(bytes: Buffer, position: number): number {
  if (position + 2 > bytes.length) throw new Error('the JPEG is cut off');
  return bytes.readUInt16BE(position);
}

/** A part of a file: ISO/IEC 14496-12 calls it a box, and QuickTime an atom. */
interface Box {
  type: string;
  /** The contents without the header. */
  data: DataView;
}

/** A box that is not read yet. */
interface FileBox {
  type: string;
  /** The contents without the header. */
  contents: Blob;
}

/** The longest header, in bytes: a size of 64 bits follows the type. */
const HEADER_BYTES = 16;

/** Lists the outer boxes of a file, or the boxes in the contents of a box. Reads only their headers, and stops at a box that is incomplete. */
export async function* listFileBoxes(file: Blob): AsyncGenerator<FileBox> {
  let offset = 0;
  while (offset + 8 <= file.size) {
    const header = new DataView(await file.slice(offset, offset + HEADER_BYTES).arrayBuffer());
    let size = header.getUint32(0);
    const isLong = size === 1 && header.byteLength === HEADER_BYTES;
    if (isLong) size = Number(header.getBigUint64(8));
    if (size === 0) size = file.size - offset; // The last box extends to the end of the file.
    if (size < 8 || offset + size > file.size) return;
    yield { type: readType(header, 4), contents: file.slice(offset + (isLong ? 16 : 8), offset + size) };
    offset += size;
  }
}

export const readType = (data: DataView, offset: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => data.getUint8(offset + index)));

/** Lists the boxes in the contents of a box. */
export function* listBoxes(data: DataView): Generator<Box> {
  let offset = 0;
  while (offset + 8 <= data.byteLength) {
    const size = data.getUint32(offset);
    if (size < 8 || offset + size > data.byteLength) return;
    const contents = new DataView(data.buffer, data.byteOffset + offset + 8, size - 8);
    yield { type: readType(data, offset + 4), data: contents };
    offset += size;
  }
}

/** Finds a box by its path. */
export function findBox(data: DataView, ...path: readonly string[]): DataView | undefined {
  const [first, ...rest] = path;
  for (const box of listBoxes(data)) {
    if (box.type === first) return rest.length === 0 ? box.data : findBox(box.data, ...rest);
  }
  return undefined;
}

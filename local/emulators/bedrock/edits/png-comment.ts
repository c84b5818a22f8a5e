import { crc32 } from 'node:zlib';

/** The end of the header, which is always the first chunk (PNG specification, third edition, section 5.6). */
const HEADER_END = 33;
/** The type of a text chunk, and the keyword of a comment (section 11.3.3.1). */
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

/** The text that `addComment` has added, also behind other chunks; empty for a PNG without one. */
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

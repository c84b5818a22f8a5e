import { addXmpToJpeg, addXmpToPng, xmpPacket } from '#contract/design/image-metadata.ts';
import { readFileMark } from '#contract/file-mark.ts';
import type { ImageMark } from '#contract/image-mark.ts';

/** The size of the parts in which a file is read, in bytes: each part takes the page a moment. */
const PART_BYTES = 4_000_000;
/** The bytes that two parts share. A term that begins in one part and ends in the next part is then found. */
const SHARED_BYTES = 100;

/** Reads the mark of AI that a file has already. */
export async function readMark(file: Blob): Promise<ImageMark> {
  let mark: ImageMark = 'none';
  for (let start = 0; start < file.size; start += PART_BYTES) {
    const part = await file.slice(start, start + PART_BYTES + SHARED_BYTES).arrayBuffer();
    const found = readFileMark(new Uint8Array(part));
    if (found === 'composite') return found;
    if (found !== 'none') mark = found;
  }
  return mark;
}

/** Adds the mark of a file to the JPEG or PNG that a canvas made of the file: a canvas drops the metadata. */
export const copyMark = async (file: Blob, encoded: Blob): Promise<Blob> =>
  await addMark(await readMark(file), encoded);

/** Adds a mark of AI to a JPEG or PNG. @throws TypeError if the bytes are of another type */
export async function addMark(mark: ImageMark, encoded: Blob, type = encoded.type): Promise<Blob> {
  if (mark === 'none') return encoded;
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const addXmp = type === 'image/png' ? addXmpToPng : addXmpToJpeg;
  return new Blob([addXmp(bytes, xmpPacket(mark))], { type });
}

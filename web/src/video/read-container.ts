import type { Container } from './container.ts';
import { readMp4 } from './read-mp4.ts';
import { readWebm } from './read-webm.ts';

/** The types of a first box of MP4 and QuickTime files. Files of early cameras begin without `ftyp`. */
const MP4 = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']);
const EBML = '\u001aE\u00df\u00a3';

/** Reads the header of a video file. Undefined for another format, and for a header that cannot be read. @throws the error of a file that cannot be read */
export async function readContainer(file: File): Promise<Container | undefined> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const text = String.fromCharCode(...head);
  try {
    if (MP4.has(text.slice(4, 8))) return await readMp4(file);
    if (text.startsWith(EBML)) return await readWebm(file);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // A damaged header leads out of its data.
  }
  return undefined;
}

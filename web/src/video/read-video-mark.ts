import type { ImageMark } from '#contract/image-mark.ts';
import { readMark } from '../lib/copy-mark.ts';
import { listFileBoxes } from './list-boxes.ts';

/** The boxes with metadata: XMP and C2PA manifests in `uuid`, and the metadata of QuickTime in `udta` and `meta`. */
const METADATA = new Set(['uuid', 'udta', 'meta']);

/**
 * Reads the mark of AI that an MP4 or a QuickTime file has. The pictures of the video are not read. A file with both marks is a composite.
 * @throws the error of a file that cannot be read
 */
export async function readVideoMark(file: Blob): Promise<ImageMark> {
  let mark: ImageMark = 'none';
  for await (const { type, contents } of listFileBoxes(file)) {
    if (type !== 'moov' && !METADATA.has(type)) continue;
    const found = type === 'moov' ? await readVideoMark(contents) : await readMark(contents);
    if (found === 'composite') return found;
    if (found !== 'none') mark = found;
  }
  return mark;
}

/** This thread paints edits. */
import { parentPort } from 'node:worker_threads';
import { eraseArea, extendImage, recolorImage, replaceArea, type Margins, type Mask } from './paint.ts';
import { decodePixels, encodeJpeg, encodePixels, enlarge, type Pixels } from './pixels.ts';

/** A checked description of an edit to paint. */
export type PaintTask =
  | { kind: 'erase'; image: Pixels; mask: Mask }
  /** @param picture a PNG of the new content. */
  | { kind: 'replace'; image: Pixels; mask: Mask; picture: Uint8Array }
  | { kind: 'recolor'; image: Pixels; hue: number; target: number | undefined }
  | { kind: 'extend'; image: Pixels; margins: Margins }
  | { kind: 'enlarge'; image: Pixels; factor: number; format: 'png' | 'jpeg' };

async function paint(task: PaintTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'erase':
      return encodePixels(eraseArea(task.image, task.mask));
    case 'replace':
      return encodePixels(replaceArea(task.image, task.mask, await decodePixels(task.picture)));
    case 'recolor':
      return encodePixels(recolorImage(task.image, task.hue, task.target));
    case 'extend':
      return encodePixels(extendImage(task.image, task.margins));
    case 'enlarge': {
      const enlarged = await enlarge(task.image, task.factor);
      return task.format === 'png' ? encodePixels(enlarged) : encodeJpeg(enlarged);
    }
  }
}

// Only `paintInThread` starts this file. An error ends the thread, and reaches `paintInThread`.
parentPort?.on(
  'message',
  (task: PaintTask) => void paint(task).then((image) => parentPort?.postMessage(image)),
);

import { drawCanvas } from '../../../lib/render/draw-design.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { FRAME } from './areas.ts';

/** Some browsers find faces on the device (https://wicg.github.io/shape-detection-api/). */
interface FaceDetector {
  detect(image: HTMLCanvasElement): Promise<{ boundingBox: Rect }[]>;
}

export const findDetector = () => (globalThis as { FaceDetector?: new () => FaceDetector }).FaceDetector;

/** The picture in which faces were looked for last, and the faces. */
let last: { image: FinishedImage['image']; key: string; faces: Promise<readonly Rect[]> } | undefined;

/**
 * Reports the faces of the image and of its cut-outs, in pixels of the frame, unless the returned function was called before. Reports
 * undefined if the browser cannot look for faces.
 */
export function detectFaces(
  finished: FinishedImage,
  report: (faces: readonly Rect[] | undefined) => void,
): () => void {
  let isCurrent = true;
  const tell = (faces?: readonly Rect[]) => {
    if (isCurrent) report(faces);
  };
  findFaces(finished).then(tell, () => tell());
  return () => {
    isCurrent = false;
  };
}

/** @throws the errors of the browser, which may have no detector installed */
function findFaces(finished: FinishedImage): Promise<readonly Rect[]> {
  const Detector = findDetector();
  if (Detector === undefined) return Promise.reject(new Error('This browser finds no faces.'));
  const { image } = finished;
  // Words and shapes in front of a face would hide it from the browser.
  const layers = finished.design.layers.filter(({ kind }) => kind === 'cutout');
  const design = { ...finished.design, layers };
  const key = JSON.stringify([design, [...finished.cutouts.keys()]]);
  if (last?.image !== image || last.key !== key) {
    last = { image, key, faces: detect(new Detector(), { ...finished, design }) };
  }
  return last.faces;
}

async function detect(detector: FaceDetector, picture: FinishedImage): Promise<readonly Rect[]> {
  const found = await detector.detect(drawCanvas(picture, FRAME));
  return found.map(({ boundingBox: { x, y, width, height } }) => ({ x, y, width, height }));
}

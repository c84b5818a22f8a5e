import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { Design, Layer } from '#contract/design/design.ts';
import { drawOnCanvas } from '../../../lib/canvas.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage, Rect, Size } from '../../../lib/render/finished-image.ts';
import { addLayer, reorderLayer } from './edit-design.ts';
import { MEASURED_SIZE, measureBusyness } from './measure-picture.ts';
import { placeLayer } from './place-layer.ts';

export { fitWords } from './place-layer.ts';
import type { Cutouts } from './use-cutouts.ts';

/** A new layer at its place, and the function that adds it to a design. */
interface Placed {
  layer: Layer;
  edit?: typeof addLayer;
}

/** Gives a new layer its place on an image, beside the layers and the faces that are there. A cut-out goes behind the texts. */
export function placeOn(
  layer: Layer,
  finished: FinishedImage,
  { list, bitmaps }: Cutouts,
  faces: readonly Rect[],
): Placed {
  const listed = list.status === 'success' ? list.data : [];
  const cutouts = new Map<string, Size>([...listed.map((each) => [each.id, each] as const), ...bitmaps]);
  const scene = { busyness: measure(finished), faces, layers: finished.design.layers, cutouts };
  const placed = placeLayer(layer, scene);
  return layer.kind === 'cutout' && layer.isPicture !== true
    ? { layer: placed, edit: addBehindTexts }
    : { layer: placed };
}

/** Adds a layer behind all texts, so that it covers no word. Returns the same design when the limits do not allow it. */
function addBehindTexts(design: Design, layer: Layer): Design {
  const firstText = design.layers.findIndex(({ kind }) => kind === 'text');
  const added = addLayer(design, layer);
  return firstText === -1 || added === design
    ? added
    : reorderLayer(added, layer.id, firstText - design.layers.length);
}

/** Measures the image without its layers. Returns undefined if the browser has no canvas. */
function measure({ design, ...rest }: FinishedImage): readonly number[] | undefined {
  try {
    const canvas = drawOnCanvas(MEASURED_SIZE, (context) =>
      drawDesign(context, { ...rest, design: { ...design, layers: [] } }),
    );
    const { width, height } = MEASURED_SIZE;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height);
    return pixels && measureBusyness(pixels.data);
  } catch {
    // The layer gets its place without the picture.
    return undefined;
  }
}

/** Some browsers find faces on the device (https://wicg.github.io/shape-detection-api/). */
interface FaceDetector {
  detect(image: HTMLCanvasElement): Promise<{ boundingBox: Rect }[]>;
}

const findDetector = () => (globalThis as { FaceDetector?: new () => FaceDetector }).FaceDetector;

/** Reports the faces in a rendering, in pixels of the frame, unless the returned function was called before. */
export function detectFaces(canvas: HTMLCanvasElement, report: (faces: readonly Rect[]) => void): () => void {
  let isCurrent = true;
  findFaces(canvas).then(
    (faces) => isCurrent && report(faces),
    () => undefined, // The faces of the last rendering stay.
  );
  return () => {
    isCurrent = false;
  };
}

/** Finds no faces in a browser without the interface. @throws the errors of the browser, which may have no detector installed */
async function findFaces(canvas: HTMLCanvasElement): Promise<readonly Rect[]> {
  const Detector = findDetector();
  if (Detector === undefined) return [];
  const scale = DESIGN_LIMITS.frameWidth / canvas.width;
  const found = await new Detector().detect(canvas);
  return found.map(({ boundingBox: { x, y, width, height } }) => ({
    x: x * scale,
    y: y * scale,
    width: width * scale,
    height: height * scale,
  }));
}

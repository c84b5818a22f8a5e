import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import { drawOnCanvas } from '../../../lib/canvas.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import type { FinishedImage, Rect, Size } from '../../../lib/render/finished-image.ts';
import { addLayer, reorderLayer } from './edit-design.ts';
import { MEASURED_SIZE, measureBusyness } from './measure-picture.ts';
import { placeLayer } from './place-layer.ts';

export { detectFaces } from './detect-faces.ts';
export { fillTexts, fitTexts } from './fit-texts.ts';
export { fitLate, fitLater, fitNowOrLater } from './late-fits.ts';
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
  { list, bitmaps }: Pick<Cutouts, 'list' | 'bitmaps'>,
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

/** Gives a text of an image another place, as if the text were new. */
export function placeAgain(layer: TextLayer, finished: FinishedImage, faces: readonly Rect[]): TextLayer {
  const { design, cutouts } = finished;
  const layers = design.layers.filter(({ id }) => id !== layer.id);
  return placeLayer(layer, { busyness: measure(finished), faces, layers, cutouts });
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

import type { Layer as PsdLayer, Psd } from 'ag-psd';
import type { Layer } from '#contract/design/design.ts';
import { isEmptyPlace } from '#contract/design/person-place.ts';
import { xmpPacket } from '#contract/design/image-metadata.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { drawOnCanvas } from '../canvas.ts';
import { HiddenPixelsError, hidesPixels } from '../export/hidden-pixels.ts';
import { drawCanvas, drawLayers } from '../render/draw-design.ts';
import { EMPTY_DESIGN } from '../render/finished-image.ts';
import type { FinishedImage, MarkedImage, Size } from '../render/finished-image.ts';
import { listTexts, loadFonts } from '../render/fonts.ts';
import { prepareImage } from '../render/prepare-image.ts';
import { createEditableText, isPlainText, toPlainText } from './editable-text.ts';
import { cropToInk } from './crop-to-ink.ts';
import { findPsdMark } from './find-psd-mark.ts';
import { writeInWorker } from './write-in-worker.ts';

/** Files of this resolution have one point for each pixel, so sizes of letters are the same in both. */
const PIXELS_PER_INCH = 72;

interface PsdSettings {
  size: Size;
  /** Names a layer as the page does. */
  nameLayer: (layer: Layer) => string;
}

/**
 * Makes a Photoshop file with the image and each layer in its place. Its flattened picture is the export. Import it lazily.
 * @throws HiddenPixelsError; FontsNotLoadedError when a font of the design cannot be loaded; Error when the browser cannot write the file
 */
export async function exportPsd(finished: MarkedImage, settings: PsdSettings): Promise<Blob> {
  if (hidesPixels()) throw new HiddenPixelsError();
  const layers = finished.design.layers.filter((layer) => !isEmptyPlace(layer));
  // Hidden texts are in the file as well.
  const shown = layers.map((layer) => ({ ...layer, hidden: false }));
  await loadFonts(listTexts({ ...finished.design, layers: shown }));
  const { size } = settings;
  const mark = findPsdMark(finished);
  const psd: Psd = {
    ...size,
    imageData: readPixels(drawCanvas(finished, size)),
    children: [drawImage(finished, size), ...layers.map(createLayer(finished, settings))],
    imageResources: {
      resolutionInfo: {
        horizontalResolution: PIXELS_PER_INCH,
        horizontalResolutionUnit: 'PPI',
        widthUnit: 'Inches',
        verticalResolution: PIXELS_PER_INCH,
        verticalResolutionUnit: 'PPI',
        heightUnit: 'Inches',
      },
      ...(mark !== 'none' && { xmpMetadata: xmpPacket(mark) }),
    },
  };
  return new Blob([await writeInWorker(psd)], { type: 'image/vnd.adobe.photoshop' });
}

function drawImage({ image, design }: FinishedImage, size: Size): PsdLayer {
  const canvas = drawOnCanvas(size, (context) => context.drawImage(prepareImage(image, design, size), 0, 0));
  return { name: 'Image', left: 0, top: 0, imageData: readPixels(canvas) };
}

function createLayer(finished: FinishedImage, { size, nameLayer }: PsdSettings) {
  return (layer: Layer): PsdLayer => {
    const shared = { name: nameLayer(layer), hidden: layer.hidden ?? false, opacity: layer.opacity ?? 1 };
    const picture = drawLayer(finished, layer, size);
    if (layer.kind !== 'text' || !hasVisibleCharacter(layer.text)) return { ...shared, ...picture };
    const editable = createEditableText(layer, size.width / DESIGN_LIMITS.frameWidth);
    if (isPlainText(layer)) return { ...shared, ...picture, ...editable };
    return {
      ...shared,
      children: [
        { name: 'Picture', ...picture },
        { name: 'Words', hidden: true, ...drawLayer(finished, toPlainText(layer), size), ...editable },
      ],
    };
  };
}

/** The pixels of a layer and their place. A layer has no pixels if its cut-out is missing. Opacity is a property of the file's layer. */
function drawLayer(finished: FinishedImage, layer: Layer, size: Size): PsdLayer {
  const alone = { ...layer, hidden: false, opacity: 1 };
  const canvas = drawOnCanvas(size, (context) =>
    drawLayers(context, { ...finished, design: { ...EMPTY_DESIGN, layers: [alone] } }),
  );
  return cropToInk(readPixels(canvas)) ?? {};
}

function readPixels(canvas: HTMLCanvasElement) {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser has no 2D canvas.');
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data };
}

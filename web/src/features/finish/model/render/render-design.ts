import type { TextLayer } from '../../../../../../contract/design.ts';
import { drawDesign } from './draw-design.ts';
import type { FinishedImage, Size } from './finished-image.ts';
import { loadFonts } from './fonts.ts';

/**
 * Renders a finished image.
 * @param size 16:9, in pixels
 * @throws FontsNotLoadedError when a font of the design cannot be loaded; Error when the browser has no canvas
 */
export async function renderDesign(finished: FinishedImage, size: Size): Promise<HTMLCanvasElement> {
  await loadFonts(finished.design.layers.filter((layer): layer is TextLayer => layer.kind === 'text'));
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas.');
  drawDesign(context, finished);
  return canvas;
}

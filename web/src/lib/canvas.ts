import type { Size } from './export/frame.ts';

/** A canvas with what `draw` draws. Images become smaller smoothly. @throws Error when the browser has no canvas */
export function drawOnCanvas(
  { width, height }: Size,
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser has no 2D canvas.');
  context.imageSmoothingQuality = 'high';
  draw(context);
  return canvas;
}

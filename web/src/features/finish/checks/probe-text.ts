import type { Layer, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { layerBounds } from '../editor/layer-box.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import { EMPTY_DESIGN } from '../../../lib/render/finished-image.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { cssFont, shownText } from '../../../lib/render/fonts.ts';
import { measureText } from '../../../lib/render/layout-text.ts';
import { PROBE_SIZE } from '../editor/areas.ts';
import type { TextProbe } from './check-texts.ts';
import type { Pixels } from './contrast.ts';

/** Renders and measures every text of a design for the checks. Its fonts must be loaded. */
export function probeText({ image, design, cutouts }: FinishedImage): TextProbe[] {
  const probes: TextProbe[] = [];
  // Each rendering is drawn on the rendering of the layers below, so that the large image is scaled only once.
  let below = draw({ image, cutouts, design: { ...design, layers: [] } });
  const drawOn = ({ canvas }: CanvasRenderingContext2D, ...layers: Layer[]) =>
    draw({ image: canvas, cutouts, design: { ...EMPTY_DESIGN, layers } });
  for (const [index, layer] of design.layers.entries()) {
    if (layer.kind === 'text' && layer.text.trim() !== '' && !layer.hidden) {
      const black = drawOn(below, { ...layer, color: '#000000', gradient: undefined });
      const white = drawOn(below, { ...layer, color: '#ffffff', gradient: undefined });
      const above = design.layers.slice(index + 1);
      probes.push({
        layer,
        black: readPixels(black),
        white: readPixels(white),
        ...(above.length > 0 && {
          covered: { black: readPixels(drawOn(black, ...above)), white: readPixels(drawOn(white, ...above)) },
        }),
        letters: lettersRect(layer),
        letterHeight: letterHeight(layer),
      });
    }
    below = drawOn(below, layer);
  }
  return probes;
}

/** The upright rectangle around the letters of a layer, without its plate, in the frame. Its font must be loaded. */
export const lettersRect = ({ plate: _plate, ...layer }: TextLayer): Rect => layerBounds(layer, new Map());

function draw(finished: FinishedImage): CanvasRenderingContext2D {
  const context = createContext();
  drawDesign(context, finished);
  return context;
}

function createContext(): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), PROBE_SIZE);
  // The pixels of the canvas are read. This is fast only if they are not on the graphics card.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no 2D canvas.');
  return context;
}

const readPixels = (context: CanvasRenderingContext2D): Pixels =>
  context.getImageData(0, 0, PROBE_SIZE.width, PROBE_SIZE.height);

/** Measured in large type: the browser rounds the heights of small letters to whole pixels. */
function letterHeight(layer: TextLayer): number {
  const size = DESIGN_LIMITS.textSize.most;
  const letter = /\p{Ll}/u.test(shownText(layer)) ? 'x' : 'H';
  const { actualBoundingBoxAscent = 0 } = measureText(cssFont({ ...layer, size }), letter) ?? {};
  return (actualBoundingBoxAscent * layer.size) / size;
}

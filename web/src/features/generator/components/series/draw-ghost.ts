import type { Layer, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { withFinished } from '../../../../api/with-finished.ts';
import { drawOnCanvas } from '../../../../lib/canvas.ts';
import { drawLayers } from '../../../../lib/render/draw-design.ts';
import { loadFonts } from '../../../../lib/render/fonts.ts';
import { layoutTextLayer } from '../../../../lib/render/layout-text.ts';
import { isPerson } from '../../model/read-series.ts';

/** Enough for a drawing that is translucent. */
const SIZE = { width: 960, height: 540 } as const;

/** The distance between the words and the box that stands for them, in pixels of the frame. */
const BOX_MARGIN = 20;

/** The place of the words of a text layer, in percent of the frame. */
export interface GhostBox {
  id: string;
  left: number;
  top: number;
  width: number;
  height: number;
  rotation: number;
}

/** Drawings of a design without its image and its words. */
export interface Ghost {
  /** Undefined if the design has no such layers. */
  people: HTMLCanvasElement | undefined;
  layout: HTMLCanvasElement | undefined;
  boxes: readonly GhostBox[];
}

/** Draws the layers of a thumbnail. @throws the errors of `withFinished` */
export async function drawGhost(
  thumbnailId: string,
  all: readonly Layer[],
  signal: AbortSignal,
): Promise<Ghost> {
  const layers = all.filter(({ hidden }) => !hidden);
  const texts = layers.filter((layer) => layer.kind === 'text').map(fillEmpty);
  const people = layers.filter(isPerson);
  const others = layers.filter((layer) => layer.kind !== 'text' && !isPerson(layer));
  await loadFonts(texts);
  const boxes = texts.map(placeBox);
  if (people.length === 0 && others.length === 0) return { people: undefined, layout: undefined, boxes };
  return withFinished(thumbnailId, signal, (finished) => {
    const draw = (drawn: readonly Layer[]) =>
      drawn.length === 0
        ? undefined
        : drawOnCanvas(SIZE, (context) =>
            drawLayers(context, { ...finished, design: { ...finished.design, layers: [...drawn] } }),
          );
    return Promise.resolve({ people: draw(people), layout: draw(others), boxes });
  });
}

const fillEmpty = (layer: TextLayer): TextLayer =>
  layer.text.trim() === '' ? { ...layer, text: 'Headline' } : layer;

/** The box has the size of the words of the earlier thumbnail, and stays in the frame. */
function placeBox(layer: TextLayer): GhostBox {
  const { frameWidth, frameHeight } = DESIGN_LIMITS;
  const { ink } = layoutTextLayer(layer);
  const left = Math.max(0, layer.x + ink.x - BOX_MARGIN);
  const top = Math.max(0, layer.y + ink.y - BOX_MARGIN);
  const right = Math.min(frameWidth, layer.x + ink.x + ink.width + BOX_MARGIN);
  const bottom = Math.min(frameHeight, layer.y + ink.y + ink.height + BOX_MARGIN);
  return {
    id: layer.id,
    left: (left / frameWidth) * 100,
    top: (top / frameHeight) * 100,
    width: ((right - left) / frameWidth) * 100,
    height: ((bottom - top) / frameHeight) * 100,
    rotation: layer.rotation,
  };
}

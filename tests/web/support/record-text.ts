import type { TextLayer } from '#contract/design/design.ts';
import { drawLayers } from '../../../web/src/lib/render/draw-design.ts';
import { EMPTY_DESIGN } from '../../../web/src/lib/render/finished-image.ts';
import { fakeCanvas } from './fake-canvas.ts';

/** Draws a text. @returns what is drawn, as `fakeCanvas` records it */
export function recordText(layer: TextLayer): unknown[][] {
  const canvas = document.createElement('canvas');
  const drawn = fakeCanvas((other) => other === canvas);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The canvas has no context.');
  const design = { ...EMPTY_DESIGN, layers: [layer] };
  drawLayers(context, { image: canvas, design, cutouts: new Map() });
  return drawn;
}

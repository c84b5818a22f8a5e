import type { TextLayer } from '#contract/design/design.ts';
import { locatePixel } from '../../../web/src/features/finish/editor/areas.ts';
import { probeTexts } from '../../../web/src/features/finish/checks/probe-design.ts';
import { findLetters, isInWord, VISIBLE } from '../../../web/src/features/finish/checks/text-probe.ts';
import type { TextMeasure } from '../../e2e/headlines/text-values.ts';
import { layerBounds } from '../../../web/src/features/finish/editor/layer-box.ts';
import { drawOnCanvas } from '../../../web/src/lib/canvas.ts';
import { drawLayers } from '../../../web/src/lib/render/draw-design.ts';
import { EMPTY_DESIGN, type Rect } from '../../../web/src/lib/render/finished-image.ts';
import { loadFonts } from '../../../web/src/lib/render/fonts.ts';

const FRAME = { width: 1_280, height: 720 };

/** The least opacity of a pixel that counts: the smoothed edge of a letter may reach into the next pixel. */
const OPAQUE = 100;

/** Draws a text, and compares its pixels with its bounds and with the boxes of its words. */
export async function measureText(layer: TextLayer): Promise<TextMeasure> {
  await loadFonts([layer]);
  const canvas = drawOnCanvas(FRAME, (context) =>
    drawLayers(context, {
      image: document.createElement('canvas'),
      design: { ...EMPTY_DESIGN, layers: [layer] },
      cutouts: new Map(),
    }),
  );
  const painted = findPainted(canvas);
  const bounds = layerBounds(layer, new Map());
  const sides = [
    bounds.x - painted.x,
    bounds.y - painted.y,
    painted.x + painted.width - bounds.x - bounds.width,
    painted.y + painted.height - bounds.y - bounds.height,
  ];
  return { sides: sides.map(Math.round), outsideOfWords: measureOutsideOfWords(layer) };
}

function measureOutsideOfWords(layer: TextLayer): number {
  const image = Object.assign(document.createElement('canvas'), FRAME);
  const design = { ...EMPTY_DESIGN, layers: [layer] };
  const probes = probeTexts({ image, design, cutouts: new Map() });
  const words = probes.flatMap((probe) => probe.words);
  const letters = probes
    .flatMap((probe) => [...findLetters(probe).coverage.entries()])
    .filter(([, share]) => share >= VISIBLE);
  if (letters.length === 0) throw new Error('The checks see no letter.');
  const outside = letters.filter(
    ([pixel]) => !words.some(({ box }) => isInWord(layer, box, locatePixel(pixel))),
  );
  return Math.round((100 * outside.length) / letters.length);
}

/** The rectangle around the opaque pixels. */
function findPainted(canvas: HTMLCanvasElement): Rect {
  const data = canvas.getContext('2d')?.getImageData(0, 0, FRAME.width, FRAME.height).data ?? [];
  const [columns, rows] = [new Set<number>(), new Set<number>()];
  for (let pixel = 0; pixel < FRAME.width * FRAME.height; pixel += 1) {
    if ((data[pixel * 4 + 3] ?? 0) < OPAQUE) continue;
    columns.add(pixel % FRAME.width);
    rows.add(Math.floor(pixel / FRAME.width));
  }
  if (columns.size === 0) throw new Error('Nothing is painted.');
  const [x, y] = [Math.min(...columns), Math.min(...rows)];
  return { x, y, width: Math.max(...columns) + 1 - x, height: Math.max(...rows) + 1 - y };
}

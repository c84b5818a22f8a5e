import type { TextLayer } from '#contract/design/design.ts';
import { listWordBoxes } from '../../../web/src/features/finish/checks/word-boxes.ts';
import { drawOnCanvas } from '../../../web/src/lib/canvas.ts';
import { cssFont, loadFonts } from '../../../web/src/lib/render/fonts.ts';
import { drawText } from '../../../web/src/lib/render/draw-text.ts';
import { layoutTextLayer, textDirection } from '../../../web/src/lib/render/layout-text.ts';

const FRAME = { width: 1_280, height: 720 };

/** The least share of the pixels of a word that other letters, or none, have in its box. Neighbors of some letters change their shapes. */
const DISPLACED = 0.15;

/** Lists the words of a text that are not in their boxes: draws each word alone in its box, and compares its pixels with the text. */
export async function findDisplacedWords(layer: TextLayer): Promise<string[]> {
  await loadFonts([layer]);
  const whole = readOpacities((context) => drawText(context, layer));
  const { lines } = layoutTextLayer(layer);
  const displaced = listWordBoxes(layer).filter(({ text, box }) => {
    const line = lines.find(({ baseline }) => baseline > box.y && baseline < box.y + box.height);
    const word = readOpacities((context) => {
      context.font = cssFont(layer);
      context.textRendering = 'geometricPrecision';
      context.direction = textDirection(layer);
      context.textAlign = 'left';
      context.fillText(text, box.x, line?.baseline ?? 0);
    });
    let [all, missing] = [0, 0];
    for (const [pixel, opacity] of word.entries()) {
      all += opacity;
      missing += Math.max(0, opacity - (whole[pixel] ?? 0));
    }
    return !(missing / all <= DISPLACED);
  });
  return displaced.map(({ text }) => text);
}

/** Draws around the center of a frame, and returns the opacity of each pixel. */
function readOpacities(draw: (context: CanvasRenderingContext2D) => void): Uint8Array {
  const canvas = drawOnCanvas(FRAME, (context) => {
    context.translate(FRAME.width / 2, FRAME.height / 2);
    draw(context);
  });
  const data = canvas.getContext('2d')?.getImageData(0, 0, FRAME.width, FRAME.height).data ?? [];
  return Uint8Array.from({ length: data.length / 4 }, (_, pixel) => data[pixel * 4 + 3] ?? 0);
}

import type { CutoutLayer, Design, Layer, ShapeLayer, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { drawDesign } from '../../../lib/render/draw-design.ts';
import { EMPTY_DESIGN } from '../../../lib/render/finished-image.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { cssFont, shownText } from '../../../lib/render/fonts.ts';
import { breaksWord, measureText } from '../../../lib/render/layout-text.ts';
import { showInLanguage } from '../../../lib/render/show-in-language.ts';
import type { ShownText } from '../translations/language-view.ts';
import { BADGE_AREA, PROBE_SCALE, PROBE_SIZE } from '../editor/areas.ts';
import { layerBounds } from '../editor/layer-box.ts';
import { overlap } from '../editor/measure-picture.ts';
import type { BadgeProbe } from './check-layers.ts';
import { probedText } from './probed-text.ts';
import type { TextProbe } from './text-probe.ts';
import type { Pixels } from './contrast.ts';
import type { TextMeasures } from './kept-clear.ts';
import { measureCovered } from './kept-clear.ts';
import { listWordBoxes } from './word-boxes.ts';

/** Renders and measures every text of a design for the checks. Its fonts must be loaded. */
export function probeTexts({ image, design, cutouts }: FinishedImage): TextProbe[] {
  const probes: TextProbe[] = [];
  // Each rendering is drawn on the rendering of the layers below, so that the large image is scaled only once.
  let below = draw({ image, cutouts, design: { ...design, layers: [] } });
  const drawOn = ({ canvas }: CanvasRenderingContext2D, ...layers: Layer[]) =>
    draw({ image: canvas, cutouts, design: { ...EMPTY_DESIGN, layers } });
  for (const [index, layer] of design.layers.entries()) {
    if (layer.kind === 'text' && layer.text.trim() !== '' && !layer.hidden) {
      const black = drawOn(below, probedText(layer, '#000000'));
      const white = drawOn(below, probedText(layer, '#ffffff'));
      const above = design.layers.slice(index + 1);
      probes.push({
        layer,
        black: readPixels(black),
        white: readPixels(white),
        ...(above.length > 0 && {
          covered: { black: readPixels(drawOn(black, ...above)), white: readPixels(drawOn(white, ...above)) },
        }),
        letters: TEXT_MEASURES.letters(layer),
        words: listWordBoxes(layer),
        letterHeight: letterHeight(layer),
      });
    }
    below = drawOn(below, layer);
  }
  return probes;
}

/** Measures the cut-outs, pictures and shapes that are partly below the duration badge. */
export function probeBelowBadge({ design, cutouts }: FinishedImage): BadgeProbe[] {
  return design.layers
    .filter((layer): layer is CutoutLayer | ShapeLayer => layer.kind !== 'text' && !layer.hidden)
    .map((layer) => ({ layer, bounds: layerBounds(layer, cutouts) }))
    .filter(({ bounds }) => overlap(bounds, BADGE_AREA) > 0)
    .map(({ layer, bounds }) => {
      // The layer alone, so that only its own pixels count.
      const image = createContext().canvas;
      const alone = draw({ image, cutouts, design: { ...EMPTY_DESIGN, layers: [layer] } });
      return { layer, bounds, share: shareBelowBadge(readPixels(alone)) };
    });
}

function shareBelowBadge({ data, width }: Pixels): number {
  const [left, top] = [BADGE_AREA.x / PROBE_SCALE, BADGE_AREA.y / PROBE_SCALE];
  let [all, below] = [0, 0];
  for (let pixel = 0; pixel * 4 < data.length; pixel += 1) {
    const alpha = data[pixel * 4 + 3] ?? 0;
    all += alpha;
    if (pixel % width >= left && pixel / width >= top) below += alpha;
  }
  return all === 0 ? 0 : below / all;
}

/** Measures texts without their plates. Their fonts must be loaded. */
const TEXT_MEASURES: Pick<TextMeasures, 'letters' | 'breaksWord'> = {
  letters: ({ plate: _plate, ...layer }) => layerBounds(layer, new Map()),
  breaksWord,
};

/**
 * Measures the texts of a design, and what they cover.
 * @param faces undefined if nothing has looked for faces
 * @param original the design as it is stored, if it is measured in a language
 */
export function createMeasures(
  finished: FinishedImage,
  faces: readonly Rect[] | undefined,
  original?: Design,
): TextMeasures {
  const { letters } = TEXT_MEASURES;
  const { cutouts } = finished;
  const covered = measureCovered(finished, faces, (layers) =>
    readPixels(
      draw({ image: createContext().canvas, cutouts, design: { ...EMPTY_DESIGN, layers: [...layers] } }),
    ),
  );
  return {
    letters,
    breaksWord: (layer) => breaksWord(layer) || (original !== undefined && isTooLarge(layer, original)),
    covers: (layer) => covered(layer, letters(layer)),
  };
}

/** Returns true if a translated text would be drawn with smaller letters, because its words do not fit the box of the original. */
function isTooLarge(layer: ShownText, { layers, ...design }: Design): boolean {
  const { language, text, size, x, y, width } = layer;
  const original = layers.find(({ id }) => id === layer.id);
  if (language === undefined || original?.kind !== 'text') return false;
  const translated = { ...original, translations: { [language]: { text, size, x, y, width } } };
  const [drawn] = showInLanguage({ ...design, layers: [translated] }, language).layers;
  return drawn?.kind === 'text' && drawn.size < size;
}

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

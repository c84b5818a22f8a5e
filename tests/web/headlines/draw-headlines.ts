/** A page that draws headlines with the code of the site, and compares them with their golden renderings. */
import type { Design, TextLayer } from '#contract/design/design.ts';
import { encodeMask } from '../../../web/src/features/finish/image-tools/encode-mask.ts';
import { drawOnCanvas } from '../../../web/src/lib/canvas.ts';
import { drawLayers } from '../../../web/src/lib/render/draw-design.ts';
import { findMissingLetters } from '../../../web/src/lib/render/find-missing-letters.ts';
import { EMPTY_DESIGN } from '../../../web/src/lib/render/finished-image.ts';
import { loadFonts } from '../../../web/src/lib/render/fonts.ts';
import { layoutTextLayer } from '../../../web/src/lib/render/layout-text.ts';
import { showInLanguage } from '../../../web/src/lib/render/show-in-language.ts';
import type { Drawn, Headline } from '../../e2e/headlines/headlines.ts';
import { findDisplacedWords } from './find-displaced-words.ts';
import { measureText } from './measure-texts.ts';

/** The original, whose box the words of all languages must fit. */
const ORIGINAL: TextLayer = {
  kind: 'text',
  id: 'headline',
  x: 640,
  y: 360,
  width: 1_160,
  rotation: 0,
  text: 'I BUILT A CASTLE IN 100 DAYS',
  font: 'anton',
  size: 150,
  weight: 400,
  color: '#000000',
  align: 'center',
};

/** The sheet has two headlines in a row. A cell has the middle of the frame, at a quarter of its size. */
const CELL = { width: 320, height: 128 };
const COLUMNS = 2;
const FRAME = { width: 1_280, height: 720 };
const MIDDLE = { y: 104, height: 512 };

/** The levels of grey of a golden rendering. Fewer levels make a smaller file. */
const LEVELS = 15;

const isText = (layer: Design['layers'][number]): layer is TextLayer => layer.kind === 'text';

/** Shows a headline as a page shows a translated design. */
function show(language: string, { text, ...style }: Headline): TextLayer[] {
  const layer = { ...ORIGINAL, ...style, translations: { [language]: { text } } };
  return showInLanguage({ ...EMPTY_DESIGN, layers: [layer] }, language).layers.filter(isText);
}

/** Draws the headlines of a language on one sheet, dark on white. @returns a value for each pixel */
function drawSheet(layers: readonly TextLayer[]) {
  const size = { width: COLUMNS * CELL.width, height: Math.ceil(layers.length / COLUMNS) * CELL.height };
  const image = document.createElement('canvas');
  const sheet = drawOnCanvas(size, (context) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    for (const [index, layer] of layers.entries()) {
      const frame = drawOnCanvas(FRAME, (cell) =>
        drawLayers(cell, { image, design: { ...EMPTY_DESIGN, layers: [layer] }, cutouts: new Map() }),
      );
      const [x, y] = [(index % COLUMNS) * CELL.width, Math.floor(index / COLUMNS) * CELL.height];
      context.drawImage(frame, 0, MIDDLE.y, FRAME.width, MIDDLE.height, x, y, CELL.width, CELL.height);
    }
  });
  return { ...size, pixels: readGrey(sheet) };
}

function readGrey(canvas: HTMLCanvasElement): Uint8Array {
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return Uint8Array.from({ length: data.length / 4 }, (_, index) => data[index * 4] ?? 0);
}

async function readGolden(base64: string): Promise<Uint8Array> {
  const response = await fetch(`data:image/png;base64,${base64}`);
  const bitmap = await createImageBitmap(await response.blob());
  return readGrey(drawOnCanvas(bitmap, (context) => context.drawImage(bitmap, 0, 0)));
}

/** The ink of a cell, each value for a block of pixels: browsers smooth the edges of letters differently. */
function readInk(pixels: Uint8Array, index: number): number[] {
  const [left, top] = [(index % COLUMNS) * CELL.width, Math.floor(index / COLUMNS) * CELL.height];
  const width = CELL.width / BLOCK;
  const ink = Array.from({ length: (width * CELL.height) / BLOCK }, () => 0);
  for (let y = 0; y < CELL.height; y += 1)
    for (let x = 0; x < CELL.width; x += 1) {
      const block = Math.floor(y / BLOCK) * width + Math.floor(x / BLOCK);
      const pixel = pixels[(top + y) * COLUMNS * CELL.width + left + x] ?? 0;
      ink[block] = (ink[block] ?? 0) + 255 - pixel;
    }
  return ink;
}

const BLOCK = 2;

/** Returns the difference of two cells, as a share of the ink of the golden one. */
function compare(drawn: Uint8Array, golden: Uint8Array, index: number): number {
  const [one, other] = [readInk(drawn, index), readInk(golden, index)];
  const difference = one.reduce((sum, value, block) => sum + Math.abs(value - (other[block] ?? 0)), 0);
  return difference / other.reduce((sum, value) => sum + value, 0);
}

/**
 * Draws the headlines of a language.
 * @param golden the golden sheet, in base64. Empty to draw it
 */
async function drawHeadlines(
  language: string,
  headlines: readonly Headline[],
  golden: string,
): Promise<Drawn> {
  await loadFonts([ORIGINAL, ...headlines.map((headline) => ({ ...ORIGINAL, ...headline, language }))]);
  const layers = headlines.flatMap((headline) => show(language, headline));
  const { pixels, ...size } = drawSheet(layers);
  const expected = golden === '' ? undefined : await readGolden(golden);
  const levels = pixels.map((value) => Math.round(Math.round((value * LEVELS) / 255) * (255 / LEVELS)));
  return {
    sheet: await encodeMask(levels, size),
    texts: layers.map((layer, index) => ({
      lines: layoutTextLayer(layer).lines.map(({ text }) => text),
      missing: findMissingLetters(layer),
      difference: expected ? compare(pixels, expected, index) : 0,
    })),
  };
}

Object.assign(globalThis, { drawHeadlines, findDisplacedWords, measureText });

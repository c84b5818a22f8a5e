import type { TextLayer } from '../../../../contract/design.ts';
import { cssFont, FONT_INFO } from './fonts.ts';
import type { Rect, Size } from './finished-image.ts';

/** One line of capitals and the space to the next, as a multiple of the height of a capital. */
const LINE_HEIGHT = 1.28;

/** Positions are relative to the center of the layer, before its rotation, in pixels of the frame. */
interface TextLine {
  text: string;
  /** Its left end. */
  x: number;
  baseline: number;
  width: number;
}

interface TextLayout extends Size {
  lines: readonly TextLine[];
  /** The part of the layer that has letters. The plate surrounds it. */
  ink: Rect;
}

/** The width of a text in pixels. */
export type MeasureText = (text: string) => number;

/**
 * Breaks a text into lines and places them. The screen and the export both use it, so they always break alike. Lines
 * break at blanks only: a word that is wider than the layer stays whole.
 */
export function layoutText(layer: TextLayer, measure: MeasureText): TextLayout {
  const capHeight = FONT_INFO[layer.font].capHeight * layer.size;
  const lineHeight = capHeight * LINE_HEIGHT;
  const texts = layer.text.split('\n').flatMap((paragraph) => breakLine(paragraph, layer.width, measure));
  const height = texts.length * lineHeight;
  const lines = texts.map((text, index) => {
    const width = measure(text);
    const baseline = -height / 2 + index * lineHeight + (lineHeight + capHeight) / 2;
    return { text, width, baseline, x: alignLine(layer, width) };
  });
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map(({ x, width }) => x + width));
  const gap = lineHeight - capHeight;
  return {
    lines,
    width: layer.width,
    height,
    ink: { x: left, y: -height / 2 + gap / 2, width: right - left, height: height - gap },
  };
}

function breakLine(paragraph: string, width: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function alignLine({ align, width }: TextLayer, lineWidth: number): number {
  if (align === 'left') return -width / 2;
  if (align === 'right') return width / 2 - lineWidth;
  return -lineWidth / 2;
}

let measuring: CanvasRenderingContext2D | null = null;

/** Measures texts in the font of a layer, which must be loaded. */
export function measureIn(layer: TextLayer): MeasureText {
  measuring ??= document.createElement('canvas').getContext('2d');
  const context = measuring;
  const font = cssFont(layer);
  return (text) => {
    if (context === null) return 0;
    context.font = font;
    return context.measureText(text).width;
  };
}

/** The layout of a layer in its own font. */
export const layoutTextLayer = (layer: TextLayer): TextLayout => layoutText(layer, measureIn(layer));

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
 * break at blanks, and inside a word only when it is wider than the layer, as words of Japanese are.
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
    const [start, ...rest] = breakWord(word, width, measure);
    const longer = line === '' ? start : `${line} ${start}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = start;
    } else {
      line = longer;
    }
    for (const part of rest) {
      lines.push(line);
      line = part;
    }
  }
  return [...lines, line];
}

/** What a reader sees as one character may have several code points. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** @returns the word, or the parts that fit into the width, each as long as possible */
function breakWord(word: string, width: number, measure: MeasureText): [string, ...string[]] {
  if (measure(word) <= width) return [word];
  const parts: [string, ...string[]] = [''];
  for (const { segment } of GRAPHEMES.segment(word)) {
    const longer = `${parts.at(-1)}${segment}`;
    if (longer === segment || measure(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(segment);
  }
  return parts;
}

const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of the first letter, as `dir="auto"` has it in the words' field. */
export const textDirection = (text: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr');

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

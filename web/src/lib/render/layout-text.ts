import type { TextLayer } from '../../../../contract/design.ts';
import { cssFont, FONT_INFO, shownText } from './fonts.ts';
import type { Rect, Size } from './finished-image.ts';

/** The default of `lineHeight`. */
export const LINE_HEIGHT = 1.28;

/** Positions are relative to the center of the layer, before its rotation, in pixels of the frame. */
interface TextLine {
  text: string;
  /** Its left end. */
  x: number;
  baseline: number;
  width: number;
  /** What is drawn one after the other: the whole line, or its letters if they are spaced. */
  parts: readonly { text: string; x: number }[];
}

interface TextLayout extends Size {
  lines: readonly TextLine[];
  /** The part of the layer that has letters. The plate surrounds it. */
  ink: Rect;
}

/** What a reader sees as one character may have several code points. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The space behind each letter, in pixels of the frame. Letters that are written from the right are joined, so they have none. */
const letterSpace = ({ letterSpacing = 0, size, text }: TextLayer): number =>
  textDirection(text) === 'rtl' ? 0 : letterSpacing * size;

const listLetters = (text: string): string[] => [...GRAPHEMES.segment(text)].map(({ segment }) => segment);

/** The width of a text in pixels. */
export type MeasureText = (text: string) => number;

/**
 * Breaks a text into lines and places them. The screen and the export both use it, so they always break alike. Lines
 * break at blanks, and inside a word only when it is wider than the layer, as words of Japanese are.
 */
export function layoutText(layer: TextLayer, measure: MeasureText): TextLayout {
  const capHeight = FONT_INFO[layer.font].capHeight * layer.size;
  const lineHeight = capHeight * (layer.lineHeight ?? LINE_HEIGHT);
  const texts = shownText(layer)
    .split('\n')
    .flatMap((paragraph) => breakLine(paragraph, layer.width, measure));
  const height = texts.length * lineHeight;
  const lines = texts.map((text, index) => {
    const width = measure(text);
    const baseline = -height / 2 + index * lineHeight + (lineHeight + capHeight) / 2;
    const x = alignLine(layer, width);
    return { text, width, baseline, x, parts: splitLine(layer, text, x, measure) };
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

/** @returns the word, or the parts that fit into the width, each as long as possible */
function breakWord(word: string, width: number, measure: MeasureText): [string, ...string[]] {
  if (measure(word) <= width) return [word];
  const parts: [string, ...string[]] = [''];
  for (const letter of listLetters(word)) {
    const longer = `${parts.at(-1)}${letter}`;
    if (longer === letter || measure(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of the first letter, as `dir="auto"` has it in the words' field. */
export const textDirection = (text: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr');

/** Not every browser can space letters on a canvas. */
function splitLine(layer: TextLayer, line: string, start: number, measure: MeasureText): TextLine['parts'] {
  const space = letterSpace(layer);
  if (space === 0) return [{ text: line, x: start }];
  let x = start;
  return listLetters(line).map((text) => {
    const part = { text, x };
    x += measure(text) + space;
    return part;
  });
}

function alignLine({ align, width }: TextLayer, lineWidth: number): number {
  if (align === 'left') return -width / 2;
  if (align === 'right') return width / 2 - lineWidth;
  return -lineWidth / 2;
}

let measuring: CanvasRenderingContext2D | null = null;

/** @returns undefined when the browser has no canvas */
export function measureText(font: string, text: string): TextMetrics | undefined {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (measuring === null) return undefined;
  measuring.font = font;
  return measuring.measureText(text);
}

/** Measures texts in the font of a layer, which must be loaded. */
export function measureIn(layer: TextLayer): MeasureText {
  const font = cssFont(layer);
  const space = letterSpace(layer);
  const measure = (text: string) => measureText(font, text)?.width ?? 0;
  return (text) => {
    if (space === 0) return measure(text);
    const letters = listLetters(text);
    const widths = letters.map(measure);
    return widths.reduce((sum, width) => sum + width, Math.max(0, letters.length - 1) * space);
  };
}

/** The layout of a layer in its own font. */
export const layoutTextLayer = (layer: TextLayer): TextLayout => layoutText(layer, measureIn(layer));

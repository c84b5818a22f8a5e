import type { TextLayer } from '#contract/design/design.ts';
import { breakLines, listLetters, listWords } from './break-lines.ts';
import type { MeasureText } from './break-lines.ts';
import { cssFont, FONT_INFO, shownText } from './fonts.ts';
import type { Rect, Size } from './finished-image.ts';

/** The default of `lineHeight`. */
export const LINE_HEIGHT = 1.28;

/** Positions are relative to the center of the layer, before its rotation, in pixels of the frame. */
interface TextLine {
  text: string;
  /** The left end of the line. */
  x: number;
  baseline: number;
  width: number;
  /** The texts that are drawn one after another: the whole line, or single letters if the letters are spaced. */
  parts: readonly { text: string; x: number }[];
}

interface TextLayout extends Size {
  lines: readonly TextLine[];
  /** The part of the layer that has letters. The plate surrounds it. */
  ink: Rect;
}

/**
 * Matches letters that the canvas must draw together: letters that are written from right to left, because the canvas orders them,
 * and letters that join or stack. Browsers differ in which of these stacks they count as one letter.
 */
const DRAWN_TOGETHER =
  /[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Adlam}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Myanmar}\p{scx=Khmer}\p{scx=Mongolian}]/u;

/** The space behind each letter of a line, in pixels of the frame. */
const letterSpace = ({ letterSpacing = 0, size }: TextLayer, line: string): number =>
  DRAWN_TOGETHER.test(line) ? 0 : letterSpacing * size;

/** Breaks a text into lines and places them. The screen and the export both use it, so they always break alike. */
export function layoutText(layer: TextLayer, measure: MeasureText): TextLayout {
  const capHeight = FONT_INFO[layer.font].capHeight * layer.size;
  const lineHeight = capHeight * (layer.lineHeight ?? LINE_HEIGHT);
  const texts = shownText(layer)
    .split('\n')
    .flatMap((paragraph) => breakLines(paragraph, layer.width, measure));
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

const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of the first letter, as `dir="auto"` has it in the words' field. */
export const textDirection = (text: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr');

/** Splits a line into its letters if they are spaced, because not every browser can space letters on a canvas. */
function splitLine(layer: TextLayer, line: string, start: number, measure: MeasureText): TextLine['parts'] {
  const space = letterSpace(layer, line);
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
  const measure = (text: string) => measureText(font, text)?.width ?? 0;
  return (text) => {
    const space = letterSpace(layer, text);
    if (space === 0) return measure(text);
    const letters = listLetters(text);
    const widths = letters.map(measure);
    return widths.reduce((sum, width) => sum + width, Math.max(0, letters.length - 1) * space);
  };
}

/** True if a word of the layer, whose font must be loaded, is wider than its line, so that the word breaks in the middle. */
export function breaksWord(layer: TextLayer, measure = measureIn(layer)): boolean {
  const words = shownText(layer).split(/\s+/).flatMap(listWords);
  return words.some((word) => measure(word) > layer.width);
}

/** The layout of a layer in its own font. */
export const layoutTextLayer = (layer: TextLayer): TextLayout => layoutText(layer, measureIn(layer));

import type { TextLayer } from '#contract/design/design.ts';
import { breakLines, listParts } from './break-lines.ts';
import type { MeasureText } from './break-lines.ts';
import { listLetters } from './join-parts.ts';
import { findScripts } from './load-scripts.ts';
import { cssFamilies, measureLetters, shownText } from './fonts.ts';
import type { Rect, Size } from './finished-image.ts';

/** The default of `lineHeight`. */
export const LINE_HEIGHT = 1.28;

/** The least distance of two lines by default, as a multiple of the height of letters with their marks. */
const CLEARANCE = 1.05;

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
  /** The distance from one baseline to the next. */
  lineHeight: number;
  /** The part of the layer that has letters. The plate surrounds it. */
  ink: Rect;
}

/** The space behind each letter of a line, in pixels of the frame. */
const letterSpace = (layer: TextLayer, line: string): number =>
  findScripts(line)?.areDrawnTogether(line) === true || textDirection(layer) === 'rtl'
    ? 0
    : (layer.letterSpacing ?? 0) * layer.size;

/** Breaks a text into lines and places them. The screen and the export both use it, so they always break alike. */
export function layoutText(layer: TextLayer, measure: MeasureText): TextLayout {
  const { capHeight, top, bottom } = measureLetters(layer);
  const leastHeight = ((top + bottom) * CLEARANCE) / LINE_HEIGHT;
  const lineHeight = Math.max(capHeight, leastHeight) * (layer.lineHeight ?? LINE_HEIGHT);
  const texts = shownText(layer)
    .split('\n')
    .flatMap((paragraph) => breakLines(paragraph, layer.width, measure));
  const height = texts.length * lineHeight;
  const lines = texts.map((text, index) => {
    const width = measure(text);
    const baseline = -height / 2 + index * lineHeight + (lineHeight + top - bottom) / 2;
    const x = alignLine(layer, width);
    return { text, width, baseline, x, parts: splitLine(layer, text, x, measure) };
  });
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map(({ x, width }) => x + width));
  const gap = lineHeight - top - bottom;
  return {
    lines,
    lineHeight,
    width: layer.width,
    height,
    ink: { x: left, y: -height / 2 + gap / 2, width: right - left, height: height - gap },
  };
}

/** The direction of a text, whose script must be loaded. */
export const textDirection = ({ text, language }: Pick<TextLayer, 'text'> & { language?: string }) =>
  findScripts(text)?.findDirection(text, language) ?? 'ltr';

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

/** Browsers round the widths of smaller letters differently, so that lines would break differently from device to device. */
const MEASURED_SIZE = 1_000;

/** Measures texts in the font of a layer, which must be loaded. */
export function measureIn(layer: TextLayer): MeasureText {
  const font = `${layer.weight} ${MEASURED_SIZE}px ${cssFamilies(shownText(layer), layer.font)}`;
  const scale = measureLetters(layer).emSize / MEASURED_SIZE;
  const measure = (text: string) => (measureText(font, text)?.width ?? 0) * scale;
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
  return listParts(shownText(layer)).some((part) => measure(part) > layer.width);
}

/** The layout of a layer in its own font. */
export const layoutTextLayer = (layer: TextLayer): TextLayout => layoutText(layer, measureIn(layer));

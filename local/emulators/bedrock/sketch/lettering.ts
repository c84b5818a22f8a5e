import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';

/** Anton by Vernon Adams (SIL Open Font License). The fonts of this machine would make images differ between machines. */
export const FONT = {
  loadSystemFonts: false,
  fontFiles: [
    createRequire(import.meta.url).resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf'),
  ],
  defaultFontFamily: 'Anton',
};

/** Height of Anton's capitals and distance of its lines, relative to the font size. */
const CAP_HEIGHT = 0.86;
const LINE_HEIGHT = 0.91;

/** Latin letters, digits and punctuation: the characters of the font. */
const MISSING_GLYPHS = /[^!-~\u00A1-\u024F\u1E00-\u1EFF\u2010-\u2026€]/gu;

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

interface Line {
  text: string;
  /** At font size 1. */
  width: number;
}

/**
 * Draws the headline as large as its box allows: at the left of a wide image and at the top of any other. One line
 * has the accent color, and a gradient behind the text keeps it readable.
 */
export function drawHeadline(text: string, width: number, height: number, random: () => number): string {
  const words = splitSettable(text);
  if (words.length === 0) return '';
  const isWide = width / height > 1.2;
  const box = isWide
    ? { x: width * 0.045, y: height * 0.13, width: width * 0.45, height: height * 0.7 }
    : { x: width * 0.06, y: height * 0.06, width: width * 0.88, height: height * 0.3 };
  const { lines, size } = fitLines(words, box);
  const blockHeight = size * (LINE_HEIGHT * (lines.length - 1) + CAP_HEIGHT);
  const top = box.y + (isWide ? (box.height - blockHeight) / 2 : 0) + size * CAP_HEIGHT;
  // The last line usually holds the point of a headline.
  const stressed = lines.length === 1 ? -1 : random() < 0.7 ? lines.length - 1 : 0;
  const draw = (fill: (index: number) => string) =>
    lines.map((line, index) => {
      const x = isWide ? box.x : box.x + (box.width - line.width * size) / 2;
      const y = top + index * size * LINE_HEIGHT;
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${fill(index)}">${escapeXml(line.text)}</text>`;
    });

  const shade = 'color-mix(in srgb,var(--near) 75%,#000000)';
  return [
    `<linearGradient id="shade" ${isWide ? 'x2="1"' : 'x2="0" y2="1"'}>`,
    `<stop stop-color="${shade}" stop-opacity=".8"/><stop offset=".6" stop-color="${shade}" stop-opacity=".4"/>`,
    `<stop offset="1" stop-color="${shade}" stop-opacity="0"/></linearGradient>`,
    '<linearGradient id="stress" x2="0" y2="1"><stop stop-color="color-mix(in srgb,var(--accent) 65%,#ffffff)"/>',
    '<stop offset=".75" stop-color="var(--accent)"/></linearGradient>',
    `<rect width="${width * (isWide ? 0.66 : 1)}" height="${height * (isWide ? 1 : 0.52)}" fill="url(#shade)"/>`,
    `<g font-family="Anton" font-size="${size.toFixed(1)}" stroke-linejoin="round"`,
    isWide ? ` transform="rotate(-2.2 ${box.x} ${box.y + box.height / 2})">` : '>',
    `<g transform="translate(${size * 0.045} ${size * 0.07})" opacity=".55" stroke="#000" stroke-width="${size * 0.1}">`,
    ...draw(() => '#000'),
    `</g><g stroke="${shade}" stroke-width="${size * 0.11}">`,
    ...draw(() => shade),
    '</g>',
    ...draw((index) => (index === stressed ? 'url(#stress)' : '#fff')),
    '</g>',
  ].join('');
}

/** Draws the mark that distinguishes a sketch from the image of a model. */
export function drawWatermark(width: number, height: number): string {
  const size = Math.max(11, Math.min(width, height * 1.78) * 0.0135);
  return [
    `<g transform="translate(${size * 1.6} ${height - size * 1.6})" font-family="Anton" font-size="${size}">`,
    `<rect y="${-size * 1.9}" width="${size * 8.6}" height="${size * 1.9}" rx="${size * 0.4}" opacity=".5"/>`,
    `<text x="${size * 0.8}" y="${-size * 0.5}" fill="#fff" letter-spacing="${size * 0.12}">LOCAL SKETCH</text></g>`,
  ].join('');
}

/** The words that the font can show, in capitals. */
function splitSettable(text: string): string[] {
  const words = text.normalize('NFC').toLocaleUpperCase('en').split(/\s+/u);
  return words.map((word) => word.replace(MISSING_GLYPHS, '')).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/**
 * Breaks the words into lines at the largest font size for which they fit into the box, or at a slightly smaller size
 * that needs fewer lines.
 */
function fitLines(words: readonly string[], box: Box): { lines: Line[]; size: number } {
  const measured = words.map((text) => ({ text, width: measure(text) }));
  const space = measure('I I') - 2 * measure('I');
  let best: { lines: Line[]; size: number } | undefined;
  let smallest = 0;
  for (let size = box.height * 0.42; best === undefined || size > smallest; size *= 0.97) {
    const lines = wrap(measured, space, box.width / size);
    const isNarrow = lines.every((line) => line.width * size <= box.width);
    const fits = isNarrow && lines.length * size * LINE_HEIGHT <= box.height;
    if (!fits || (best !== undefined && lines.length >= best.lines.length)) continue;
    if (best === undefined) smallest = size * 0.8;
    best = { lines, size };
  }
  return best;
}

function wrap(words: readonly Line[], space: number, maxWidth: number): Line[] {
  const lines: Line[] = [];
  for (const { text, width } of words) {
    const last = lines.at(-1);
    if (last === undefined || last.width + space + width > maxWidth) lines.push({ text, width });
    else lines.splice(-1, 1, { text: `${last.text} ${text}`, width: last.width + space + width });
  }
  return lines;
}

/** The width of a text at font size 1. */
function measure(text: string): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text y="200" font-family="Anton" font-size="100">${escapeXml(text)}</text></svg>`;
  return (new Resvg(svg, { font: FONT, logLevel: 'off' }).getBBox()?.width ?? 0) / 100;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

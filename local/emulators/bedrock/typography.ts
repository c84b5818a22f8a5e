import type { Font } from './font.ts';
import { darken, lighten } from './scene/color.ts';
import type { Stage } from './scene/stage.ts';
import { el, escapeXml, group, rect } from './scene/svg.ts';

/** Anton's capitals are this tall, of its size; its lines are set this far apart. */
const CAP_HEIGHT = 0.86;
const LEADING = 1.06;

/** In characters: a caption says which prompt it was, not all of it. */
const LONGEST_CAPTION = 60;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The words of a text that the font can show, in capitals. */
function settable(text: string, font: Font): string[] {
  return text
    .normalize('NFC')
    .toLocaleUpperCase('en')
    .split(/\s+/u)
    .map((word) =>
      Array.from(word)
        .filter((character) => font.has(character))
        .join(''),
    )
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The headline, as large as its box allows, with one line in the loud colour; and a shade that it stands out from. */
export function headline(stage: Stage, text: string, font: Font): string {
  const words = settable(text, font);
  if (words.length === 0) return '';
  const box = headlineBox(stage);
  const { lines, size } = fit(words, box, font);
  const { paper, mood, random, wide } = stage;
  const stressed = lines.length === 1 ? -1 : loudest(lines, font, random.next());
  const step = size * LEADING * CAP_HEIGHT;
  const block = step * (lines.length - 1) + size * CAP_HEIGHT;
  const top = box.y + (wide ? (box.height - block) / 2 : 0) + size * CAP_HEIGHT;
  const accent = paper.down({ at: 0, color: lighten(mood.accent, 0.35) }, { at: 0.75, color: mood.accent });

  const set = (attributes: (nth: number) => Record<string, string | number>) =>
    lines.map((line, nth) =>
      el(
        'text',
        {
          x: wide ? box.x : box.x + (box.width - font.measure(line) * size) / 2,
          y: top + nth * step,
          ...attributes(nth),
        },
        escapeXml(line),
      ),
    );
  const offset = size * 0.045;
  return [
    shade(stage),
    group(
      {
        'font-family': font.family,
        'font-size': size,
        'stroke-linejoin': 'round',
        transform: wide ? `rotate(-2.2 ${box.x} ${box.y + box.height / 2})` : '',
      },
      group(
        { transform: `translate(${offset} ${offset * 1.5})`, opacity: 0.55 },
        ...set(() => ({ fill: '#000000', stroke: '#000000', 'stroke-width': size * 0.1 })),
      ),
      ...set(() => ({
        fill: darken(mood.near, 0.3),
        stroke: darken(mood.near, 0.3),
        'stroke-width': size * 0.11,
      })),
      ...set((nth) => ({ fill: nth === stressed ? accent : '#ffffff' })),
    ),
  ].join('');
}

function headlineBox({ paper, wide }: Stage): Box {
  const { width, height } = paper;
  return wide
    ? { x: width * 0.045, y: height * 0.13, width: width * 0.45, height: height * 0.7 }
    : { x: width * 0.06, y: height * 0.06, width: width * 0.88, height: height * 0.3 };
}

/** The line breaks that allow the largest type. */
function fit(words: readonly string[], box: Box, font: Font): { lines: string[]; size: number } {
  const candidates = [1, 2, 3, 4]
    .filter((count) => count <= words.length)
    .map((count) => {
      const lines = breakEvenly(words, count, font);
      const widest = Math.max(...lines.map((line) => font.measure(line)));
      const size = Math.min(
        box.width / widest,
        box.height / (count * LEADING * CAP_HEIGHT),
        box.height * 0.42,
      );
      return { lines, size };
    });
  return candidates.reduce((best, candidate) => (candidate.size > best.size * 1.06 ? candidate : best));
}

/** Words in so many lines, the widest of which is as narrow as can be. */
function breakEvenly(words: readonly string[], count: number, font: Font): string[] {
  if (count === 1) return [words.join(' ')];
  const splits = words.slice(1, words.length - count + 2).map((_, nth) => {
    const first = words.slice(0, nth + 1).join(' ');
    const lines = [first, ...breakEvenly(words.slice(nth + 1), count - 1, font)];
    return { lines, widest: Math.max(...lines.map((line) => font.measure(line))) };
  });
  return splits.reduce((best, split) => (split.widest < best.widest ? split : best)).lines;
}

/** Which line to stress: mostly the last, where a headline has its punch, else the widest. */
function loudest(lines: readonly string[], font: Font, chance: number): number {
  if (chance < 0.65) return lines.length - 1;
  const widths = lines.map((line) => font.measure(line));
  return widths.indexOf(Math.max(...widths));
}

/** Darkness under the headline, that fades before it reaches the subject. */
function shade({ paper, mood, wide }: Stage): string {
  const color = darken(mood.near, 0.25);
  const fill = wide
    ? paper.across(
        { at: 0, color, opacity: 0.82 },
        { at: 0.55, color, opacity: 0.42 },
        { at: 1, color, opacity: 0 },
      )
    : paper.down(
        { at: 0, color, opacity: 0.78 },
        { at: 0.6, color, opacity: 0.4 },
        { at: 1, color, opacity: 0 },
      );
  return wide
    ? rect(0, 0, paper.width * 0.66, paper.height, { fill })
    : rect(0, 0, paper.width, paper.height * 0.52, { fill });
}

/** The mark that tells a sketch from a model's picture. */
export function caption({ paper }: Stage, text: string, font: Font): string {
  const size = Math.max(11, Math.min(paper.width, paper.height * 1.78) * 0.0135);
  const height = size * 2.1;
  const y = paper.height - height;
  const mark = "Local sketch · not a model's picture";
  const tracked = (words: string) => font.measure(words) * size + words.length * size * 0.06;
  const words = shortened(text, font, paper.width - tracked(mark) - size * 5, tracked);
  const set = (x: number, fill: string, content: string) =>
    el('text', { x, y: y + height * 0.69, fill, 'letter-spacing': size * 0.06 }, escapeXml(content));
  return group(
    { 'font-family': font.family, 'font-size': size },
    rect(0, y, paper.width, height, { fill: '#05070d', opacity: 0.72 }),
    set(size * 1.4, '#ffffff', mark),
    words === '' ? '' : set(paper.width - size * 1.4 - tracked(words), '#aeb6c6', words),
  );
}

/** As much of a text as there is room for, cut between words where that is possible. */
function shortened(text: string, font: Font, room: number, width: (text: string) => number): string {
  const shown = Array.from(text)
    .filter((character) => /\s/u.test(character) || font.has(character))
    .join('');
  const words = shown.replace(/\s+/gu, ' ').trim().slice(0, LONGEST_CAPTION).split(' ');
  const whole = words.join(' ');
  if (whole.length < LONGEST_CAPTION && width(whole) <= room) return whole;
  for (let count = words.length - 1; count > 0; count -= 1) {
    const cut = `${words.slice(0, count).join(' ')}…`;
    if (width(cut) <= room) return cut;
  }
  return '';
}

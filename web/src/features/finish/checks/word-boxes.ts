import type { TextLayer } from '#contract/design/design.ts';
import type { MeasureText } from '../../../lib/render/break-lines.ts';
import { measureLetters } from '../../../lib/render/fonts.ts';
import { layoutTextLayer, measureIn, textDirection } from '../../../lib/render/layout-text.ts';
import type { TextProbe } from './text-probe.ts';

/** The part of the height of a capital letter that the letters of a line may be above it and below the line. */
const BEYOND_CAPITAL = 0.3;

/** Lists the words between blanks, with the boxes of their letters relative to the center of the layer. */
export function listWordBoxes(layer: TextLayer): TextProbe['words'] {
  const { capHeight, ...letters } = measureLetters(layer);
  const top = Math.max(letters.top, (1 + BEYOND_CAPITAL) * capHeight);
  const bottom = Math.max(letters.bottom, BEYOND_CAPITAL * capHeight);
  const direction = textDirection(layer);
  return layoutTextLayer(layer).lines.flatMap(({ text, x, baseline, width, parts }) => {
    // A line that is drawn as a whole has no space between its letters, also in a word that would have the space alone.
    const measure = measureIn(parts.length > 1 ? layer : { ...layer, letterSpacing: 0 });
    return mirrorRuns(listWords(text, measure), direction).map((word) => ({
      text: word.text,
      box: {
        x: direction === 'rtl' ? x + width - word.start - word.width : x + word.start,
        y: baseline - top,
        width: word.width,
        height: top + bottom,
      },
    }));
  });
}

interface Word {
  text: string;
  /** The distance from the side where the line begins. */
  start: number;
  width: number;
}

const listWords = (line: string, measure: MeasureText): Word[] =>
  [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => {
    const width = measure(text);
    // The space between the letters is also before the word.
    return { text, start: measure(line.slice(0, index + text.length)) - width, width };
  });

type Direction = ReturnType<typeof textDirection>;

/** Places words of the other direction, which follow each other from the other side: two Latin words in an Arabic line. */
function mirrorRuns(words: readonly Word[], direction: Direction): Word[] {
  const directions = findDirections(words, direction);
  return words.map((word, index) => {
    if (directions[index] === direction) return word;
    const first = directions.lastIndexOf(direction, index) + 1;
    const next = directions.indexOf(direction, index);
    const [from, to] = [words[first] ?? word, words.at(next === -1 ? -1 : next - 1) ?? word];
    return { ...word, start: from.start + to.start + to.width - word.start - word.width };
  });
}

/**
 * Finds the directions of whole words, after the bidirectional algorithm of Unicode (https://www.unicode.org/reports/tr9/). The algorithm
 * also moves a mark at the edge of a run to the side of the line. Here the mark stays in its word, whose box is then off by its width.
 */
function findDirections(words: readonly Word[], direction: Direction): Direction[] {
  let last = direction;
  const strong = words.map(({ text }) => {
    if (/[\p{L}\u0660-\u0669]/u.test(text)) {
      // The digits of Arabic follow each other from the right, also behind a Latin word.
      last = /^[^\p{L}]*[\u0660-\u0669]/u.test(text) ? 'rtl' : textDirection({ text });
    }
    // Other numbers follow the word before.
    return /[\p{L}\p{N}]/u.test(text) ? last : undefined;
  });
  return strong.map((own, index) => {
    const before = strong.slice(0, index).findLast((each) => each !== undefined) ?? direction;
    const after = strong.slice(index).find((each) => each !== undefined) ?? direction;
    return own ?? (before === after ? before : direction);
  });
}

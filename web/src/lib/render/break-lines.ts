/** The width of a text in pixels. */
export type MeasureText = (text: string) => number;

/** Splits a text into the characters that a reader sees. Such a character may have several code points. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Finds the words of Japanese, Thai and Khmer in a dictionary. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Matches all blanks except the blanks that keep two words on one line. */
const BLANKS = /[^\S\u00A0\u2007\u202F\uFEFF]+/;

/** Scripts that have no blanks between words, and the mark that says where a line may break. */
const WITHOUT_BLANKS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\u200B]/u;

/** Matches characters that never begin a line: closing marks, small kana, marks of repetition and length, and non-breaking characters. */
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{Pd}\p{Lm}\p{M}!,.:;?%°‰…‥・、。，．：；！？％～゛゜ฯぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ\u00A0\u2007\u202F\u2060\uFEFF]/u;

/** Matches characters that never end a line: opening marks, and non-breaking characters. */
const NEVER_LAST = /[\p{Ps}\p{Pi}¿¡\u00A0\u2007\u202F\u2060\uFEFF]$/u;

export const listLetters = (text: string): string[] =>
  [...GRAPHEMES.segment(text)].map(({ segment }) => segment);

/** Breaks a paragraph at blanks and between words, and inside a word only when the word is wider than the line. */
export function breakLines(paragraph: string, width: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  let line = '';
  for (const group of paragraph.split(BLANKS).filter((part) => part !== '')) {
    let blank = line === '' ? '' : ' ';
    for (const word of listWords(group)) {
      const longer = line + blank + word;
      blank = '';
      if (measure(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const parts = breakWord(word, width, measure);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
  }
  return [...lines, line];
}

/** @returns the parts of a text without blanks between which a line may break */
export function listWords(group: string): string[] {
  const isBreakable = (before: string, after: string) =>
    WITHOUT_BLANKS.test((listLetters(before).at(-1) ?? '') + (listLetters(after)[0] ?? ''));
  const words = [...WORDS.segment(group)].map(({ segment }) => segment);
  return join(words, (before, after) => isBreakable(before, after));
}

/** @returns the word, or the parts that fit into the width, each as long as possible */
function breakWord(word: string, width: number, measure: MeasureText): string[] {
  if (measure(word) <= width) return [word];
  const letters = join(listLetters(word), () => true);
  return join(letters, (before, after) => measure(before + after) > width);
}

/** Joins neighbors that no line break may or need separate. */
function join(parts: readonly string[], isSeparate: (before: string, after: string) => boolean): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const canBreak = before !== undefined && !NEVER_LAST.test(before) && !NEVER_FIRST.test(part);
    if (before === undefined || (canBreak && isSeparate(before, part))) joined.push(part);
    else joined[joined.length - 1] = before + part;
  }
  return joined;
}

/** Splits a text into the characters that a reader sees. Such a character may have several code points. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export const listLetters = (text: string): string[] =>
  [...GRAPHEMES.segment(text)].map(({ segment }) => segment);

/** Matches characters that never begin a line: closing marks, and non-breaking characters. `script-rules.ts` has more of them. */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Pd}\p{Lm}\p{M}!,.:;?%°‰…\u00A0\u2060\uFEFF]/u;

/** Matches characters that never end a line: opening marks, and non-breaking characters. */
const NEVER_LAST = /[\p{Ps}\p{Pi}¿¡\u00A0\u2060\uFEFF]$/u;

/** Joins neighbors that no line break may or need separate. */
export function joinParts(
  parts: readonly string[],
  isSeparate: (before: string, after: string) => boolean,
): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const canBreak = before !== undefined && !NEVER_LAST.test(before) && !NEVER_FIRST.test(part);
    if (before === undefined || (canBreak && isSeparate(before, part))) joined.push(part);
    else joined[joined.length - 1] = before + part;
  }
  return joined;
}

import { joinParts, listLetters } from './join-parts.ts';
import { findScripts } from './load-scripts.ts';

/** The width of a text in pixels. */
export type MeasureText = (text: string) => number;

/** Matches all blanks except the blanks that keep two words on one line. */
const BLANKS = /[^\S\u00A0\uFEFF]+/;

/** Matches marks between two blanks that never begin a line: French has a blank before its marks, and most languages before a sign. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Pd}\p{Sc}!?:;…%‰°]+$/u;

/** Matches the end of a text whose last word has only marks that never end a line. */
const AFTER_OPENING = /(^|\u00A0)[\p{Ps}\p{Pi}¿¡]+$/u;

/** Breaks a paragraph at blanks and between words, and inside a word only when the word is wider than the line. */
export function breakLines(paragraph: string, width: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  let line = '';
  for (const group of listGroups(paragraph)) {
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

/** Lists the parts of a text in which no line breaks, unless the part is wider than the line. */
export const listParts = (text: string): string[] => listGroups(text).flatMap(listWords);

/** Splits a text at the blanks at which a line may break. */
function listGroups(text: string): string[] {
  const groups: string[] = [];
  for (const part of text.split(BLANKS).filter((word) => word !== '')) {
    const before = groups.at(-1);
    const belongsTogether = before !== undefined && (CLOSING.test(part) || AFTER_OPENING.test(before));
    if (belongsTogether) groups[groups.length - 1] = `${before}\u00A0${part}`;
    else groups.push(part);
  }
  return groups;
}

/** @returns the parts of a text without blanks between which a line may break */
const listWords = (group: string): string[] => findScripts(group)?.listWords(group) ?? [group];

/** @returns the word, or the parts that fit into the width, each as long as possible */
function breakWord(word: string, width: number, measure: MeasureText): string[] {
  if (measure(word) <= width) return [word];
  const canBegin = findScripts(word)?.canBegin ?? (() => true);
  const letters = joinParts(listLetters(word), (_before, after) => canBegin(after));
  return joinParts(letters, (before, after) => measure(before + after) > width);
}

/** The rules of scripts other than Latin: where a line breaks, and which letters are drawn together. */
import { joinParts, listLetters } from './join-parts.ts';

/** Finds the words of Japanese, Thai and Khmer in a dictionary. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Scripts that have no blanks between words, and the mark that says where a line may break. */
const WITHOUT_BLANKS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\u200B]/u;

/** Matches characters that never begin a line: closing marks, small kana, and marks of repetition and length. */
const NEVER_FIRST = /^[‥・、。，．：；！？％～゛゜ฯぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ]/u;

/** Matches the words of Japanese that belong to the word before. The list has the particles, and the most frequent endings of verbs. */
const ENDING = /^([はがをにへともので]|から|まで|より|だけ|です|ます|だ|た|て|ない|した|して|する)$/;

/** Matches the stem of a Japanese word, to which the Hiragana behind it belong. */
const STEM = /[\p{Script=Han}\p{Script=Katakana}]$/u;

/** Splits a text without blanks into the parts between which a line may break. */
export function listWords(group: string): string[] {
  const isBreakable = (before: string, after: string) =>
    canBegin(after) &&
    WITHOUT_BLANKS.test((listLetters(before).at(-1) ?? '') + (listLetters(after)[0] ?? '')) &&
    // A number and its unit are one word.
    !/\p{Nd}$/u.test(before) &&
    !(STEM.test(before) && /^\p{Script=Hiragana}/u.test(after)) &&
    !ENDING.test(after);
  const words = [...WORDS.segment(group)].map(({ segment }) => segment);
  return joinParts(words, isBreakable);
}

/** True if a line may begin with a text. */
export const canBegin = (text: string): boolean => !NEVER_FIRST.test(text);

/**
 * Matches letters that the canvas must draw together: letters that are written from right to left, because the canvas orders them,
 * and letters that join or stack. Browsers differ in which of these stacks they count as one letter.
 */
const DRAWN_TOGETHER =
  /[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Adlam}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Myanmar}\p{scx=Khmer}\p{scx=Mongolian}]/u;

export const areDrawnTogether = (line: string): boolean => DRAWN_TOGETHER.test(line);

const HAS_RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const RIGHT_TO_LEFT = new RegExp(`^\\P{L}*${HAS_RIGHT_TO_LEFT.source}`, 'u');

const RIGHT_TO_LEFT_LANGUAGE = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/**
 * The direction of the first letter, as `dir="auto"` has it in the words' field. A sentence in a language that is written from the right may
 * begin with a Latin name.
 */
export function findDirection(text: string, language: string | undefined): 'ltr' | 'rtl' {
  const isFromRight =
    language !== undefined && RIGHT_TO_LEFT_LANGUAGE.test(language) ? HAS_RIGHT_TO_LEFT : RIGHT_TO_LEFT;
  return isFromRight.test(text) ? 'rtl' : 'ltr';
}

/**
 * Returns the capitals of a text. Greek capitals have no accents, and a vowel after an accented one then needs its dots. Not every browser
 * knows this rule.
 */
export const toCapitals = (text: string, language: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/([αεηο]\u0301)([ιυ])(?!\u0308)/giu, '$1$2\u0308')
    .replaceAll(/(?<=\p{Script=Greek}\u0308?)[\u0300\u0301\u0313\u0314\u0342]/gu, '')
    .normalize('NFC')
    .toLocaleUpperCase(language);

import type { Concept } from '#contract/endpoints/suggestion-schemas.ts';
import { LIMITS } from '#contract/limits.ts';

/** Matches a part of a prompt that asks for words in the image: quoted words, or a thing that shows words. */
const PAINTED =
  /["\u201C\u201D\u201E\u00AB\u00BB\u300C\u300D\u300E\u300F]|\b(?:says?|saying|reads?|reading|captioned|titled|labell?ed)\b|\bwith (?:the |a )?(?:bold |big )?(?:text|words?|letters|lettering|title|caption|headline)\b/iu;
/** Matches half of a surrogate pair, and control characters. Neither belongs to a text. */
const BROKEN = /[\p{Cc}\p{Cs}]+/gu;

const splitWords = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');
const toKey = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const countCharacters = (text: string): number => Array.from(text).length;

/** Returns true if a headline says nothing that is not in its title. */
function repeats(headline: string, title: string): boolean {
  const inTitle = new Set(splitWords(title).map(toKey));
  if (splitWords(headline).every((word) => inTitle.has(toKey(word)))) return true;
  // The title is in a script without spaces.
  return !/\s/u.test(title) && toKey(title).includes(toKey(headline));
}

const isHeadlineShort = (headline: string): boolean =>
  splitWords(headline).length <= LIMITS.headlineWords && countCharacters(headline) <= LIMITS.headlineLength;

/** Lists the rules that the concepts break, as sentences for the model. */
export function findProblems(concepts: readonly Concept[]): string[] {
  const problems = concepts.flatMap(({ title, headline, prompt }, index) =>
    [
      ...(title === '' || headline === '' || prompt === '' ? ['has an empty field'] : []),
      ...(countCharacters(title) > LIMITS.titleLength
        ? [`has a title of more than ${LIMITS.titleLength} characters`]
        : []),
      ...(isHeadlineShort(headline)
        ? []
        : [`has a headline of more than ${LIMITS.headlineWords} short words`]),
      ...(repeats(headline, title) ? ['has a headline that repeats its title'] : []),
      ...(countCharacters(prompt) > LIMITS.promptLength ? ['has a prompt that is too long'] : []),
      ...(PAINTED.test(prompt) ? ['has a prompt that asks for words in the picture'] : []),
    ].map((problem) => `Concept ${index + 1} ${problem}.`),
  );
  const titles = new Set(concepts.map(({ title }) => toKey(title)));
  return titles.size < concepts.length ? [...problems, 'Two concepts have the same title.'] : problems;
}

/** Removes line breaks and broken characters. */
export function cleanConcept({ title, headline, prompt }: Concept): Concept {
  const clean = (text: string) => text.replace(BROKEN, ' ').replace(/\s+/gu, ' ').trim();
  return { title: clean(title), headline: clean(headline), prompt: clean(prompt) };
}

/**
 * Makes a concept keep the rules: shortens its texts, removes parts of its prompt, and replaces a headline that repeats the title.
 * @param source the words that a new headline may use.
 */
export function correctConcept({ title, headline, prompt }: Concept, source: string): Concept {
  const shortTitle = cut(title, LIMITS.titleLength);
  const words = splitWords(headline).slice(0, LIMITS.headlineWords).join(' ');
  const shortHeadline = cut(words, LIMITS.headlineLength);
  const parts = prompt.split(/(?<=[,.;])\s/u).filter((part) => !PAINTED.test(part));
  return {
    title: shortTitle,
    headline: repeats(shortHeadline, shortTitle) ? findHeadline(source, shortTitle) : shortHeadline,
    prompt: cut(parts.join(' ').replace(/[,;]$/u, '.'), LIMITS.promptLength),
  };
}

/** Finds words in every script, including scripts without spaces. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns at most two long words of the source that are not in the title. Returns an empty text if there are no such words. */
function findHeadline(source: string, title: string): string {
  const inTitle = toKey(title);
  const words = Array.from(WORDS.segment(source))
    .flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
    .filter((word) => word.length <= LIMITS.headlineLength / 2 - 1 && !inTitle.includes(toKey(word)));
  const longest = words.toSorted((one, other) => other.length - one.length);
  // The source can contain the same word in upper and in lower case.
  const distinct = new Map(longest.map((word) => [toKey(word), word]));
  return [...distinct.values()].slice(0, 2).join(' ').toUpperCase();
}

/** Cuts a text at the end of a word. Cuts a text without spaces at the limit. */
function cut(text: string, limit: number): string {
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  const start = characters.slice(0, limit + 1).join('');
  return start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : characters.slice(0, limit).join('');
}

import { nameLanguage } from '../../../lib/name-language.ts';

/** The languages of a design: those that YouTube Studio offers for the title and the thumbnail of a video, without rare ones. */
const LANGUAGES = [
  'af am ar as az be bg bn bs ca cs cy da de el en en-GB en-IN en-US es es-419 es-ES es-US et eu fa fi fil fr fr-CA fr-FR ga gl gu ha he hi',
  'hr hu hy id ig is it ja jv ka kk km kn ko ky lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nn or pa pl ps pt pt-BR pt-PT ro ru sd si sk',
  'sl so sq sr sr-Latn st su sv sw ta te tg th tk tr tt ug uk ur uz vi xh yi yo zh zh-Hans zh-Hant zh-HK zu',
]
  .join(' ')
  .split(' ');

const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'];

export interface LanguageName {
  tag: string;
  /** The name in the language itself, e.g. Deutsch. */
  native: string;
  english: string;
  direction: 'ltr' | 'rtl';
}

const names = new Map<string, LanguageName>();

/** Returns the names of a language, which the browser knows. A browser without a name shows the code. */
export function describeLanguage(tag: string): LanguageName {
  const known = names.get(tag);
  if (known) return known;
  const { script = '' } = new Intl.Locale(tag).maximize();
  const described: LanguageName = {
    tag,
    native: capitalize(readNative(tag), tag),
    english: nameLanguage(tag),
    direction: RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr',
  };
  names.set(tag, described);
  return described;
}

const readNative = (tag: string): string =>
  new Intl.DisplayNames([tag, 'en'], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;

/** Many languages write their names with a small letter, which looks like a mistake in a list. */
const capitalize = (name: string, tag: string): string => {
  const [first = '', ...rest] = Array.from(name);
  return first.toLocaleUpperCase(tag) + rest.join('');
};

/** The code, and the direction of a language that is written from right to left. */
export const describeCode = ({ tag, direction }: LanguageName): string =>
  direction === 'rtl' ? `${tag}, right to left` : tag;

/** Finds languages by their name, their English name or their code. The languages whose name or code begins with the text are first. */
export function searchLanguages(text: string, without: readonly string[]): LanguageName[] {
  const wanted = fold(text);
  const all = LANGUAGES.filter((tag) => !without.includes(tag)).map(describeLanguage);
  const texts = (language: LanguageName) => [language.tag, language.native, language.english].map(fold);
  const rank = (language: LanguageName): number => {
    if (language.tag.toLowerCase() === wanted) return 0;
    return texts(language).some((each) => each.startsWith(wanted)) ? 1 : 2;
  };
  return all
    .filter((language) => texts(language).some((each) => hasWord(each, wanted)))
    .toSorted((one, other) => rank(one) - rank(other) || one.english.localeCompare(other.english, 'en'));
}

/** True if a word of a name begins with a text. */
const hasWord = (name: string, start: string): boolean =>
  name.startsWith(start) || name.includes(` ${start}`) || name.includes(`(${start}`);

/** Leaves out the marks of letters, so that "espanol" finds "español". */
const fold = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names a language in a sentence. Its direction does not change the direction of the sentence. */
export const isolateName = (language: string | undefined): string =>
  language === undefined ? 'Original' : `\u2068${describeLanguage(language).native}\u2069`;

/** Says which language the page shows, for screen readers. */
export const describeShown = (language: string | undefined): string =>
  language === undefined
    ? 'The thumbnail shows the original words.'
    : `The thumbnail is shown in ${describeLanguage(language).english}.`;

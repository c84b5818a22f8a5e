/** Writes a region in brackets, as YouTube does: "Portuguese (Brazil)". */
const NAMES = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
const LIST = new Intl.ListFormat('en-GB');

/** Returns the English name of a language by its BCP 47 tag. @param language undefined for the original words */
export const nameLanguage = (language: string | undefined): string =>
  language === undefined ? 'Original' : (NAMES.of(language) ?? language);

/** Lists names in a sentence: "German, Hindi and Thai". */
export const listNames = (names: Iterable<string>): string => LIST.format(names);

/** Begins a sentence about names: "German is", "German and Hindi are". */
export const listWithVerb = (names: readonly string[]): string =>
  `${listNames(names)} ${names.length === 1 ? 'is' : 'are'}`;

/**
 * Matches a visible character. The lookahead excludes characters that have a visible category but no ink: the characters that Unicode calls
 * ignorable, e.g. the Hangul fillers, the blank Braille pattern, and the blanks of musical and Egyptian writing.
 */
const VISIBLE =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Tells whether a text has a letter, number, punctuation mark or symbol of any script. An emoji is a symbol. */
export const hasVisibleCharacter = (text: string): boolean => VISIBLE.test(text);

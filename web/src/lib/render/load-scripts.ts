import type * as OtherScripts from './other-scripts.ts';

/** Matches letters other than the letters of Western Europe, and signs of currencies. Emoji are not among them. */
const OTHER_LETTERS =
  /[\u0100-\u1FFF\u20A0-\u20AB\u20AD-\u20CF\u2C60-\uD7FF\uF900-\uFDFF\uFE30-\uFFEF\u{1E900}-\u{1E95F}\u{20000}-\u{3FFFF}]/u;

type Scripts = typeof OtherScripts;

let loaded: Scripts | undefined;

/** True if a text needs the fonts and the rules of `other-scripts.ts`. */
export const hasOtherLetters = (text: string): boolean => OTHER_LETTERS.test(text);

/** Returns the fonts and the rules that a text needs. Undefined if the text needs none, and until they are loaded. */
export const findScripts = (text: string): Scripts | undefined =>
  hasOtherLetters(text) ? loaded : undefined;

/** Returns the fonts and the rules of all scripts. Undefined until they are loaded. */
export const getScripts = (): Scripts | undefined => loaded;

export async function loadScripts(): Promise<Scripts> {
  loaded ??= await import('./other-scripts.ts');
  return loaded;
}

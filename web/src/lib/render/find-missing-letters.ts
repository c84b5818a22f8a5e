import type { TextLayer } from '#contract/design/design.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { listLetters } from './join-parts.ts';
import { cssFamilies, shownText, SYSTEM_FAMILIES } from './fonts.ts';
import { measureText } from './layout-text.ts';

/** The size in which letters are compared. The browser rounds the measures of small letters. */
const SIZE = 400;

/**
 * Finds the letters of a text that none of its fonts has, e.g. an emoji. The browser takes such a letter from the fonts of the device, so its
 * measures are the same without our fonts. The fonts of the text must be loaded.
 */
export function findMissingLetters(layer: TextLayer): string[] {
  const text = shownText(layer);
  const measure = (letter: string, families: string) => measureLetter(letter, `${SIZE}px ${families}`);
  return [...new Set(listLetters(text))].filter((letter) => {
    if (!hasVisibleCharacter(letter)) return false;
    const ours = measure(letter, cssFamilies(text, layer.font));
    const systems = measure(letter, SYSTEM_FAMILIES);
    return ours.every((value, index) => value === systems[index]);
  });
}

/** Returns the measures of a letter. A measure that the browser does not know equals no other measure. */
function measureLetter(letter: string, font: string): number[] {
  const {
    width = Number.NaN,
    actualBoundingBoxAscent = Number.NaN,
    actualBoundingBoxDescent = Number.NaN,
    actualBoundingBoxRight = Number.NaN,
  } = measureText(font, letter) ?? {};
  return [width, actualBoundingBoxAscent, actualBoundingBoxDescent, actualBoundingBoxRight];
}

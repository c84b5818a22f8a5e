import type { TextLayer } from '#contract/design/design.ts';

/**
 * True for a property that the checks leave out when they draw a text in black and in white. They count each pixel that differs between
 * the two drawings as a part of a letter. So leave out a property that gives letters another color, and a property that paints something
 * else in the color of the letters, e.g. a line below the words.
 */
const IS_LEFT_OUT: Record<keyof Omit<TextLayer, 'kind' | 'id'>, boolean> = {
  gradient: true,
  text: false,
  font: false,
  size: false,
  weight: false,
  color: false,
  upperCase: false,
  letterSpacing: false,
  lineHeight: false,
  align: false,
  x: false,
  y: false,
  width: false,
  rotation: false,
  opacity: false,
  plate: false,
  outline: false,
  shadow: false,
  keepsSize: false,
  translations: false,
  name: false,
  locked: false,
  hidden: false,
};
const LEFT_OUT = Object.fromEntries(
  Object.entries(IS_LEFT_OUT).flatMap(([name, isLeftOut]) => (isLeftOut ? [[name, undefined]] : [])),
);

/** Returns the text with all its letters in one color, and with no property that the checks leave out. */
export const probedText = (layer: TextLayer, color: string): TextLayer => ({ ...layer, color, ...LEFT_OUT });

import type { TextLayer } from '#contract/design/design.ts';

/** Needs of a property of a text beside its drawing. */
interface Needs {
  /**
   * The words are fitted after a change of the property, because the change gives their box or their ink another size. `size` has no fit,
   * because the creator chooses it. `align` has no fit, because aligned letters stay in their box.
   */
  fit?: true;
  /**
   * The checks leave the property out when they draw the text in black and in white. They count each pixel that differs between the two
   * drawings as a part of a letter. So they leave out a property that gives letters another color, and a property that paints something
   * else in the color of the letters, e.g. a line below the words.
   */
  leaveOut?: true;
}

const TEXT_PROPERTIES: Record<keyof Omit<TextLayer, 'kind' | 'id'>, Needs> = {
  text: { fit: true },
  width: { fit: true },
  font: { fit: true },
  weight: { fit: true },
  upperCase: { fit: true },
  letterSpacing: { fit: true },
  lineHeight: { fit: true },
  keepsSize: { fit: true },
  gradient: { leaveOut: true },
  size: {},
  align: {},
  color: {},
  plate: {},
  outline: {},
  shadow: {},
  opacity: {},
  x: {},
  y: {},
  rotation: {},
  translations: {},
  name: {},
  locked: {},
  hidden: {},
};

/** Lists the properties of a text that have a need. */
export const listProperties = (need: keyof Needs): string[] =>
  Object.entries(TEXT_PROPERTIES).flatMap(([name, needs]) => (needs[need] === true ? [name] : []));

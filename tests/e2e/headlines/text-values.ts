import type { TextLayer } from '../../../contract/design/design.ts';

type Properties = Required<Omit<TextLayer, 'kind' | 'id'>>;

/** A text of capital letters: the bounds leave out the marks and the descenders of Latin letters, so that lines look centered. */
export const TEXT: TextLayer = {
  kind: 'text',
  id: 'text',
  x: 640,
  y: 360,
  width: 900,
  rotation: 0,
  text: 'HIKE TO EXIT',
  font: 'teko',
  size: 120,
  weight: 400,
  color: '#ffffff',
  align: 'center',
};

/** A value of each property of a text. A new property is an error of the types until it is here. */
export const VALUES = {
  x: 560,
  y: 300,
  width: 240,
  rotation: 24,
  opacity: 0.9,
  name: 'Title',
  outline: { color: '#000000', width: 12 },
  shadow: { color: '#000000', blur: 12 },
  locked: true,
  hidden: false,
  text: 'TWO LINES\nHERE',
  translations: { de: { text: 'Burg', review: 'suggested' } },
  font: 'alfa-slab-one',
  size: 190,
  weight: 700,
  color: '#ff8000',
  gradient: '#ff0000',
  letterSpacing: 0.12,
  lineHeight: 1.9,
  upperCase: true,
  keepsSize: true,
  align: 'right',
  plate: { color: '#0000ff', opacity: 1, padding: 30 },
} satisfies { [Name in keyof Properties]: Properties[Name] };

/** A comparison of the pixels of a text with its bounds and with the boxes of its words. */
export interface TextMeasure {
  /** The pixels by which each side of the painted part is outside of the bounds: left, top, right, bottom. A negative number is inside. */
  sides: number[];
  /** The percentage of the pixels of the letters that are outside of the boxes of all words. */
  outsideOfWords: number;
}

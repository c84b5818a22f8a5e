import type { Adjustments, CutoutLayer, Design, Layer, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from './designs.ts';

/** Two numbers near zero with the most characters that JSON needs for a number. */
const NUMBER = -1.2345678901234568e-300;
const POSITIVE = 1.2345678901234568e-300;
/** A size with the most characters. */
const SIZE = 123.45678901234567;

/** Creates a text with the most bytes. Each number below 100 has another text. */
const createText = (number: number): string =>
  '🏰'.repeat(DESIGN_LIMITS.textLength - 1) + String.fromCodePoint(0x1f400 + number);

const createTranslations = (layer: number): TextLayer['translations'] =>
  Object.fromEntries(
    Array.from({ length: DESIGN_LIMITS.languages }, (_, index) => [
      `yue-Hant-${index + 900}`,
      {
        text: createText(layer * DESIGN_LIMITS.languages + index),
        size: SIZE,
        x: NUMBER,
        y: NUMBER,
        width: SIZE,
        review: 'suggested',
      },
    ]),
  );

const PLACE = {
  name: '🏰'.repeat(DESIGN_LIMITS.layerNameLength),
  opacity: POSITIVE,
  x: NUMBER,
  y: NUMBER,
  width: SIZE,
  rotation: NUMBER,
  outline: { color: '#000000', width: POSITIVE },
  shadow: { color: '#000000', blur: POSITIVE },
  locked: false,
  hidden: false,
};

/** `Required`, so that a new field is an error of the types until its longest value is here. */
const createTextLayer = (index: number): Required<TextLayer> => ({
  ...TEXT_LAYER,
  ...PLACE,
  text: createText(index),
  translations: createTranslations(index),
  font: 'alfa-slab-one',
  size: SIZE,
  letterSpacing: NUMBER,
  lineHeight: 1.2345678901234567,
  gradient: '#ffffff',
  upperCase: false,
  keepsSize: false,
  plate: { color: '#ff0000', opacity: POSITIVE, padding: POSITIVE },
});

/** A cut-out has more characters than a shape, because of its second id. */
const CUTOUT: Required<CutoutLayer> = {
  ...CUTOUT_LAYER,
  ...PLACE,
  isPicture: false,
  flipped: false,
  slot: true,
  empty: true,
};

const ADJUSTMENTS: Required<Adjustments> = {
  zoom: 1.2345678901234567,
  offset: POSITIVE,
  flipped: false,
  brightness: NUMBER,
  contrast: NUMBER,
  blur: POSITIVE,
  vignette: POSITIVE,
};

const withId = <L extends Layer>(layer: L, digit: number): L => ({
  ...layer,
  id: TEXT_LAYER.id.slice(0, -1) + String(digit),
});

/** The design with the most bytes of JSON that the schema accepts. Its cut-out does not exist. */
export const LARGEST_DESIGN: Design = {
  layers: Array.from({ length: DESIGN_LIMITS.layers }, (_, index) =>
    withId(index < DESIGN_LIMITS.textLayers ? createTextLayer(index) : CUTOUT, index),
  ),
  crop: POSITIVE,
  image: TEXT_LAYER.id,
  adjustments: ADJUSTMENTS,
};

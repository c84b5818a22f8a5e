/**
 * A design consists of the layers that a creator places on a thumbnail and the appearance of its image. Positions and sizes are in pixels
 * of a frame of 1,280 x 720. The frame does not depend on the size of the image or of the export.
 * The schemas are lazy, because most functions read no design: creating the 60 schemas would slow down each cold start.
 */
import * as z from 'zod/mini';
import {
  DESIGN_LIMITS,
  FONTS,
  FONT_WEIGHTS,
  REVIEWS,
  SHAPES,
  TEXT_ALIGNMENTS,
  type Font,
} from './design-limits.ts';
import { atMost, languageTag, plainText, uuid } from '../fields.ts';
import { color, number, onlyKnownFields, placed, position, range, width } from './layer-fields.ts';
import { listLanguages } from './list-languages.ts';

/** Checks the font and the weight together, because each font has other weights. */
const fontHasWeight = z.refine<{ font: Font; weight: number }>(
  ({ font, weight }) => getWeights(font).includes(weight),
  {
    error: ({ input }) => {
      const { font } = input as { font: Font };
      return `layer.weight must be one of ${getWeights(font).join(', ')} for ${font}`;
    },
  },
);

const getWeights = (font: Font): readonly number[] => FONT_WEIGHTS[font];

/** A text of a design. Newline is its only control character. Markup is plain text: no code parses it. */
const words = (name: string) =>
  plainText(name).check(
    atMost(DESIGN_LIMITS.textLength, name),
    z.refine((value) => value.isWellFormed(), `${name} must be valid Unicode`),
    z.refine((value) => /^[\n\P{Cc}]*$/u.test(value), `${name} must not contain control characters`),
  );

const textSize = (name: string) => range(`${name}.size`, DESIGN_LIMITS.textSize);

/** The words of a text in another language. A value that is absent is the original's. */
const translation = z.lazy(() =>
  z.strictObject(
    {
      text: words('translation.text'),
      /** The largest size of the letters. A smaller size is drawn if the words would not fit the box of the text. */
      size: z.optional(textSize('translation')),
      x: z.optional(position('translation').x),
      y: z.optional(position('translation').y),
      width: z.optional(width('translation')),
      /** @default the creator wrote or confirmed the words */
      review: z.optional(z.enum(REVIEWS, `translation.review must be one of ${REVIEWS.join(', ')}`)),
    },
    onlyKnownFields('translation'),
  ),
);

const textLayer = z.lazy(() =>
  z
    .strictObject(
      {
        kind: z.literal('text'),
        ...placed(),
        text: words('layer.text'),
        /** The words in other languages, by the BCP 47 tag of the language. */
        translations: z.optional(
          z.record(languageTag('a language must be a tag'), translation, {
            error: ({ code }) =>
              code === 'invalid_key'
                ? 'layer.translations must have languages, as de or pt-BR'
                : 'layer.translations must be an object',
          }),
        ),
        font: z.enum(FONTS, `layer.font must be one of ${FONTS.join(', ')}`),
        /** The text size: the height of the font's em. */
        size: textSize('layer'),
        /** A weight from `FONT_WEIGHTS` of the font. */
        weight: number('layer.weight', 100, 900),
        color: color('layer.color'),
        /** The color at the lower end of the letters. `color` is then the color at the upper end. */
        gradient: z.optional(color('layer.gradient')),
        /** The letter spacing, as a fraction of the text size. @default 0 */
        letterSpacing: z.optional(range('layer.letterSpacing', DESIGN_LIMITS.letterSpacing)),
        /** The distance between lines, as a multiple of the height of a capital letter. @default 1.28 */
        lineHeight: z.optional(range('layer.lineHeight', DESIGN_LIMITS.lineHeight)),
        /** Draws the text in capital letters. The stored text stays as the creator typed it. */
        upperCase: z.optional(z.boolean('layer.upperCase must be true or false')),
        /** Keeps the size of the letters, also if the words do not fit the box of the text. @default false */
        keepsSize: z.optional(z.boolean('layer.keepsSize must be true or false')),
        align: z.enum(TEXT_ALIGNMENTS, `layer.align must be one of ${TEXT_ALIGNMENTS.join(', ')}`),
        /** A filled box behind the text. */
        plate: z.optional(
          z.strictObject(
            {
              color: color('plate.color'),
              /** The opacity from 0 (invisible) to 1. */
              opacity: number('plate.opacity', 0, 1),
              padding: number('plate.padding', 0, DESIGN_LIMITS.platePadding),
            },
            onlyKnownFields('plate'),
          ),
        ),
      },
      onlyKnownFields('layer'),
    )
    .check(fontHasWeight),
);
export type TextLayer = z.infer<typeof textLayer>;

/** Only a place can wait for its cut-out. */
const isPlaceIfEmpty = z.refine<{ slot?: boolean | undefined; empty?: boolean | undefined }>(
  ({ slot, empty }) => empty !== true || slot === true,
  'layer.empty must be absent without layer.slot',
);

const cutoutLayer = z.lazy(() =>
  z
    .strictObject(
      {
        kind: z.literal('cutout'),
        ...placed(),
        cutoutId: uuid('layer.cutoutId'),
        /** True for a picture. The background of a picture stays. */
        isPicture: z.optional(z.boolean('layer.isPicture must be true or false')),
        /** Mirrors the layer left to right. */
        flipped: z.boolean('layer.flipped must be true or false'),
        /** Marks a person's place: each thumbnail with the layout shows another cut-out there. */
        slot: z.optional(z.boolean('layer.slot must be true or false')),
        /** Marks a place that waits for its cut-out. `cutoutId` is then the cut-out that the place was made from. */
        empty: z.optional(z.boolean('layer.empty must be true or false')),
      },
      onlyKnownFields('layer'),
    )
    .check(isPlaceIfEmpty),
);
export type CutoutLayer = z.infer<typeof cutoutLayer>;

const shapeLayer = z.lazy(() =>
  z.strictObject(
    {
      kind: z.literal('shape'),
      ...placed(),
      /** The shape. An arrow points to the right. */
      shape: z.enum(SHAPES, `layer.shape must be one of ${SHAPES.join(', ')}`),
      height: range('layer.height', DESIGN_LIMITS.layerHeight),
      color: color('layer.color'),
      /** The width of the outline, if a circle or a box is not filled. */
      stroke: z.optional(range('layer.stroke', DESIGN_LIMITS.strokeWidth)),
    },
    onlyKnownFields('layer'),
  ),
);
export type ShapeLayer = z.infer<typeof shapeLayer>;

export const layer = z.lazy(() =>
  z.discriminatedUnion(
    'kind',
    [textLayer, cutoutLayer, shapeLayer],
    'layer.kind must be text, cutout or shape',
  ),
);
export type Layer = z.infer<typeof layer>;

export { listLanguages } from './list-languages.ts';

/**
 * The layers of a design or of a layout, from back to front. The number comes first, because a request could have 30,000 invalid layers, and
 * reading them takes half a second.
 */
export const listOfLayers = (name: string) =>
  z.pipe(
    z
      .array(z.custom<z.input<typeof layer>>(), `${name} must be a list`)
      .check(z.maxLength(DESIGN_LIMITS.layers, `${name} must have at most ${DESIGN_LIMITS.layers} layers`)),
    z.array(layer).check(
      z.refine(
        (layers) => layers.filter(({ kind }) => kind === 'text').length <= DESIGN_LIMITS.textLayers,
        `${name} must have at most ${DESIGN_LIMITS.textLayers} texts`,
      ),
      z.refine(
        (layers) => new Set(layers.map(({ id }) => id)).size === layers.length,
        `${name} must not have an id twice`,
      ),
      z.refine(
        (layers) => listLanguages(layers).length <= DESIGN_LIMITS.languages,
        `${name} must have at most ${DESIGN_LIMITS.languages} languages`,
      ),
    ),
  );

/** The appearance of the image, which is always below all layers. */
export const adjustments = z.lazy(() =>
  z.strictObject(
    {
      /** Enlarges the part of the image that the crop keeps. @default 1 */
      zoom: z.optional(range('adjustments.zoom', DESIGN_LIMITS.zoom)),
      /** The position of the enlarged part along the axis that the crop does not cut: 0 to 1, like `crop`. @default 0.5 */
      offset: z.optional(number('adjustments.offset', 0, 1)),
      /** Mirrors the image left to right. */
      flipped: z.optional(z.boolean('adjustments.flipped must be true or false')),
      /** The brightness from -1 to 1. @default 0 */
      brightness: z.optional(number('adjustments.brightness', -1, 1)),
      contrast: z.optional(number('adjustments.contrast', -1, 1)),
      /** @default 0 */
      blur: z.optional(number('adjustments.blur', 0, DESIGN_LIMITS.blur)),
      /** The darkness of the corners from 0 to 1. @default 0 */
      vignette: z.optional(number('adjustments.vignette', 0, 1)),
    },
    onlyKnownFields('adjustments'),
  ),
);
export type Adjustments = z.infer<typeof adjustments>;

export const design = z.lazy(() =>
  z.strictObject(
    {
      layers: listOfLayers('design.layers'),
      /**
       * Selects the part of an image that is kept if the image is not 16:9: 0 is the left or upper end, 1 the right or lower end. The crop
       * cuts only one axis.
       */
      crop: number('design.crop', 0, 1),
      /** The id of the edit whose image is shown. @default the original image */
      image: z.optional(uuid('design.image')),
      adjustments: z.optional(adjustments),
    },
    onlyKnownFields('design'),
  ),
);
export type Design = z.infer<typeof design>;

/** The largest version that has a next version: a greater whole number is not exact. */
const MAX_VERSION = Number.MAX_SAFE_INTEGER - 1;

/** The version that the client read last. The version is 0 if nothing was saved. */
export const readVersion = z
  .int('version must be a whole number')
  .check(
    z.minimum(0, 'version must be at least 0'),
    z.maximum(MAX_VERSION, `version must be at most ${MAX_VERSION}`),
  );

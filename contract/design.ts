/**
 * A design: the layers that a creator places on a thumbnail, and how its image is shown. Positions and sizes are in pixels of a frame of 1,280 x 720, whatever the size of the image or of the export.
 * Most functions read no design, so its schemas are lazy: a cold start would wait for 60 of them.
 */
import * as z from 'zod/mini';
import { DESIGN_LIMITS, FONTS, FONT_WEIGHTS, SHAPES, TEXT_ALIGNMENTS, type Font } from './design-limits.ts';
import { atMost, plainText, uuid } from './fields.ts';

const number = (name: string, least: number, most: number) =>
  z
    .number(`${name} must be a number`)
    .check(
      z.minimum(least, `${name} must be at least ${least}`),
      z.maximum(most, `${name} must be at most ${most}`),
    );

/** Lower case, so that equal colors are equal texts. */
export const color = (name: string) =>
  z.string(`${name} must be text`).check(z.regex(/^#[0-9a-f]{6}$/, `${name} must be a color, as #rrggbb`));

export const onlyKnownFields = (name: string) => ({
  error: (issue: { code?: string | undefined; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `${name} has an unknown field: ${issue.keys?.join(', ')}`
      : `${name} must be an object`,
});

const range = (name: string, { least, most }: { least: number; most: number }) => number(name, least, most);

/** A line around the letters, the cut-out or the shape. */
const outline = () =>
  z.optional(
    z.strictObject(
      { color: color('outline.color'), width: number('outline.width', 0, DESIGN_LIMITS.outlineWidth) },
      onlyKnownFields('outline'),
    ),
  );

/** It falls straight down, by half of its blur. */
const shadow = () =>
  z.optional(
    z.strictObject(
      { color: color('shadow.color'), blur: number('shadow.blur', 0, DESIGN_LIMITS.shadowBlur) },
      onlyKnownFields('shadow'),
    ),
  );

const placed = () => ({
  /** Unique in the design. */
  id: uuid('layer.id'),
  /** 0 (invisible) to 1. @default 1 */
  opacity: z.optional(number('layer.opacity', 0, 1)),
  /** The center of the layer. */
  x: number('layer.x', -DESIGN_LIMITS.outside, DESIGN_LIMITS.frameWidth + DESIGN_LIMITS.outside),
  y: number('layer.y', -DESIGN_LIMITS.outside, DESIGN_LIMITS.frameHeight + DESIGN_LIMITS.outside),
  /** Text wraps at this width. A cut-out is scaled to it. */
  width: number('layer.width', DESIGN_LIMITS.layerWidth.least, DESIGN_LIMITS.layerWidth.most),
  /** In degrees, clockwise. */
  rotation: number('layer.rotation', -180, 180),
  outline: outline(),
  shadow: shadow(),
  /** It is neither moved nor scaled by a pointer or a key. */
  locked: z.optional(z.boolean('layer.locked must be true or false')),
  /** It is not drawn. */
  hidden: z.optional(z.boolean('layer.hidden must be true or false')),
});

/** Each font has its own weights, so this check needs both fields. */
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

const textLayer = z.lazy(() =>
  z
    .strictObject(
      {
        kind: z.literal('text'),
        ...placed(),
        /** Newline is the only control character. Markup is text like any other: it is never parsed. */
        text: plainText('layer.text').check(
          atMost(DESIGN_LIMITS.textLength, 'layer.text'),
          z.refine((value) => value.isWellFormed(), 'layer.text must be valid Unicode'),
          z.refine((value) => /^[\n\P{Cc}]*$/u.test(value), 'layer.text must not contain control characters'),
        ),
        font: z.enum(FONTS, `layer.font must be one of ${FONTS.join(', ')}`),
        /** The height of the font's em. */
        size: number('layer.size', DESIGN_LIMITS.textSize.least, DESIGN_LIMITS.textSize.most),
        /** One of the font's `FONT_WEIGHTS`. */
        weight: number('layer.weight', 100, 900),
        color: color('layer.color'),
        /** The color at the lower end of the letters. `color` is then the one at the upper end. */
        gradient: z.optional(color('layer.gradient')),
        /** In parts of the size. @default 0 */
        letterSpacing: z.optional(range('layer.letterSpacing', DESIGN_LIMITS.letterSpacing)),
        /** As a multiple of the height of a capital. @default 1.28 */
        lineHeight: z.optional(range('layer.lineHeight', DESIGN_LIMITS.lineHeight)),
        /** Drawn in capitals. The words stay as they were typed. */
        upperCase: z.optional(z.boolean('layer.upperCase must be true or false')),
        align: z.enum(TEXT_ALIGNMENTS, `layer.align must be one of ${TEXT_ALIGNMENTS.join(', ')}`),
        /** A filled box behind the text. */
        plate: z.optional(
          z.strictObject(
            {
              color: color('plate.color'),
              /** 0 (invisible) to 1. */
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

const cutoutLayer = z.lazy(() =>
  z.strictObject(
    {
      kind: z.literal('cutout'),
      ...placed(),
      cutoutId: uuid('layer.cutoutId'),
      /** A picture, whose background stays. */
      isPicture: z.optional(z.boolean('layer.isPicture must be true or false')),
      /** Mirrored left to right. */
      flipped: z.boolean('layer.flipped must be true or false'),
    },
    onlyKnownFields('layer'),
  ),
);
export type CutoutLayer = z.infer<typeof cutoutLayer>;

const shapeLayer = z.lazy(() =>
  z.strictObject(
    {
      kind: z.literal('shape'),
      ...placed(),
      /** An arrow points to the right. */
      shape: z.enum(SHAPES, `layer.shape must be one of ${SHAPES.join(', ')}`),
      height: range('layer.height', DESIGN_LIMITS.layerHeight),
      color: color('layer.color'),
      /** The width of its edge, if a circle or a box is not filled. */
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

/** The layers of a design or of a layout, from back to front. */
export const listOfLayers = (name: string) =>
  z.array(layer, `${name} must be a list`).check(
    z.refine(
      (layers) => layers.filter(({ kind }) => kind === 'text').length <= DESIGN_LIMITS.textLayers,
      `${name} must have at most ${DESIGN_LIMITS.textLayers} texts`,
    ),
    z.refine(
      (layers) => layers.length <= DESIGN_LIMITS.layers,
      `${name} must have at most ${DESIGN_LIMITS.layers} layers`,
    ),
    z.refine(
      (layers) => new Set(layers.map(({ id }) => id)).size === layers.length,
      `${name} must not have an id twice`,
    ),
  );

/** How the image is shown. It is always below all layers. */
export const adjustments = z.lazy(() =>
  z.strictObject(
    {
      /** Enlarges the part of the image that the crop keeps. @default 1 */
      zoom: z.optional(range('adjustments.zoom', DESIGN_LIMITS.zoom)),
      /** Where the enlarged part is in the direction that the crop keeps whole: 0 to 1, as `crop`. @default 0.5 */
      offset: z.optional(number('adjustments.offset', 0, 1)),
      /** Mirrored left to right. */
      flipped: z.optional(z.boolean('adjustments.flipped must be true or false')),
      /** -1 to 1. @default 0 */
      brightness: z.optional(number('adjustments.brightness', -1, 1)),
      contrast: z.optional(number('adjustments.contrast', -1, 1)),
      /** @default 0 */
      blur: z.optional(number('adjustments.blur', 0, DESIGN_LIMITS.blur)),
      /** How dark the corners are, 0 to 1. @default 0 */
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
       * Which part of an image that is not 16:9 is kept: 0 is the left or upper end, 1 the right or lower end. The other
       * direction is kept whole.
       */
      crop: number('design.crop', 0, 1),
      /** The version that is shown: the id of an edit of the thumbnail. @default the original */
      image: z.optional(uuid('design.image')),
      adjustments: z.optional(adjustments),
    },
    onlyKnownFields('design'),
  ),
);
export type Design = z.infer<typeof design>;

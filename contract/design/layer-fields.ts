/** Fields that the layers of a design share. Their schemas name the field in each message. */
import * as z from 'zod/mini';
import { DESIGN_LIMITS } from './design-limits.ts';
import { oneLine, uuid } from '../fields.ts';

export const number = (name: string, least: number, most: number) =>
  z
    .number(`${name} must be a number`)
    .check(
      z.minimum(least, `${name} must be at least ${least}`),
      z.maximum(most, `${name} must be at most ${most}`),
    );

/** Accepts only lower case, so that equal colors are equal texts. */
export const color = (name: string) =>
  z.string(`${name} must be text`).check(z.regex(/^#[0-9a-f]{6}$/, `${name} must be a color, as #rrggbb`));

export const onlyKnownFields = (name: string) => ({
  error: (issue: { code?: string | undefined; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `${name} has an unknown field: ${issue.keys?.join(', ')}`
      : `${name} must be an object`,
});

export const range = (name: string, { least, most }: { least: number; most: number }) =>
  number(name, least, most);

/** A line around the letters, the cut-out or the shape. */
const outline = () =>
  z.optional(
    z.strictObject(
      { color: color('outline.color'), width: number('outline.width', 0, DESIGN_LIMITS.outlineWidth) },
      onlyKnownFields('outline'),
    ),
  );

/** A shadow falls straight down, by half of its blur. */
const shadow = () =>
  z.optional(
    z.strictObject(
      { color: color('shadow.color'), blur: number('shadow.blur', 0, DESIGN_LIMITS.shadowBlur) },
      onlyKnownFields('shadow'),
    ),
  );

/** The position of a layer's center. */
export const position = (name: string) => ({
  x: number(`${name}.x`, -DESIGN_LIMITS.outside, DESIGN_LIMITS.frameWidth + DESIGN_LIMITS.outside),
  y: number(`${name}.y`, -DESIGN_LIMITS.outside, DESIGN_LIMITS.frameHeight + DESIGN_LIMITS.outside),
});

export const width = (name: string) => range(`${name}.width`, DESIGN_LIMITS.layerWidth);

export const placed = () => ({
  /** Unique in the design. */
  id: uuid('layer.id'),
  /** The name that the creator gave the layer. @default a name of its kind or of its words */
  name: z.optional(oneLine('layer.name', DESIGN_LIMITS.layerNameLength)),
  /** The opacity from 0 (invisible) to 1. @default 1 */
  opacity: z.optional(number('layer.opacity', 0, 1)),
  ...position('layer'),
  /** The width of the layer. A text wraps at this width. A cut-out is scaled to it. */
  width: width('layer'),
  /** The rotation in degrees, clockwise. */
  rotation: number('layer.rotation', -180, 180),
  outline: outline(),
  shadow: shadow(),
  /** Protects the layer: a pointer or a key can neither move nor scale it. */
  locked: z.optional(z.boolean('layer.locked must be true or false')),
  /** Leaves the layer out of the rendering. */
  hidden: z.optional(z.boolean('layer.hidden must be true or false')),
});

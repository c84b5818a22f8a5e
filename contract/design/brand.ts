/** The brand of an account: the colors and layouts that a creator uses on every thumbnail. */
import * as z from 'zod/mini';
import { listLanguages, listOfLayers, readVersion } from './design.ts';
import { color, onlyKnownFields } from './layer-fields.ts';
import { oneLine, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** A layout contains the layers of a design with their texts, but neither their translations nor the image. */
export const layout = z.strictObject(
  {
    id: uuid('layout.id'),
    name: oneLine('layout.name', LIMITS.layoutNameLength),
    layers: listOfLayers('layout.layers').check(
      z.minLength(1, 'layout.layers must not be empty'),
      z.refine((layers) => listLanguages(layers).length === 0, 'layout.layers must not have translations'),
    ),
  },
  onlyKnownFields('layout'),
);
export type Layout = z.infer<typeof layout>;

const hasNoEqual = (values: readonly string[]) => new Set(values).size === values.length;

export const brand = z.lazy(() =>
  z
    .strictObject(
      {
        colors: z
          .array(color('brand.colors'), 'brand.colors must be a list')
          .check(
            z.maxLength(LIMITS.brandColors, `brand.colors must have at most ${LIMITS.brandColors} colors`),
            z.refine(hasNoEqual, 'brand.colors must not have a color twice'),
          ),
        layouts: z.array(layout, 'brand.layouts must be a list').check(
          z.maxLength(LIMITS.brandLayouts, `brand.layouts must have at most ${LIMITS.brandLayouts} layouts`),
          z.refine(
            (layouts) => hasNoEqual(layouts.map(({ id }) => id)),
            'brand.layouts must not have an id twice',
          ),
        ),
      },
      onlyKnownFields('brand'),
    )
    .check(
      z.refine(
        (value) => new TextEncoder().encode(JSON.stringify(value)).length <= LIMITS.brandBytes,
        `brand must be at most ${LIMITS.brandBytes / 1024} KB`,
      ),
    ),
);
export type Brand = z.infer<typeof brand>;

export const saveBrandRequest = z.object({ brand, version: readVersion }, 'the body must be a JSON object');

/** The response with the brand. `version` is 0 if the brand was never saved; such a brand has no colors and no layouts. */
export const brandResponse = z.object({ brand, version: z.number() });

export const readBrandSchemas = { response: brandResponse };
export const saveBrandSchemas = { body: saveBrandRequest, response: brandResponse };

import { adjustments, layer, type Design } from '#contract/design/design.ts';
import * as z from 'zod/mini';
import type { SucceededGeneration } from '../table/rows.ts';

const CENTERED = 0.5;

/** The design as it was stored, as JSON. An unreadable part is left out. */
const storedDesign = z.object({
  layers: z.catch(z.array(z.unknown()), []),
  crop: z.catch(z.number(), CENTERED),
  image: z.catch(z.optional(z.string()), undefined),
  adjustments: z.optional(z.unknown()),
});

/** The issues that make a part unreadable. All other issues are about limits, which may have been different when the design was saved. */
const UNREADABLE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union', 'invalid_value']);

/**
 * Reads the design of a thumbnail. A design that was saved under other limits stays readable. A layer with another kind or structure is
 * left out.
 * @returns undefined if the thumbnail has no design, or if the stored text is not a design.
 */
export function readDesign({ design }: SucceededGeneration): Design | undefined {
  const { data } = storedDesign.safeParse(design === undefined ? undefined : parseJson(design));
  if (data === undefined) return undefined;
  const { layers, crop, image } = data;
  return {
    layers: layers.filter((stored) => isReadable(layer, stored)),
    crop,
    ...(image !== undefined && { image }),
    ...(isReadable(adjustments, data.adjustments) && { adjustments: data.adjustments }),
  };
}

/** Lists the texts in a design. */
export function listTexts(design: Design | undefined): string[] {
  return (design?.layers ?? []).flatMap((layer) => (layer.kind === 'text' ? [layer.text] : []));
}

/**
 * The most characters of a design that the search finds, in Unicode code points. The originals have at most 720. The lists read these
 * characters with each row of their index, so the limit is far below the longest translations. It leaves 25 characters for each of 72
 * translations.
 */
const SEARCHED_LENGTH = 2_500;

/** Joins the texts in a design and then their translations, for the search. Leaves out repeated texts. */
export function joinSearchedTexts(design: Design): string {
  const translations = design.layers.flatMap((layer) =>
    layer.kind === 'text' ? Object.values(layer.translations ?? {}).map(({ text }) => text) : [],
  );
  const texts = new Set([...listTexts(design), ...translations]);
  return Array.from([...texts].join(' '))
    .slice(0, SEARCHED_LENGTH)
    .join('');
}

/** Returns true if stored data has the structure of a schema, within any limits. */
export function isReadable<Part extends z.ZodMiniType>(
  schema: Part,
  stored: unknown,
): stored is z.infer<Part> {
  const issues = schema.safeParse(stored).error?.issues ?? [];
  return !issues.some(({ code }) => UNREADABLE.has(code));
}

/** @returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

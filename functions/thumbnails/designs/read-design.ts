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

/** Lists the texts in a design with their translations, for the search. Lists equal texts once. */
export function listSearchedTexts({ layers }: Design): string[] {
  const texts = layers.flatMap((layer) =>
    layer.kind === 'text'
      ? [layer.text, ...Object.values(layer.translations ?? {}).map((translation) => translation.text)]
      : [],
  );
  return [...new Set(texts)];
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

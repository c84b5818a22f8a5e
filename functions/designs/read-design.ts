import { adjustments, layer, type Design } from '../../contract/design.ts';
import * as z from 'zod/mini';
import type { SucceededGeneration } from '../thumbnails-table/rows.ts';

const CENTERED = 0.5;

/** As it was stored, as JSON. Each part that cannot be read is left out. */
const storedDesign = z.object({
  layers: z.catch(z.array(z.unknown()), []),
  crop: z.catch(z.number(), CENTERED),
  image: z.catch(z.optional(z.string()), undefined),
  adjustments: z.optional(z.unknown()),
});

/** What makes a part unreadable. Every other issue is about a limit, which may have been another one at its save. */
const UNREADABLE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union', 'invalid_value']);

/**
 * Reads the design of a thumbnail. One that was saved under other limits stays readable. Layers of another kind or shape are
 * left out.
 * @returns undefined without a design, and for text that is none.
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

/** The words of the texts in a design. */
export function listTexts(design: Design | undefined): string[] {
  return (design?.layers ?? []).flatMap((layer) => (layer.kind === 'text' ? [layer.text] : []));
}

/** Whether stored data has the shape of a schema, within any limits. */
export function isReadable<Part extends z.ZodMiniType>(
  schema: Part,
  stored: unknown,
): stored is z.infer<Part> {
  const issues = schema.safeParse(stored).error?.issues ?? [];
  return !issues.some(({ code }) => UNREADABLE.has(code));
}

/** @returns undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import * as z from 'zod/mini';
import { layout, type Brand } from '#contract/design/brand.ts';
import { checkCutouts, createCutoutError, listCutoutIds } from '../designs/own-cutouts.ts';
import { isReadable, parseJson } from '../designs/read-design.ts';
import { transact } from '../../platform/dynamodb-writes.ts';
import { CodedError } from '../../platform/errors.ts';
import { brandWrite, findBrandRow } from './brand-table.ts';

/** The brand as it was stored, as JSON. An unreadable part is left out. */
const storedBrand = z.object({
  colors: z.catch(z.array(z.string()), []),
  layouts: z.catch(z.array(z.unknown()), []),
});

interface SavedBrand {
  brand: Brand;
  version: number;
}

/** Reads the brand of a user. A brand that was saved under other limits stays readable. A layout with another structure is left out. */
export async function findBrand(userId: string): Promise<SavedBrand> {
  const row = await findBrandRow(userId);
  if (row === undefined) return { brand: { colors: [], layouts: [] }, version: 0 };
  const { colors, layouts } = storedBrand.parse(parseJson(row.brand));
  return {
    brand: { colors, layouts: layouts.filter((stored) => isReadable(layout, stored)) },
    version: row.version,
  };
}

interface BrandUpdate {
  userId: string;
  brand: Brand;
  /** The revision that the caller has read. The revision is 0 if the caller has read no brand. */
  revision: number;
}

/**
 * Replaces the brand of a user, unless another brand was saved after the caller read the brand. Idempotent: a repeated save returns the
 * revision of the first save.
 * @throws InvalidRequestError for a cut-out that the user does not have; `brand_changed`.
 */
export async function saveBrand({ userId, brand, revision }: BrandUpdate): Promise<SavedBrand> {
  // There are at most 80 cut-outs, and a transaction has at most 100 writes.
  const cutoutIds = listCutoutIds(brand.layouts.flatMap(({ layers }) => layers));
  const row = { userId, brand: JSON.stringify(brand), version: revision + 1 };
  const saved = { brand, version: row.version };
  const refusals = await transact({
    brand: brandWrite(row, revision),
    ...checkCutouts(userId, cutoutIds),
  });
  if (refusals === undefined) return saved;
  if (!refusals.has('brand')) throw createCutoutError(refusals);
  // A page that lost the response repeats the save.
  const existing = refusals.findItem('brand');
  if (existing?.['version'] === row.version && existing['brand'] === row.brand) return saved;
  throw new CodedError('brand_changed');
}

import type { Brand, Layout } from '#contract/design/brand.ts';
import { LIMITS } from '#contract/limits.ts';
import { hasCode } from '../../../api/errors.ts';
import { readBrand, saveBrand } from './brand-api.ts';
import type { StoredBrand } from './brand-api.ts';

/** A change of a brand. It may be applied twice, and to a newer version of the brand than the creator saw. */
export type BrandEdit = (brand: Brand) => Brand;

export const addColor =
  (color: string): BrandEdit =>
  (brand) => ({ ...brand, colors: [...new Set([...brand.colors, color])] });

export const removeColor =
  (color: string): BrandEdit =>
  (brand) => ({ ...brand, colors: brand.colors.filter((each) => each !== color) });

/** Adds a layout after the others, or replaces the layout that has the same id. */
export const putLayout =
  (layout: Layout): BrandEdit =>
  (brand) => ({
    ...brand,
    layouts: brand.layouts.some(({ id }) => id === layout.id)
      ? brand.layouts.map((each) => (each.id === layout.id ? layout : each))
      : [...brand.layouts, layout],
  });

export const removeLayout =
  (id: string): BrandEdit =>
  (brand) => ({ ...brand, layouts: brand.layouts.filter((layout) => layout.id !== id) });

/** Explains why a brand cannot have this layout in addition. Returns undefined if the brand can have it. */
export function findLayoutLimit(brand: Brand, layout: Layout): string | undefined {
  if (brand.layouts.length >= LIMITS.brandLayouts)
    return `A brand has at most ${LIMITS.brandLayouts} layouts. Delete one to save another.`;
  const { length } = new TextEncoder().encode(JSON.stringify(putLayout(layout)(brand)));
  return length > LIMITS.brandBytes ? 'Your layouts are too large. Delete one to save another.' : undefined;
}

/**
 * Saves a change of the brand. If another tab or device has changed it meanwhile, the change is made on what is stored now,
 * so that none is lost.
 * @param userId the user whose brand it is. Another user may have signed in while the change waited for the change before it
 */
export async function changeBrand(
  { brand, version }: StoredBrand,
  edit: BrandEdit,
  userId: string,
): Promise<StoredBrand> {
  try {
    return await saveBrand({ brand: edit(brand), version }, userId);
  } catch (error) {
    if (!hasCode(error, 'brand_changed')) throw error;
    const stored = await readBrand(userId);
    return saveBrand({ brand: edit(stored.brand), version: stored.version }, userId);
  }
}

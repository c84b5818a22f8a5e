import { readBrandSchemas, saveBrandSchemas } from '#contract/design/brand.ts';
import { findBrand, saveBrand } from '../thumbnails/brand/brand.ts';
import { apiHandler, apiRouter } from './http/api-handler.ts';
import { enforceSaveLimits } from '../platform/rate-limits/save-limits.ts';

export const handler = apiRouter('brand', {
  /** GET /api/brand: returns the colors and layouts of the caller. */
  readBrand: apiHandler('readBrand', readBrandSchemas, ({ userId }) => findBrand(userId)),
  /**
   * PUT /api/brand: replaces the colors and layouts of the caller. A save counts as the save of a design, because both write the same
   * amount of data.
   */
  saveBrand: apiHandler('saveBrand', saveBrandSchemas, async ({ userId, body: { brand, version } }) => {
    await enforceSaveLimits(userId);
    return saveBrand({ userId, brand, revision: version });
  }),
});

import * as z from 'zod/mini';
import { PACK_IDS, PACKS, type PackId, type PackPrices } from '#contract/packs.ts';
import { requireEnv } from '../../platform/environment.ts';

/** The prices of the packs. A pack without a price is not on sale. */
const PRICES: PackPrices = z
  .partialRecord(z.enum(PACK_IDS), z.string())
  .parse(JSON.parse(requireEnv('PACK_PRICES')));

export type Pack = (typeof PACKS)[PackId] & { id: PackId };

/** Finds the pack that a Stripe price sells on this stage. */
export function findPackByPrice(priceId: string): Pack | undefined {
  const id = PACK_IDS.find((each) => PRICES[each] === priceId);
  return id && { id, ...PACKS[id] };
}

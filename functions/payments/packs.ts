import * as z from 'zod/mini';
import { PACK_IDS, PACKS, type PackId, type PackPrices } from '../../contract/packs.ts';
import { environment } from '../aws/environment.ts';

/** A pack without a price is not on sale. */
const PRICES: PackPrices = z
  .partialRecord(z.enum(PACK_IDS), z.string())
  .parse(JSON.parse(environment('PACK_PRICES')));

/** The pack that a Stripe price sells on this stage. */
export function packOfPrice(priceId: string): (typeof PACKS)[PackId] | undefined {
  const id = PACK_IDS.find((candidate) => PRICES[candidate] === priceId);
  return id && PACKS[id];
}

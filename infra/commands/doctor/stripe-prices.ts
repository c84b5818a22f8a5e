import Stripe from 'stripe';
import { PACK_IDS, PACKS, type PackId } from '../../../contract/packs.ts';
import { fail, ok, type Check, type Finding } from './check.ts';
import { setupCommand, type StripeAccount } from './stripe-account.ts';

/** Whether each pack's price is in Stripe as our table has it. */
export const stripePrices: Check = {
  name: 'Stripe prices',
  async look({ settings, stripe }) {
    const { stage, prices } = settings;
    if (prices === undefined)
      return [fail('The stage has no prices: nothing is on sale.', setupCommand(stage))];
    const account = await stripe();
    if (account === undefined) return [];
    return Promise.all(PACK_IDS.map((id) => priceOf(id, prices[id], account, setupCommand(stage))));
  },
};

async function priceOf(
  id: PackId,
  priceId: string,
  { client, isLive }: StripeAccount,
  fix: string,
): Promise<Finding> {
  const { name, amount, currency } = PACKS[id];
  const price = await client.prices.retrieve(priceId).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
    throw error;
  });
  if (price === undefined) return fail(`${name}: Stripe does not know ${priceId}.`, fix);
  if (price.livemode !== isLive) {
    return fail(
      `${name}: ${priceId} is of the ${price.livemode ? 'live' : 'test'} mode, and the key is not.`,
      fix,
    );
  }
  if (!price.active) return fail(`${name}: ${priceId} was switched off.`, fix);
  if (price.unit_amount !== amount || price.currency !== currency) {
    return fail(
      `${name}: ${priceId} asks ${inWords(price.unit_amount ?? 0, price.currency)} in place of ${inWords(amount, currency)}.`,
      fix,
    );
  }
  return ok(`${name}: ${inWords(amount, currency)}.`);
}

/** @param amount in minor units. */
function inWords(amount: number, currency: string): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

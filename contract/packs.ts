/** A credit pack. `amount` is in minor units of `currency` (350 = £3.50). */
interface Pack {
  name: string;
  credits: number;
  amount: number;
  currency: 'gbp';
  features: readonly string[];
  /** The site marks this pack as the one most creators choose. */
  highlighted?: boolean;
}

/** @param others what it offers besides the generations and the models. */
const createPack = (pack: Omit<Pack, 'features'>, ...others: string[]): Pack => ({
  ...pack,
  features: [`${pack.credits} thumbnail generations`, 'Access to all AI models', ...others],
});

/** The credit packs (spec, section 3). A purchase adds the credits of this table, never a number from a client. */
export const PACKS = {
  starter: createPack({ name: 'Starter', credits: 10, amount: 350, currency: 'gbp' }, 'Standard support'),
  pro: createPack(
    { name: 'Pro', credits: 25, amount: 700, currency: 'gbp', highlighted: true },
    'Priority support',
    'Early access to new features',
  ),
  elite: createPack(
    { name: 'Elite', credits: 50, amount: 1_000, currency: 'gbp' },
    '24/7 dedicated support',
    'Custom integrations',
  ),
};

export type PackId = keyof typeof PACKS;

export const PACK_IDS = Object.keys(PACKS) as PackId[];

/** Stripe's price id of each pack on sale. Each stage has its own; a pack without a price is not on sale. */
export type PackPrices = Partial<Record<PackId, string>>;

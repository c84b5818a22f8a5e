import { SUPPORT_LEVELS, type SupportLevel } from './support.ts';

/** Everything that a pack gives to its buyer. `amount` is in minor units of `currency` (350 = £3.50). */
interface Pack {
  name: string;
  credits: number;
  amount: number;
  currency: 'gbp';
  /** How soon support answers the accounts of the pack. */
  support: SupportLevel;
  /** Whether its accounts have the features in early access (the setting `earlyAccess`). */
  earlyAccess: boolean;
  /** Whether its accounts have keys of the public API. */
  apiKeys: boolean;
  /** The site marks this pack as the one most creators choose. */
  highlighted?: boolean;
  /** The benefits that its card leaves out. The specification has the lines of each card. */
  unlisted?: readonly Benefit[];
}

/** A benefit that an account has or has not. */
export type Benefit = 'earlyAccess' | 'apiKeys';

/**
 * The credit packs (spec, section 3), and all that they give: the card, the checkout, the early access, the level of support
 * and the API keys derive from this table. A purchase adds the credits of this table, never a number from a client.
 */
export const PACKS = {
  starter: {
    name: 'Starter',
    credits: 10,
    amount: 350,
    currency: 'gbp',
    support: 'standard',
    earlyAccess: false,
    apiKeys: false,
  },
  pro: {
    name: 'Pro',
    credits: 25,
    amount: 700,
    currency: 'gbp',
    support: 'priority',
    earlyAccess: true,
    apiKeys: false,
    highlighted: true,
  },
  elite: {
    name: 'Elite',
    credits: 50,
    amount: 1_000,
    currency: 'gbp',
    support: 'dedicated',
    earlyAccess: true,
    apiKeys: true,
    unlisted: ['earlyAccess'],
  },
} satisfies Record<string, Pack>;

export type PackId = keyof typeof PACKS;

export const PACK_IDS = Object.keys(PACKS) as PackId[];

/** Stripe's price id of each pack on sale. Each stage has its own; a pack without a price is not on sale. */
export type PackPrices = Partial<Record<PackId, string>>;

export function describePack(id: PackId): Pack {
  return PACKS[id];
}

/** Tells whether one of the packs of an account gives a benefit. */
export function hasBenefit(benefit: Benefit, packs: readonly PackId[]): boolean {
  return packs.some((id) => PACKS[id][benefit]);
}

/** Finds the support level of an account. An account without a pack has the standard level. */
export function findSupportLevel(packs: readonly PackId[]): SupportLevel {
  return SUPPORT_LEVELS.findLast((level) => packs.some((id) => PACKS[id].support === level)) ?? 'standard';
}

/** Names the packs that match, for a sentence: `Pro or Elite`. */
export function namePacks(isMatch: (pack: Pack) => boolean): string {
  const names = PACK_IDS.map(describePack).flatMap((pack) => (isMatch(pack) ? [pack.name] : []));
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}

import { SUPPORT_LEVELS, type SupportLevel } from './support.ts';

/** The properties of a pack and all that its buyer gets. `amount` is in minor units of `currency` (350 = £3.50). */
interface Pack {
  name: string;
  credits: number;
  amount: number;
  currency: 'gbp';
  /** The support level of accounts with the pack. */
  support: SupportLevel;
  /** True if accounts with the pack can use features in early access (the setting `earlyAccess`). */
  earlyAccess: boolean;
  /** True if accounts with the pack can have API keys. */
  apiKeys: boolean;
  /** Marks this pack on the site as the pack that most creators choose. */
  highlighted?: boolean;
  /** The benefits that the card of the pack does not list. The specification defines the lines of each card. */
  unlisted?: readonly Benefit[];
}

/** A benefit that an account either has or does not have. */
export type Benefit = 'earlyAccess' | 'apiKeys';

/**
 * The credit packs (spec, section 3). The card, the checkout, the early access, the support level and the API keys derive from this table.
 * A purchase adds the credits of this table, never a number from a client.
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

/** The price ids of Stripe for the packs on sale. Each stage has its own prices. A pack without a price is not on sale. */
export type PackPrices = Partial<Record<PackId, string>>;

export function describePack(id: PackId): Pack {
  return PACKS[id];
}

/** Tells whether one of the packs gives a benefit. */
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

import { type Benefit, describePack, type PackId } from './packs.ts';
import type { CreditPack } from './site-config.ts';
import type { SupportLevel } from './support.ts';

/** The line of a card for each support level, and for each benefit. */
const SUPPORT_LINES = {
  standard: 'Standard support',
  priority: 'Priority support',
  dedicated: '24/7 dedicated support',
} as const satisfies Record<SupportLevel, string>;
const BENEFIT_LINES = {
  earlyAccess: 'Early access to new features',
  apiKeys: 'Custom integrations',
} as const satisfies Record<Benefit, string>;

/** Names what ends with a full refund of a pack, inside of a sentence. */
const BENEFIT_NAMES: Record<Benefit, string> = { apiKeys: 'API keys', earlyAccess: 'early access' };

/** `support level, API keys and early access` */
export const PACK_BENEFITS = new Intl.ListFormat('en-GB').format([
  'support level',
  ...Object.values(BENEFIT_NAMES),
]);

type ValueOf<T> = T[keyof T];

/** A line of a card for a support level or a benefit. */
export type PromiseLine = ValueOf<typeof SUPPORT_LINES> | ValueOf<typeof BENEFIT_LINES>;

/** Formats the generations of a pack, for example `1,000`. */
export const formatGenerations = (credits: number) => new Intl.NumberFormat('en-GB').format(credits);

/** Composes the card of a pack, without the price id of Stripe. */
export function composeCard(id: PackId): Omit<CreditPack, 'priceId'> {
  const pack = describePack(id);
  const { name, credits, amount, currency, support, highlighted, unlisted } = pack;
  const benefits = (Object.keys(BENEFIT_LINES) as (keyof typeof BENEFIT_LINES)[]).filter(
    (benefit) => pack[benefit] && unlisted?.includes(benefit) !== true,
  );
  const features = [
    `${formatGenerations(credits)} thumbnail generations`,
    'Access to all AI models',
    SUPPORT_LINES[support],
    ...benefits.map((benefit) => BENEFIT_LINES[benefit]),
  ];
  return { name, credits, amount, currency, features, ...(highlighted && { highlighted }) };
}

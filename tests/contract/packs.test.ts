import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { composeCard } from '#contract/pack-card.ts';
import {
  type Benefit,
  describePack,
  findSupportLevel,
  hasBenefit,
  namePacks,
  PACK_IDS,
  PACKS,
  type PackId,
} from '#contract/packs.ts';
import { SUPPORT_LEVELS } from '#contract/support.ts';

const CARDS: Record<PackId, [card: object, promises: string[]]> = {
  starter: [{ name: 'Starter', credits: 10, amount: 350 }, ['Standard support']],
  pro: [
    { name: 'Pro', credits: 25, amount: 700, highlighted: true },
    ['Priority support', 'Early access to new features'],
  ],
  elite: [{ name: 'Elite', credits: 50, amount: 1_000 }, ['24/7 dedicated support', 'Custom integrations']],
};

it.each(PACK_IDS)('the card of %s has the lines of the specification', (id) => {
  const [card, promises] = CARDS[id];
  const features = [`${PACKS[id].credits} thumbnail generations`, 'Access to all AI models', ...promises];

  expect(composeCard(id)).toEqual({ ...card, currency: 'gbp', features });
});

it('the packs come in the order of their prices, and no pack has dearer credits than the pack before', () => {
  const packs = PACK_IDS.map(describePack);
  const prices = packs.map(({ amount }) => amount);
  const perCredit = packs.map(({ amount, credits }) => amount / credits);

  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  expect(perCredit).toEqual(perCredit.toSorted((one, other) => other - one));
});

/** Returns a number for each thing that a pack gives. A higher number is a better thing. */
const rankBenefits = (id: PackId): Record<Benefit | 'support', number> => ({
  support: SUPPORT_LEVELS.indexOf(PACKS[id].support),
  earlyAccess: Number(PACKS[id].earlyAccess),
  apiKeys: Number(PACKS[id].apiKeys),
});

it.each(PACK_IDS.slice(1).map((id, index) => [id, PACK_IDS[index] ?? id] as const))(
  'the pack %s gives all that the cheaper pack %s gives, and its card has at least as many lines',
  (dearer, cheaper) => {
    const least = Object.entries(rankBenefits(cheaper));
    const given = new Map(Object.entries(rankBenefits(dearer)));

    expect(least.filter(([benefit, rank]) => (given.get(benefit) ?? 0) < rank)).toEqual([]);
    expect(composeCard(dearer).features.length).toBeGreaterThanOrEqual(composeCard(cheaper).features.length);
  },
);

it('one card is highlighted: the pack that most creators choose', () => {
  expect(PACK_IDS.filter((id) => composeCard(id).highlighted)).toHaveLength(1);
});

it('the packs have the names, credits, prices and lines of the specification', () => {
  const specification = readFileSync(new URL('../e2e/spec/specification.md', import.meta.url), 'utf8');
  const writePrice = (amount: number) => `£${(amount / 100).toFixed(2)}`;
  const cards = PACK_IDS.map((id) => {
    const { name, credits, amount, features } = composeCard(id);
    return `- \`3.pack.${id}\` ${name} | ${credits} | ${writePrice(amount)} … ${features.join('; ')}`;
  });
  const columns = ['no', 'one', 'two', 'three', 'four', 'five'][PACK_IDS.length];
  const packs = PACK_IDS.map(describePack);
  const sizes = packs.map(({ credits }) => credits).join(', ');
  const prices = packs.map(({ amount }) => writePrice(amount)).join(', ');

  expect(specification.match(/^- `3\.pack\.(?!price-id).*$/gm)).toEqual(cards);
  expect(specification.match(/^- `2\.buy\.grid` .*$/gm)).toEqual([
    `- \`2.buy.grid\` A ${columns}-column grid of pack cards.`,
  ]);
  expect(specification.match(/^- `9\.packs` .*$/gm)).toEqual([
    `- \`9.packs\` Pack sizes ${sizes} credits at ${prices}.`,
  ]);
});

/** The support level of an account with one pack, and whether it has early access and API keys. */
const BENEFITS: Record<PackId, [level: string, earlyAccess: boolean, apiKeys: boolean]> = {
  starter: ['standard', false, false],
  pro: ['priority', true, false],
  elite: ['dedicated', true, true],
};
const readBenefits = (packs: readonly PackId[]) => [
  findSupportLevel(packs),
  hasBenefit('earlyAccess', packs),
  hasBenefit('apiKeys', packs),
];

it.each(PACK_IDS)('an account with the pack %s has what the pack gives', (id) => {
  expect(readBenefits([id])).toEqual(BENEFITS[id]);
});

it('an account has what all of its packs give, and standard support without a pack', () => {
  expect(readBenefits([])).toEqual(['standard', false, false]);
  expect(readBenefits(['pro', 'starter'])).toEqual(['priority', true, false]);
  expect(readBenefits(['elite', 'pro'])).toEqual(['dedicated', true, true]);
});

it('each pack with API keys has early access, because programs call the endpoints of all features', () => {
  const packs = PACK_IDS.map(describePack).filter(({ apiKeys }) => apiKeys);

  expect(packs).not.toEqual([]);
  expect(packs.filter(({ earlyAccess }) => !earlyAccess)).toEqual([]);
});

it('names all packs that match, in the order of the table', () => {
  const names = namePacks(({ credits }) => credits >= PACKS.pro.credits);

  expect(names).toMatch(/^Pro\b.* or \w+$/);
  expect(namePacks(({ name }) => name === 'Elite')).toBe('Elite');
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { composeCard } from '#contract/pack-card.ts';
import { describePack, findSupportLevel, hasBenefit, namePacks, PACK_IDS, PACKS } from '#contract/packs.ts';

it.each([
  ['starter', { name: 'Starter', credits: 10, amount: 350 }, ['Standard support']],
  [
    'pro',
    { name: 'Pro', credits: 25, amount: 700, highlighted: true },
    ['Priority support', 'Early access to new features'],
  ],
  ['elite', { name: 'Elite', credits: 50, amount: 1_000 }, ['24/7 dedicated support', 'Custom integrations']],
] as const)('the card of %s has the lines of the specification', (id, card, promises) => {
  const features = [`${card.credits} thumbnail generations`, 'Access to all AI models', ...promises];

  expect(composeCard(id)).toEqual({ ...card, currency: 'gbp', features });
});

it('the packs have the names, credits, prices and lines of the specification', () => {
  const specification = readFileSync(new URL('../e2e/spec/specification.md', import.meta.url), 'utf8');
  const writePrice = (amount: number) => `£${(amount / 100).toFixed(2)}`;
  const cards = PACK_IDS.map((id) => {
    const { name, credits, amount, features } = composeCard(id);
    return `- \`3.pack.${id}\` ${name} | ${credits} | ${writePrice(amount)} … ${features.join('; ')}`;
  });
  const packs = PACK_IDS.map(describePack);
  const sizes = packs.map(({ credits }) => credits).join(', ');
  const prices = packs.map(({ amount }) => writePrice(amount)).join(', ');

  expect(specification.match(/^- `3\.pack\.(?!price-id).*$/gm)).toEqual(cards);
  expect(specification.match(/^- `9\.packs` .*$/gm)).toEqual([
    `- \`9.packs\` Pack sizes ${sizes} credits at ${prices}.`,
  ]);
});

it.each([
  [[], 'standard', false, false],
  [['starter'], 'standard', false, false],
  [['pro', 'starter'], 'priority', true, false],
  [['elite', 'pro'], 'dedicated', true, true],
] as const)('an account with the packs %j has %s support', (packs, level, earlyAccess, apiKeys) => {
  expect([findSupportLevel(packs), hasBenefit('earlyAccess', packs), hasBenefit('apiKeys', packs)]).toEqual([
    level,
    earlyAccess,
    apiKeys,
  ]);
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

import { afterEach, describe, expect, it, vi } from 'vitest';
import { PACKS } from '../../../contract/packs.ts';

/** Imports the module as a cold start with this setting does. */
async function importPacks(prices: unknown) {
  vi.stubEnv('PACK_PRICES', typeof prices === 'string' ? prices : JSON.stringify(prices));
  vi.resetModules();
  return import('../../../functions/payments/packs.ts');
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const PRICES = { starter: 'price_1', pro: 'price_2', elite: 'price_3' };

describe('the pack of a price', () => {
  it.each([
    ['price_1', PACKS.starter],
    ['price_2', PACKS.pro],
    ['price_3', PACKS.elite],
  ])('is the one that the stage sells for %s', async (price, pack) => {
    const { findPackByPrice } = await importPacks(PRICES);

    expect(findPackByPrice(price)).toEqual({ id: expect.any(String) as string, ...pack });
  });

  it.each(['', 'price_4', 'starter', 'PRICE_1', 'price_1 ', '__proto__', 'constructor', 'undefined'])(
    'does not exist for the price "%s"',
    async (price) => {
      const { findPackByPrice } = await importPacks(PRICES);

      expect(findPackByPrice(price)).toBeUndefined();
    },
  );

  it('does not exist while it has no price on this stage', async () => {
    const { findPackByPrice } = await importPacks({ pro: 'price_2' });

    expect(findPackByPrice('price_2')).toEqual({ id: 'pro', ...PACKS.pro });
    expect(findPackByPrice('price_1')).toBeUndefined();
    expect(findPackByPrice('')).toBeUndefined();
  });
});

describe('the cold start fails when the setting of the prices', () => {
  it.each([
    ['is no JSON', 'price_1'],
    ['is empty', ''],
    ['is a list', ['price_1']],
    ['names an unknown pack', { ...PRICES, gold: 'price_4' }],
    ['contains a number', { ...PRICES, pro: 700 }],
  ])('%s', async (_, prices) => {
    await expect(importPacks(prices)).rejects.toThrow();
  });
});

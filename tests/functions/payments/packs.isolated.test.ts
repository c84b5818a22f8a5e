import { afterEach, describe, expect, it, vi } from 'vitest';
import { PACKS } from '../../../contract/packs.ts';

/** The module as a cold start with this setting finds it. */
async function packsWith(prices: unknown) {
  vi.stubEnv('PACK_PRICES', typeof prices === 'string' ? prices : JSON.stringify(prices));
  vi.resetModules();
  return import('../../../functions/payments/packs.ts');
}

afterEach(() => {
  vi.unstubAllEnvs();
});

const all = { starter: 'price_1', pro: 'price_2', elite: 'price_3' };

describe('the pack of a price', () => {
  it.each([
    ['price_1', PACKS.starter],
    ['price_2', PACKS.pro],
    ['price_3', PACKS.elite],
  ])('is what the stage says: %s', async (price, pack) => {
    const { findPackByPrice } = await packsWith(all);

    expect(findPackByPrice(price)).toEqual(pack);
  });

  it.each(['', 'price_4', 'starter', 'PRICE_1', 'price_1 ', '__proto__', 'constructor', 'undefined'])(
    'is none for "%s"',
    async (price) => {
      const { findPackByPrice } = await packsWith(all);

      expect(findPackByPrice(price)).toBeUndefined();
    },
  );

  it('is none at all before the stage has prices', async () => {
    const { findPackByPrice } = await packsWith({});

    expect(findPackByPrice('price_1')).toBeUndefined();
    expect(findPackByPrice('')).toBeUndefined();
  });

  it('is known where only some have a price', async () => {
    const { findPackByPrice } = await packsWith({ pro: 'price_2' });

    expect(findPackByPrice('price_2')).toEqual(PACKS.pro);
    expect(findPackByPrice('price_1')).toBeUndefined();
  });
});

describe('prices that make no sense stop the cold start', () => {
  it.each([
    ['no JSON', 'price_1'],
    ['nothing', ''],
    ['a list', ['price_1']],
    ['a pack that is not sold', { ...all, gold: 'price_4' }],
    ['a number', { ...all, pro: 700 }],
  ])('%s', async (_, prices) => {
    await expect(packsWith(prices)).rejects.toThrow();
  });
});

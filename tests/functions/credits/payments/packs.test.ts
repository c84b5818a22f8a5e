import { afterEach, describe, expect, it, vi } from 'vitest';
import { PACKS } from '#contract/packs.ts';
import { createCheckoutTerms } from '../../../../functions/credits/payments/checkout-terms.ts';

const SITE = 'https://thumbforge.example.com';
const create = (settings: object) => createCheckoutTerms(JSON.stringify(settings), SITE);

describe('the terms of a checkout', () => {
  it('are empty in a stage without legal settings and automatic tax', () => {
    expect(create({ automaticTax: false })).toEqual({});
  });

  it("require the consumer's consent to the policies and to the immediate supply, within Stripe's limit", () => {
    const legal = { termsUrl: 'https://example.com/terms', refundsUrl: '/refunds' };

    const { consent_collection: consent, custom_text: text } = create({ automaticTax: false, legal });

    const { message = '' } = (text?.terms_of_service_acceptance ?? {}) as { message?: string };
    expect(consent).toEqual({ terms_of_service: 'required' });
    expect(message).toContain('[terms of service](https://example.com/terms)');
    expect(message).toContain(`[refund policy](${SITE}/refunds)`);
    expect(message).toContain('I ask for the credits at once');
    expect(message.length).toBeLessThanOrEqual(1_200);
  });

  it("let Stripe compute the tax of the customer's address", () => {
    expect(create({ automaticTax: true })).toEqual({
      automatic_tax: { enabled: true },
      customer_update: { address: 'auto' },
    });
  });
});

/** Imports the module as a cold start with this setting does. */
async function importPacks(prices: unknown) {
  vi.stubEnv('PACK_PRICES', typeof prices === 'string' ? prices : JSON.stringify(prices));
  vi.resetModules();
  return import('../../../../functions/credits/payments/packs.ts');
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
  ])('is the pack that the stage sells for %s', async (price, pack) => {
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

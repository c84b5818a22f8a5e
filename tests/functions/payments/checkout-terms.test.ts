import { describe, expect, it } from 'vitest';
import { createCheckoutTerms } from '../../../functions/payments/checkout-terms.ts';

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

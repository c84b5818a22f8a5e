import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { requireEnv } from '../../platform/environment.ts';

type SessionParams = Pick<
  Stripe.Checkout.SessionCreateParams,
  'automatic_tax' | 'consent_collection' | 'custom_text' | 'customer_update'
>;

const checkoutTerms = z.object({
  automaticTax: z.boolean(),
  /** The addresses of the legal texts. Absent in a stage without legal settings. */
  legal: z.optional(z.object({ termsUrl: z.string(), refundsUrl: z.string() })),
});

/** The parameters that consumer law and tax require for every checkout session of this stage. */
export const CHECKOUT_TERMS = createCheckoutTerms(requireEnv('CHECKOUT_TERMS'), requireEnv('SITE_URL'));

/**
 * Creates the parameters for consumer law and tax. A consumer may cancel a distance sale within 14 days. A supply before the end of this
 * period needs the consumer's express request and acknowledgement (Consumer Contracts Regulations 2013, regulations 36 and 37). Stripe also
 * requires the address of the terms in its dashboard (Stripe API reference, Checkout Session, `consent_collection.terms_of_service`).
 * @param json the settings of the stage.
 * @param siteUrl resolves an address that is a path of the site.
 */
export function createCheckoutTerms(json: string, siteUrl: string): SessionParams {
  const { automaticTax, legal } = checkoutTerms.parse(JSON.parse(json));
  const link = (text: string, url: string) => `[${text}](${new URL(url, siteUrl).href})`;
  return {
    // Stripe needs an address for the tax, and stores the address that the customer enters.
    ...(automaticTax && { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }),
    ...(legal !== undefined && {
      consent_collection: { terms_of_service: 'required' },
      custom_text: {
        terms_of_service_acceptance: {
          message:
            `I agree to the ${link('terms of service', legal.termsUrl)} and the ${link('refund policy', legal.refundsUrl)}. ` +
            'I ask for the credits at once, and I understand that I lose my right to cancel within 14 days for credits that I use.',
        },
      },
    }),
  };
}

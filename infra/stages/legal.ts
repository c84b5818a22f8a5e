import { z } from 'zod';

const pageUrl = z
  .string()
  .max(500, 'must be at most 500 characters')
  .regex(
    /^(https:\/\/[^\s/]+|\/(?!\/))\S*$/,
    'must be an https address, or a path of the site such as /terms',
  );

/** The facts about a seller that consumer law requires on the site: who sells, on which terms, and how to reach the seller. */
export const legalSetting = z.strictObject({
  sellerName: z.string().min(1).max(200).describe('Legal name of the seller, e.g. Example Ltd'),
  sellerAddress: z.string().min(1).max(300).describe('Geographic address of the seller, in one line'),
  supportEmail: z.email('must be an e-mail address').describe('Address that answers creators'),
  termsUrl: pageUrl.describe('Page with the terms of service; set the same in the dashboard of Stripe'),
  privacyUrl: pageUrl.describe('Page with the privacy policy'),
  refundsUrl: pageUrl.describe('Page with the refund policy and the right to cancel'),
});

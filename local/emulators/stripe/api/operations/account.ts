import type Stripe from 'stripe';
import { operation } from '../operation.ts';

const ACCOUNT: Stripe.Account = {
  id: 'acct_local',
  object: 'account',
  business_type: 'company',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  country: 'GB',
  default_currency: 'gbp',
  details_submitted: true,
  email: 'owner@localhost',
  metadata: {},
  payouts_enabled: true,
  type: 'standard',
};

export const accountOperations = [
  operation('GET', '/v1/account', {}, () => ACCOUNT),
  operation('GET', '/v1/balance', {}, (_, { world }): Stripe.Balance => {
    const amounts = new Map([[ACCOUNT.default_currency ?? 'gbp', 0]]);
    for (const { amount_captured, amount_refunded, currency } of world.state.charges.values()) {
      amounts.set(currency, (amounts.get(currency) ?? 0) + amount_captured - amount_refunded);
    }
    const pending = Array.from(amounts, ([currency, amount]) => ({ amount, currency }));
    return {
      object: 'balance',
      available: pending.map(({ currency }) => ({ amount: 0, currency })),
      livemode: false,
      pending,
    };
  }),
];

import Stripe from 'stripe';
import { fail, ok, unknown, warn, type Check } from './check.ts';
import { setupCommand } from './stripe-account.ts';

/** Whether Stripe takes the stage's key, and whether it is of the kind that the stage needs. */
export const stripeKey: Check = {
  name: 'Stripe key',
  async look({ settings, outputs, stripe }) {
    const { stage, keepData } = settings;
    if ((await outputs()) === undefined) {
      return [unknown('The stage is not deployed yet.', `npm run deploy -- --stage ${stage}`)];
    }
    const account = await stripe();
    if (account === undefined) return [fail('The stage has no key: nobody can buy.', setupCommand(stage))];
    try {
      await account.client.prices.list({ limit: 1 });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
      return [fail('Stripe does not take the key: it is wrong, or was rolled.', setupCommand(stage))];
    }
    if (keepData && !account.isLive) {
      return [warn('A test key: no card is charged.', `With a live key: ${setupCommand(stage)}`)];
    }
    if (!keepData && account.isLive) {
      return [
        warn(
          'A live key on a stage for trying out: real cards are charged.',
          `With a test key: ${setupCommand(stage)}`,
        ),
      ];
    }
    return [ok(`Stripe takes the ${account.isLive ? 'live' : 'test'} key.`)];
  },
};

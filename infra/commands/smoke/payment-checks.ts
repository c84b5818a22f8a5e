import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { createStripeCheckoutResponse } from '#contract/endpoints/purchase-schemas.ts';
import { readCreditsResponse } from '#contract/endpoints/schemas.ts';
import { UnexpectedAnswerError } from '../site-client.ts';
import { requireStep, SkippedError, type SmokeCheck } from './check.ts';
import { signIn } from './creator-checks.ts';
import { settings } from './site-checks.ts';

/** Checks that the webhook refuses events that Stripe did not sign. */
const forgedWebhook: SmokeCheck = {
  name: 'forged webhook',
  async run({ site }) {
    const { path, method } = ENDPOINTS.stripeWebhook;
    const body = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'checkout.session.completed' });
    const now = Math.floor(Date.now() / 1_000);
    const signatures = [{}, { 'stripe-signature': `t=${now},v1=${'0'.repeat(64)}` }];
    for (const signature of signatures) {
      const headers = { 'content-type': 'application/json', ...signature };
      const { status } = await site.fetch(path, { method, headers, body });
      if (status !== 400) throw new UnexpectedAnswerError(`A forged event was answered with ${status}.`);
    }
    return 'An unsigned and a wrongly signed event are refused.';
  },
};

/** Stripe's own page, and the stand-in of the embedded cloud. */
const CHECKOUT_PAGE = /^(https:\/\/checkout\.stripe\.com\/|http:\/\/(localhost|127\.0\.0\.1):)/;

/** Checks that a user can open the payment page of a pack. Nothing is charged; the deletion of the account expires the page. */
const checkout: SmokeCheck = {
  name: 'checkout',
  async run(context) {
    const { id: userId, token } = requireStep(context.creator, signIn.name);
    const pack = requireStep(context.config, settings.name).packs[0];
    if (pack === undefined) throw new SkippedError('The stage sells no packs: run stripe:setup, and deploy.');
    const body = { priceId: pack.priceId, userId };
    const request = { token, body };
    const { checkoutUrl } = await context.site.call(
      'createStripeCheckout',
      createStripeCheckoutResponse,
      request,
    );
    if (!CHECKOUT_PAGE.test(checkoutUrl))
      throw new UnexpectedAnswerError("The address is not Stripe's page.");
    context.checkout = { url: checkoutUrl, credits: pack.credits };
    return `Stripe opened a page${checkoutUrl.includes('/cs_live_') ? ' in live mode' : ''} for ${pack.name}.`;
  },
};

const CREDITS_TIMEOUT_MS = 30_000;
const POLL_MS = 500;

/** Checks that a payment adds the credits of the pack. A program can only pay at the Stripe emulator of the embedded cloud. */
const payment: SmokeCheck = {
  name: 'payment',
  async run({ site, access, creator, checkout: opened }) {
    const { token, email } = requireStep(creator, signIn.name);
    const { url, credits } = requireStep(opened, checkout.name);
    if (access.stage !== 'local') {
      throw new SkippedError(
        "Stripe's API cannot pay on its page. Buy a pack by hand once: card 4242 4242 4242 4242 in test mode.",
      );
    }
    const readBalance = async () => (await site.call('readCredits', readCreditsResponse, { token })).credits;
    const before = await readBalance();
    await site.fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'pay', email }) });
    // Stripe's event reaches the webhook independently of this response.
    const deadline = Date.now() + CREDITS_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if ((await readBalance()) === before + credits) return `The payment added ${credits} credits.`;
      await delay(POLL_MS);
    }
    throw new UnexpectedAnswerError(`The payment did not add ${credits} credits.`);
  },
};

/** The checks of the webhook and of a purchase. */
export const PAYMENT_CHECKS: readonly SmokeCheck[] = [forgedWebhook, checkout, payment];

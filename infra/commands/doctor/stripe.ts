import { PACK_IDS, PACKS, type PackId } from '#contract/packs.ts';
import { STRIPE_EVENTS } from '#contract/stripe-events.ts';
import type { StageSettings } from '../../stages/settings.ts';
import { listUndeliveredEvents, sendTestEvent } from '../webhook-events.ts';
import {
  deployCommand,
  fail,
  ok,
  unknown,
  warn,
  type Check,
  type Finding,
  type StripeAccount,
} from './check.ts';
import { findPrice, findWebhook, isAccepted, listEndpoints } from './stripe-account.ts';

/** An event may fail a few times before Stripe's retries deliver it. */
const DELIVERY_SECONDS = 3_600;

export const STRIPE_CHECKS: readonly Check[] = [
  {
    // Stripe must accept the key, and the mode of the key must fit the stage.
    name: 'Stripe key',
    remedy: setupCommand,
    async probe({ settings, outputs, stripe }) {
      const deploy = deployCommand(settings);
      if ((await outputs()) === undefined) return unknown('The stage is not deployed.', deploy);
      const account = await stripe();
      if (account === undefined) return fail('The stage has no key: no one can buy packs.');
      if (await isAccepted(account)) return checkMode(account, settings);
      return fail('Stripe rejects the key: it is invalid or was rolled.');
    },
  },
  {
    // The price of each pack in Stripe must be the price in `contract/packs.ts`.
    name: 'Stripe prices',
    remedy: setupCommand,
    async probe({ settings: { prices }, stripe }) {
      if (PACK_IDS.every((id) => prices[id] === undefined)) {
        return fail('The stage has no prices: no pack is on sale.');
      }
      const account = await stripe();
      return account === undefined ? [] : PACK_IDS.map((id) => checkPrice(id, prices[id], account));
    },
  },
  {
    // Stripe must send every handled event to the site.
    name: 'Stripe webhook',
    remedy: setupCommand,
    async probe({ settings, ...context }) {
      const webhook = await findWebhook(context);
      if (webhook === undefined) return [];
      const [endpoint, ...others] = await listEndpoints(webhook);
      const { url, account } = webhook;
      const none = `Stripe has no webhook endpoint for ${url}: paid packs add no credits.`;
      if (endpoint === undefined) return fail(none);
      if (account.webhookSecret === '') return fail("The stage's secret lacks the webhook secret.");
      const several = `Stripe has ${others.length + 1} webhook endpoints for ${url}; the stage has the secret of one.`;
      if (others.length > 0) return fail(several, rollCommand(settings));
      if (endpoint.status !== 'enabled') return fail(`The webhook endpoint ${endpoint.id} is disabled.`);
      const missing = STRIPE_EVENTS.filter((event) => !endpoint.enabled_events.includes(event));
      if (missing.length > 0) return fail(`${endpoint.id} lacks the events ${missing.join(', ')}.`);
      return ok(`${endpoint.id} receives all ${STRIPE_EVENTS.length} events.`);
    },
  },
  {
    // The site must accept a signed event without effect, and reject an unsigned event.
    name: 'webhook signature',
    async probe({ settings, ...context }) {
      const webhook = await findWebhook(context);
      if (webhook === undefined || webhook.account.webhookSecret === '') return [];
      const { url, account } = webhook;
      const requests = [sendTestEvent(url, account.webhookSecret), sendTestEvent(url, undefined)];
      const [signed = 'nothing', unsigned = 'nothing'] = await Promise.all(requests);
      const refused = `${url} answers ${signed} to an event that is signed with the stage's secret.`;
      const wait = `After a change of the secret, wait five minutes. Otherwise read the log of StripeWebhook. ${rollCommand(settings)}`;
      if (signed !== 200) return fail(refused, wait);
      if (unsigned === 400) return ok('The site accepts a signed event and rejects an unsigned one.');
      const accepted = `${url} answers ${unsigned} to an event without a signature, instead of 400.`;
      return fail(accepted, deployCommand(settings));
    },
  },
  {
    // The check `webhook signature` signs its event with the secret of the stage, so it cannot notice that the secret belongs to
    // another endpoint. Only deliveries by Stripe show this error.
    name: 'Stripe events',
    remedy: (settings) =>
      `If Stripe shows status 400 for them, the stage has the wrong webhook secret. ${rollCommand(settings)}`,
    async probe({ now, stripe }) {
      const account = await stripe();
      if (account === undefined) return [];
      const seconds = Math.floor(now.getTime() / 1000);
      const events = await listUndeliveredEvents(account.client, seconds);
      const late = events.filter(({ created }) => created < seconds - DELIVERY_SECONDS);
      if (late.length === 0) return ok('Stripe delivered all events of the last three days.');
      return fail(
        `Stripe could not deliver ${late.length} events in the last three days: paid packs may have added no credits.`,
      );
    },
  },
];

/** The sentence that names the command to run. Each shell sets a variable in its own way. */
function setupCommand({ stage }: Pick<StageSettings, 'stage'>): string {
  return `Set STRIPE_API_KEY (sk_…), and run: npm run stripe:setup -- --stage ${stage}`;
}

function rollCommand(settings: Pick<StageSettings, 'stage'>): string {
  return `${setupCommand(settings)} --roll-webhook-secret`;
}

/** Checks whether the key charges real cards, and what the key can do. */
function checkMode({ isLive, isRestricted }: StripeAccount, settings: StageSettings): Finding {
  const setup = setupCommand(settings);
  if (settings.keepData && !isLive)
    return warn('The key is a test key: no card is charged.', `${setup} (with a live key)`);
  const charges = 'The key of this development stage is live: it charges real cards.';
  if (!settings.keepData && isLive) return warn(charges, `${setup} (with a test key)`);
  const powerful = 'The functions use a full secret key, which can do anything in the Stripe account.';
  const restrict = `Create a restricted key (docs/deploy.md, "Choose Stripe keys"). Set STRIPE_RUNTIME_KEY (rk_…) to it. ${setup}`;
  if (isLive && !isRestricted) return warn(powerful, restrict);
  return ok(`Stripe accepts the ${isLive ? 'live' : 'test'} key.`);
}

async function checkPrice(pack: PackId, id: string | undefined, account: StripeAccount): Promise<Finding> {
  const { name, amount, currency } = PACKS[pack];
  if (id === undefined) return warn(`${name} has no price: it is not on sale.`);
  const price = await findPrice(account, id);
  if (price === undefined) return fail(`${name}: ${id} does not exist in Stripe.`);
  if (price.livemode !== account.isLive) {
    const [priceMode, keyMode] = price.livemode ? ['live', 'test'] : ['test', 'live'];
    return fail(`${name}: ${id} is a ${priceMode} price, but the key is a ${keyMode} key.`);
  }
  if (!price.active) return fail(`${name}: ${id} is not active.`);
  const actual = formatAmount(price.unit_amount ?? 0, price.currency);
  const expected = formatAmount(amount, currency);
  return actual === expected
    ? ok(`${name}: ${expected}.`)
    : fail(`${name}: ${id} is ${actual} instead of ${expected}.`);
}

/** @param amount in minor units. */
function formatAmount(amount: number, currency: string): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { STRIPE_EVENTS } from '../../../contract/stripe-events.ts';
import { fail, ok, type Check } from './check.ts';
import { setupCommand } from './stripe-account.ts';

/** Whether Stripe tells the site of every payment. */
export const stripeWebhook: Check = {
  name: 'Stripe webhook',
  async look({ settings, outputs, stripe }) {
    const [site, account] = await Promise.all([outputs(), stripe()]);
    if (account === undefined || site === undefined) return [];
    const fix = setupCommand(settings.stage);
    const url = `${site['SiteUrl'] ?? ''}${ENDPOINTS.stripeWebhook.path}`;
    const { data } = await account.client.webhookEndpoints.list({ limit: 100 });
    const ours = data.filter((endpoint) => endpoint.url === url);
    const [endpoint] = ours;
    if (endpoint === undefined)
      return [fail(`Stripe has no endpoint for ${url}: paid packs bring no credits.`, fix)];
    if (!account.hasWebhookSecret) return [fail('The stage does not hold the secret of the endpoint.', fix)];
    if (ours.length > 1) {
      return [
        fail(
          `Stripe has ${ours.length} endpoints for ${url}; we know the secret of one.`,
          `Delete all of them in Stripe, then: ${fix}`,
        ),
      ];
    }
    if (endpoint.status !== 'enabled') return [fail(`Stripe has switched ${endpoint.id} off.`, fix)];
    const missing = STRIPE_EVENTS.filter((event) => !endpoint.enabled_events.includes(event));
    if (missing.length > 0) return [fail(`${endpoint.id} is not told of ${missing.join(', ')}.`, fix)];
    return [ok(`${endpoint.id} is told all ${STRIPE_EVENTS.length} events.`)];
  },
};

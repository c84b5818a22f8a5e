import { alarms } from './alarms.ts';
import { bootstrap } from './bootstrap.ts';
import { certificate } from './certificate.ts';
import type { Check } from './check.ts';
import { concurrency } from './concurrency.ts';
import { mail } from './mail.ts';
import { marketplace } from './marketplace.ts';
import { modelAccess } from './model-access.ts';
import { modelQuotas } from './model-quotas.ts';
import { models } from './models.ts';
import { regions } from './regions.ts';
import { site } from './site.ts';
import { stripeKey } from './stripe-key.ts';
import { stripePrices } from './stripe-prices.ts';
import { stripeWebhook } from './stripe-webhook.ts';

/** Every check, in the order of the report: what a deployment needs, then pictures, money, mail and the address. */
export const CHECKS: readonly Check[] = [
  regions,
  bootstrap,
  concurrency,
  models,
  modelAccess,
  marketplace,
  modelQuotas,
  stripeKey,
  stripePrices,
  stripeWebhook,
  mail,
  certificate,
  site,
  alarms,
];

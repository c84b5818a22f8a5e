import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { PACK_IDS } from '#contract/packs.ts';
import { readPrices, writePrices } from '../stages/prices.ts';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { createClient, findStack, getOutputs, readSecret } from './aws.ts';
import {
  defineCommand,
  EXIT,
  flag,
  requireStage,
  STAGE_OPTION,
  UsageError,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { deployStage } from './deploy.ts';
import { disableEndpoints, updateStripeResources } from './stripe-resources.ts';
import { ATTEMPT_INTERVAL_MS, redeliverEvents } from './webhook-events.ts';

export const stripeSetupCommand = defineCommand({
  usage: 'npm run stripe:setup -- --stage NAME [--roll-webhook-secret] [--dry-run] [--no-deploy] [--yes]',
  description: `Set the environment variable STRIPE_API_KEY to a key of your Stripe account (sk_… or rk_…) first.

Creates or updates the price of each pack and the webhook endpoint in the Stripe account of STRIPE_API_KEY. Stores the key
and the webhook's secret in the stage's secret. Writes the price IDs to infra/stages/prices.json. If the price IDs changed,
deploys the stage, which puts the packs on sale. Needs AWS credentials and a deployed stage. You can run it repeatedly.

Set STRIPE_RUNTIME_KEY to a restricted key (rk_…), which the functions use instead of STRIPE_API_KEY. docs/deploy.md lists the
permissions of both. A later run without it keeps the restricted key.`,
  options: {
    ...STAGE_OPTION,
    'roll-webhook-secret': flag(
      'replace the webhook endpoint and its secret; delivers the events that failed with the old one',
    ),
    'dry-run': flag('list the changes, and make none'),
    'no-deploy': flag('do not deploy; run npm run deploy yourself'),
    yes: flag('do not ask for approval of new permissions in the deployment'),
  },
  exitCodes: '0 success, 1 failure, 2 wrong usage',
  run: (values, terminal) =>
    setUpStripe(
      requireStage(values.stage),
      {
        dryRun: values['dry-run'],
        rollsSecret: values['roll-webhook-secret'],
        deploys: !values['no-deploy'],
        unattended: values.yes,
      },
      terminal,
    ),
});

const keysSchema = z.object({ apiKey: z.string(), webhookSecret: z.string() });
const outputsSchema = z.object({ SiteUrl: z.string(), StripeSecretArn: z.string() });

interface SetupOptions {
  dryRun: boolean;
  rollsSecret: boolean;
  deploys: boolean;
  unattended: boolean;
}

async function setUpStripe(
  settings: StageSettings,
  options: SetupOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const setupKey = readKey('STRIPE_API_KEY');
  const { stage, region } = settings;
  const { SiteUrl, StripeSecretArn } = await readOutputs(settings);
  const stored = keysSchema.parse(await readSecret(StripeSecretArn, region));
  const stripe = new Stripe(setupKey, { telemetry: false, timeout: 20_000 });
  const webhookUrl = `${SiteUrl}${ENDPOINTS.stripeWebhook.path}`;

  const { changes, keys, prices, obsoleteEndpoints } = await updateStripeResources({
    stripe,
    stage,
    apiKey: chooseRuntimeKey(setupKey, stored.apiKey, terminal),
    webhookUrl,
    deployment: StripeSecretArn,
    keys: stored,
    rollSecret: options.rollsSecret,
    dryRun: options.dryRun,
  });
  const current = readPrices(stage);
  const pricesChanged = PACK_IDS.some((id) => current[id] !== prices[id]);
  if (pricesChanged) changes.push('Write the price IDs to infra/stages/prices.json and deploy the stage.');
  for (const change of changes) terminal.print(change);
  if (changes.length === 0) terminal.print('Everything is up to date.');
  if (changes.length > 0 && options.dryRun) terminal.print('Dry run: nothing was changed.');
  if (changes.length === 0 || options.dryRun) return EXIT.ok;

  await createClient(SecretsManagerClient, region).send(
    new PutSecretValueCommand({ SecretId: StripeSecretArn, SecretString: JSON.stringify(keys) }),
  );
  if (options.rollsSecret && !(await deliverMissedEvents(stripe, webhookUrl, keys.webhookSecret, terminal))) {
    return EXIT.failure;
  }
  // The old endpoints are disabled last: until the secret is stored, the functions can only verify events of the old endpoint.
  await disableEndpoints(stripe, obsoleteEndpoints);
  if (!pricesChanged) return EXIT.ok;
  writePrices(stage, prices);
  terminal.print('Commit infra/stages/prices.json: it holds the new price IDs.');
  return deployPrices(stage, options, terminal);
}

/** @throws UsageError if the environment variable holds no key. */
function readKey(name: 'STRIPE_API_KEY' | 'STRIPE_RUNTIME_KEY'): string {
  const key = process.env[name] ?? '';
  if (/^(sk|rk)_/.test(key)) return key;
  throw new UsageError(`Set ${name} to a secret or restricted key of Stripe (sk_… or rk_…).`);
}

const readMode = (key: string) => /^[sr]k_(live|test)_/.exec(key)?.[1];

/**
 * The key that the functions use: STRIPE_RUNTIME_KEY, or the restricted key of an earlier setup, or the setup key itself.
 * @param stored empty before the first setup.
 * @throws UsageError if one key is a live key and the other key is a test key.
 */
function chooseRuntimeKey(setupKey: string, stored: string, terminal: Terminal): string {
  const keepsStored = stored.startsWith('rk_') && readMode(stored) === readMode(setupKey);
  const fallback = keepsStored ? stored : setupKey;
  const key = process.env['STRIPE_RUNTIME_KEY'] === undefined ? fallback : readKey('STRIPE_RUNTIME_KEY');
  if (readMode(key) !== readMode(setupKey)) {
    throw new UsageError('STRIPE_API_KEY and STRIPE_RUNTIME_KEY must both be live keys, or both test keys.');
  }
  if (key === setupKey) {
    terminal.warn(
      'The functions keep the setup key. Create a restricted key with fewer permissions (docs/deploy.md, "Choose Stripe keys"), and set STRIPE_RUNTIME_KEY to it.',
    );
  }
  return key;
}

/** @returns whether the webhook accepts the new secret. */
async function deliverMissedEvents(
  stripe: Stripe,
  url: string,
  secret: string,
  terminal: Terminal,
): Promise<boolean> {
  terminal.print('Waiting until the site uses the new secret. This takes up to five minutes.');
  const delivered = await redeliverEvents({
    stripe,
    url,
    secret,
    wait: () => setTimeout(ATTEMPT_INTERVAL_MS),
  });
  if (delivered === undefined) {
    terminal.warn(
      `${url} does not accept events with the new secret. The old endpoint is still enabled. Correct the cause (npm run doctor), and run the command again.`,
    );
    return false;
  }
  terminal.print(`The site uses the new secret. Delivered ${delivered} events that had failed.`);
  return true;
}

/** Price IDs are settings: the site and the functions receive them by a deployment. */
async function deployPrices(
  stage: string,
  { deploys, unattended }: SetupOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const nextStep = `To put the packs on sale, run: npm run deploy -- --stage ${stage}`;
  if (!deploys) {
    terminal.print(nextStep);
    return EXIT.ok;
  }
  const code = await deployStage({ settings: requireStage(stage), unattended, terminal });
  if (code !== EXIT.ok) terminal.warn(`The changes in Stripe are complete. ${nextStep}`);
  return code;
}

/** @throws Error that says to deploy first. */
async function readOutputs(settings: StageSettings): Promise<z.output<typeof outputsSchema>> {
  const { name, region } = getMainStack(settings);
  const stack = await findStack(name, region);
  const outputs = outputsSchema.safeParse(stack && getOutputs(stack));
  if (outputs.success) return outputs.data;
  throw new Error(
    `The stack ${name} is not deployed. First run: npm run deploy -- --stage ${settings.stage}`,
  );
}

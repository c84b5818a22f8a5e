import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { z } from 'zod';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { PACK_IDS } from '../../contract/packs.ts';
import { readPrices, writePrices } from '../stages/prices.ts';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { clientSettings, findStack, getOutputs } from './aws.ts';
import {
  EXIT,
  requireStage,
  STAGE_HELP,
  STAGE_OPTION,
  UsageError,
  type Command,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { deployStage } from './deploy.ts';
import { updateStripeResources } from './stripe-resources.ts';

const HELP = `STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage NAME [--dry-run] [--no-deploy] [--yes]

Creates or updates the price of each pack and the webhook endpoint in the Stripe account of STRIPE_API_KEY. Stores the key
and the webhook's secret in the stage's secret. Writes the price IDs to infra/stages/prices.json. If the price IDs changed,
deploys the stage, which puts the packs on sale. Needs AWS credentials and a deployed stage. You can run it repeatedly.

  ${STAGE_HELP}
  --dry-run      list the changes, and make none
  --no-deploy    do not deploy; run npm run deploy yourself
  --yes          do not ask for approval of new permissions in the deployment
  --help         this text

Exit code: 0 success, 1 failure, 2 wrong usage.`;

const OPTIONS = {
  ...STAGE_OPTION,
  'dry-run': { type: 'boolean', default: false },
  'no-deploy': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

export const stripeSetupCommand: Command<typeof OPTIONS> = {
  help: HELP,
  options: OPTIONS,
  run: (values, terminal) =>
    setUpStripe(
      requireStage(values.stage),
      { dryRun: values['dry-run'], deploys: !values['no-deploy'], unattended: values.yes },
      terminal,
    ),
};

const keysSchema = z.object({ apiKey: z.string(), webhookSecret: z.string() });
const outputsSchema = z.object({ SiteUrl: z.string(), StripeSecretArn: z.string() });

interface SetupOptions {
  dryRun: boolean;
  deploys: boolean;
  unattended: boolean;
}

async function setUpStripe(
  settings: StageSettings,
  options: SetupOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const apiKey = process.env['STRIPE_API_KEY'] ?? '';
  if (!/^(sk|rk)_/.test(apiKey)) {
    throw new UsageError('Set STRIPE_API_KEY to a secret or restricted key of Stripe (sk_… or rk_…).');
  }
  const { stage, region } = settings;
  const { SiteUrl, StripeSecretArn } = await readOutputs(settings);
  const secrets = new SecretsManagerClient(clientSettings(region));
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: StripeSecretArn }));

  const { changes, keys, prices } = await updateStripeResources({
    stripe: new Stripe(apiKey, { telemetry: false, timeout: 20_000 }),
    apiKey,
    webhookUrl: `${SiteUrl}${ENDPOINTS.stripeWebhook.path}`,
    keys: keysSchema.parse(JSON.parse(SecretString)),
    dryRun: options.dryRun,
  });
  const current = readPrices(stage);
  const pricesChanged = PACK_IDS.some((id) => current[id] !== prices[id]);
  if (pricesChanged) changes.push('Write the price IDs to infra/stages/prices.json and deploy the stage.');
  for (const change of changes) terminal.print(change);
  if (changes.length === 0) terminal.print('Everything is up to date.');
  if (changes.length > 0 && options.dryRun) terminal.print('Dry run: nothing was changed.');
  if (changes.length === 0 || options.dryRun) return EXIT.ok;

  await secrets.send(
    new PutSecretValueCommand({ SecretId: StripeSecretArn, SecretString: JSON.stringify(keys) }),
  );
  if (!pricesChanged) return EXIT.ok;
  writePrices(stage, prices);
  terminal.print('Commit infra/stages/prices.json: it holds the new price IDs.');
  return deployPrices(stage, options, terminal);
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

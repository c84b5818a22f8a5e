import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { z } from 'zod';
import { PACK_IDS, type PackPrices } from '../../contract/packs.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { readPrices, writePrices } from '../stages/prices.ts';
import type { StageSettings } from '../stages/settings.ts';
import { clientSettings } from './aws/client-settings.ts';
import { mainStackOf } from '../stages/stacks.ts';
import { findStack, outputsOf } from './aws/stacks.ts';
import { EXIT, runCommand, stageOf, UsageError, type ExitCode, type Terminal } from './command-line.ts';
import { deployStage } from './deploy/deploy-stage.ts';
import { setUpStripe } from './set-up-stripe.ts';

const HELP = `STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage NAME [--dry-run] [--no-deploy] [--yes]

Finds or makes the three packs' prices and the webhook endpoint in the Stripe account of STRIPE_API_KEY, puts the key and
the webhook's secret into the stage's secret, writes the price ids into infra/stages/prices.json, and deploys the stage
where they are new, so that the packs are on sale. Run twice, it changes nothing. Needs AWS credentials and a stage that
has been deployed.

  --stage NAME   dev or prod
  --dry-run      say what would be done, and do nothing
  --no-deploy    leave the deployment to npm run deploy
  --yes          do not ask before permissions grow in that deployment
  --help         this text

Ends with 0 when all is as it should be, 1 when something failed, 2 when it was called wrongly.`;

const keysSchema = z.object({ apiKey: z.string(), webhookSecret: z.string() });
const outputsSchema = z.object({ SiteUrl: z.string(), StripeSecretArn: z.string() });

interface Choices {
  dryRun: boolean;
  deploys: boolean;
  unattended: boolean;
}

process.exitCode = await runCommand(
  {
    help: HELP,
    options: {
      stage: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'no-deploy': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
    run: ({ values }, terminal) =>
      setUpStage(
        stageOf(values.stage),
        { dryRun: values['dry-run'], deploys: !values['no-deploy'], unattended: values.yes },
        terminal,
      ),
  },
  process.argv.slice(2),
);

async function setUpStage(settings: StageSettings, choices: Choices, terminal: Terminal): Promise<ExitCode> {
  const apiKey = process.env['STRIPE_API_KEY'] ?? '';
  if (!/^(sk|rk)_/.test(apiKey)) {
    throw new UsageError('STRIPE_API_KEY must hold a secret key of Stripe (sk_… or rk_…).');
  }
  const { stage, region } = settings;
  const { SiteUrl, StripeSecretArn } = await deployedOutputs(settings);
  const secrets = new SecretsManagerClient(clientSettings(region));
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: StripeSecretArn }));

  const { changes, keys, prices } = await setUpStripe({
    stripe: new Stripe(apiKey, { telemetry: false, timeout: 20_000 }),
    apiKey,
    webhookUrl: `${SiteUrl}${ENDPOINTS.stripeWebhook.path}`,
    keys: keysSchema.parse(JSON.parse(SecretString)),
    dryRun: choices.dryRun,
  });
  const known = readPrices(stage);
  const pricesAreNew = PACK_IDS.some((id) => known?.[id] !== prices[id]);
  if (pricesAreNew) changes.push('The price ids are written down, and the stage is deployed with them.');
  for (const change of changes) terminal.say(change);
  if (changes.length === 0) terminal.say('Nothing to do: all is as it should be.');
  if (changes.length > 0 && choices.dryRun) terminal.say('A dry run: nothing of this was done.');
  if (changes.length === 0 || choices.dryRun) return EXIT.ok;

  await secrets.send(
    new PutSecretValueCommand({ SecretId: StripeSecretArn, SecretString: JSON.stringify(keys) }),
  );
  if (!pricesAreNew) return EXIT.ok;
  writePrices(stage, complete(prices));
  terminal.say('infra/stages/prices.json holds the price ids: commit it.');
  return putOnSale(stage, choices, terminal);
}

/** The price ids are settings: the site and the functions learn of them by a deployment. */
async function putOnSale(
  stage: string,
  { deploys, unattended }: Choices,
  terminal: Terminal,
): Promise<ExitCode> {
  const command = `npm run deploy -- --stage ${stage}`;
  if (!deploys) {
    terminal.say(`To put the packs on sale: ${command}`);
    return EXIT.ok;
  }
  const code = await deployStage({ settings: stageOf(stage), unattended, terminal });
  if (code !== EXIT.ok)
    terminal.warn(`What was made in Stripe is kept. To put the packs on sale: ${command}`);
  return code;
}

/** @throws Error that says to deploy first. */
async function deployedOutputs(settings: StageSettings): Promise<z.output<typeof outputsSchema>> {
  const { name, region } = mainStackOf(settings);
  const stack = await findStack(name, region);
  const outputs = outputsSchema.safeParse(stack && outputsOf(stack));
  if (outputs.success) return outputs.data;
  throw new Error(`The stack ${name} has to be deployed first: npm run deploy -- --stage ${settings.stage}`);
}

function complete({ starter, pro, elite }: Partial<PackPrices>): PackPrices {
  if (starter === undefined || pro === undefined || elite === undefined) {
    throw new Error(`A pack is without a price: ${PACK_IDS.join(', ')}.`);
  }
  return { starter, pro, elite };
}

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { parseArgs } from 'node:util';
import Stripe from 'stripe';
import { z } from 'zod';
import { PACK_IDS, type PackPrices } from '../../contract/packs.ts';
import { ROUTES } from '../../contract/routes.ts';
import { readPrices, writePrices } from '../stages/prices.ts';
import { findStage } from '../stages/stages.ts';
import { setUpStripe, type StripeKeys } from './set-up-stripe.ts';

const HELP = `npm run stripe:setup -- --stage NAME [--dry-run]

Finds or makes the three packs' prices and the webhook endpoint in the Stripe account of STRIPE_API_KEY, puts the key and
the webhook's secret into the stage's secret, and writes the price ids into infra/stages/prices.json. Run twice, it
changes nothing. Needs AWS credentials in the environment and a stage that has been deployed.

  --stage NAME   dev or prod
  --dry-run      say what would be done, and do nothing
`;

const keysSchema = z.object({ apiKey: z.string(), webhookSecret: z.string() });

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(HELP);
    return;
  }
  if (values.stage === undefined) throw new Error('Which stage? --stage dev, for example.');
  const dryRun = values['dry-run'];
  const { stage, region } = findStage(values.stage);
  const apiKey = process.env['STRIPE_API_KEY'] ?? '';
  if (!/^(sk|rk)_/.test(apiKey))
    throw new Error('STRIPE_API_KEY must hold a secret key of Stripe (sk_… or rk_…).');

  const { SiteUrl, StripeSecretArn } = await outputsOf(stage, region);
  const secrets = new SecretsManagerClient({ region });
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: StripeSecretArn }));
  const keys = keysSchema.parse(JSON.parse(SecretString));
  const [, path] = ROUTES.stripeWebhook.split(' ');

  const result = await setUpStripe({
    stripe: new Stripe(apiKey, { telemetry: false, timeout: 20_000 }),
    apiKey,
    webhookUrl: `${SiteUrl}${path}`,
    keys,
    dryRun,
  });
  const prices = readPrices(stage);
  const changes = [...result.changes];
  if (PACK_IDS.some((id) => prices?.[id] !== result.prices[id]))
    changes.push('The price ids are written down.');
  for (const change of changes) say(change);
  if (changes.length === 0) say('Nothing to do: all is as it should be.');
  else if (dryRun) say('A dry run: nothing of this was done.');
  else await keep(result.keys, result.prices);

  async function keep(found: StripeKeys, made: Partial<PackPrices>): Promise<void> {
    await secrets.send(
      new PutSecretValueCommand({ SecretId: StripeSecretArn, SecretString: JSON.stringify(found) }),
    );
    writePrices(stage, complete(made));
    say(`infra/stages/prices.json holds the price ids. Deploy ${stage} again to put the packs on sale.`);
  }
}

/** @throws Error that says to deploy first. */
async function outputsOf(stage: string, region: string) {
  const StackName = `Thumbforge-${stage}`;
  const cloudformation = new CloudFormationClient({ region });
  const stacks = await cloudformation
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: unknown) => {
      // CloudFormation's word for a stack that is not there.
      if (error instanceof Error && error.name === 'ValidationError') return undefined;
      throw error;
    });
  const outputs = Object.fromEntries(
    (stacks?.Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]),
  );
  const parsed = z.object({ SiteUrl: z.string(), StripeSecretArn: z.string() }).safeParse(outputs);
  if (!parsed.success) throw new Error(`The stack ${StackName} has to be deployed first.`);
  return parsed.data;
}

function complete({ starter, pro, elite }: Partial<PackPrices>): PackPrices {
  if (starter === undefined || pro === undefined || elite === undefined) {
    throw new Error(`A pack is without a price: ${PACK_IDS.join(', ')}.`);
  }
  return { starter, pro, elite };
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

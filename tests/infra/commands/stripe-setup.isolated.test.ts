import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import type * as StripeModule from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackPrices } from '../../../contract/packs.ts';
import type { DeployOptions } from '../../../infra/commands/deploy/deploy-stage.ts';
import { runCommandFile } from '../support/run-command.ts';
import { API_KEY, openStripeAccount, type Account } from '../support/stripe.ts';

const SECRET = 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe';
const SITE = 'https://d111111abcdef8.cloudfront.net';
const DONE = 'infra/stages/prices.json holds the price ids: commit it.\n';
const NOTHING = 'Nothing to do: all is as it should be.\n';

interface Surroundings {
  /** Where the command's Stripe client is led. */
  address: object;
  /** What the file of prices holds: a setting of this repository, which tests neither rely on nor touch. */
  prices: Record<string, PackPrices>;
  diskIsFull: boolean;
  /** Deployments that were asked for, each with the prices that its settings held. */
  deployments: { stage: string; prices: PackPrices | undefined; unattended: boolean }[];
  /** How a deployment ends. */
  deploymentCode: 0 | 1;
}

const { around, fresh } = vi.hoisted(() => {
  const fresh = (): Omit<Surroundings, 'address'> => ({
    prices: {},
    diskIsFull: false,
    deployments: [],
    deploymentCode: 0,
  });
  const around: Surroundings = { address: {}, ...fresh() };
  return { around, fresh };
});
vi.mock('stripe', async (importOriginal) => {
  const { default: Stripe } = await importOriginal<typeof StripeModule>();
  class LedStripe extends Stripe {
    constructor(key: string, config: StripeModule.Stripe.StripeConfig) {
      super(key, { ...around.address, ...config });
    }
  }
  return { default: LedStripe };
});
vi.mock('../../../infra/stages/prices.ts', () => ({
  readPrices: (stage: string) => around.prices[stage],
  writePrices: (stage: string, found: PackPrices) => {
    if (around.diskIsFull) throw new Error('ENOSPC: no space left on device');
    around.prices[stage] = found;
  },
}));
vi.mock('../../../infra/commands/deploy/deploy-stage.ts', () => ({
  deployStage: ({ settings: { stage, prices }, unattended }: DeployOptions) => {
    around.deployments.push({ stage, prices, unattended });
    return Promise.resolve(around.deploymentCode);
  },
}));

const cloudformation = mockClient(CloudFormationClient);
const secrets = mockClient(SecretsManagerClient);
let account: Account;
let secret = '';
const puts = () => secrets.commandCalls(PutSecretValueCommand).map(({ args: [{ input }] }) => input);

beforeEach(async () => {
  account = await openStripeAccount();
  Object.assign(around, fresh(), { address: account.address });
  secret = JSON.stringify({ apiKey: '', webhookSecret: '', unused: 'x' });
  deployed({ SiteUrl: SITE, StripeSecretArn: SECRET });
  secrets.reset();
  secrets.on(GetSecretValueCommand).callsFake(() => Promise.resolve({ SecretString: secret }));
  secrets.on(PutSecretValueCommand).callsFake(({ SecretString }: { SecretString: string }) => {
    secret = SecretString;
    return Promise.resolve({});
  });
  vi.stubEnv('STRIPE_API_KEY', API_KEY);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function deployed(outputs: Record<string, string>): void {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const known = { StackName: 'Thumbforge-dev', CreationTime: new Date(0) };
  cloudformation.reset();
  cloudformation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [{ ...known, StackStatus: 'CREATE_COMPLETE', Outputs }] });
}

/** Runs the command here, so that it meets the account and the stack of the test. */
const run = (...args: string[]) =>
  runCommandFile(() => import('../../../infra/commands/stripe-setup.ts'), args);

describe('the setup of a stage', () => {
  it('puts the keys into the secret and the prices into the settings, and says what it did', async () => {
    const { out, error, exitCode } = await run('--stage', 'dev');

    expect({ error, exitCode }).toEqual({ error: '', exitCode: 0 });
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        'A price of 3.50 GBP is made for Starter.',
        'A price of 7.00 GBP is made for Pro.',
        'A price of 10.00 GBP is made for Elite.',
        `A webhook endpoint is made for ${SITE}/api/stripe-webhook.`,
        'The API key is put into the secret.',
      ]),
    );
    expect(out.endsWith(DONE)).toBe(true);
    expect(puts().map(({ SecretId }) => SecretId)).toEqual([SECRET]);
    expect(JSON.parse(secret)).toEqual({
      apiKey: API_KEY,
      webhookSecret: expect.stringMatching(/^whsec_/) as string,
    });
    const price = expect.stringMatching(/^price_/) as string;
    expect(around.prices).toEqual({ dev: { starter: price, pro: price, elite: price } });
  });

  it('tells no secret', async () => {
    const { out } = await run('--stage', 'dev');

    expect(out).not.toContain(API_KEY);
    expect(out).not.toContain('whsec_');
  });

  it("asks the stage's own stack", async () => {
    await run('--stage', 'prod');

    const [asked] = cloudformation.commandCalls(DescribeStacksCommand);
    expect(asked?.args[0].input).toEqual({ StackName: 'Thumbforge-prod' });
    expect(Object.keys(around.prices)).toEqual(['prod']);
  });

  it('run twice changes nothing, and says so', async () => {
    await run('--stage', 'dev');
    const kept = { secret, prices: { ...around.prices } };

    const { out } = await run('--stage', 'dev');

    expect(out).toBe(NOTHING);
    expect(puts()).toHaveLength(1);
    expect({ secret, prices: around.prices }).toEqual(kept);
  });

  it('dry says the same, and does nothing', async () => {
    const { out } = await run('--stage', 'dev', '--dry-run');

    expect(out).toContain('A price of 7.00 GBP is made for Pro.\n');
    expect(out.endsWith('A dry run: nothing of this was done.\n')).toBe(true);
    expect(puts()).toEqual([]);
    expect(around.prices).toEqual({});
    expect((await account.stripe.prices.list()).data).toEqual([]);
  });
});

describe('the deployment that puts the packs on sale', () => {
  it('is made at the end, with the new prices', async () => {
    await run('--stage', 'dev');

    expect(around.deployments).toEqual([{ stage: 'dev', prices: around.prices['dev'], unattended: false }]);
  });

  it('is not made again where the prices are known', async () => {
    await run('--stage', 'dev');
    secret = JSON.stringify({ apiKey: 'sk_test_older', webhookSecret: 'whsec_kept' });

    const { exitCode } = await run('--stage', 'dev');

    expect(exitCode).toBe(0);
    expect(around.deployments).toHaveLength(1);
  });

  it('asks nobody where nobody is there', async () => {
    await run('--stage', 'dev', '--yes');

    expect(around.deployments).toMatchObject([{ unattended: true }]);
  });

  it('may be left to another, and is then named', async () => {
    const { out, exitCode } = await run('--stage', 'dev', '--no-deploy');

    expect(exitCode).toBe(0);
    expect(around.deployments).toEqual([]);
    expect(out.endsWith('To put the packs on sale: npm run deploy -- --stage dev\n')).toBe(true);
  });

  it('that fails leaves the prices, says how to go on, and ends with 1', async () => {
    around.deploymentCode = 1;

    const { error, exitCode } = await run('--stage', 'dev');

    expect(exitCode).toBe(1);
    expect(error).toBe(
      'What was made in Stripe is kept. To put the packs on sale: npm run deploy -- --stage dev\n',
    );
    expect(around.prices).toHaveProperty('dev');
  });

  it('is none of a dry run', async () => {
    await run('--stage', 'dev', '--dry-run');

    expect(around.deployments).toEqual([]);
  });
});

describe('a setup that was cut short', () => {
  it('before it wrote the prices: the next one writes them', async () => {
    around.diskIsFull = true;
    expect(await run('--stage', 'dev')).toMatchObject({ exitCode: 1 });
    around.diskIsFull = false;

    await run('--stage', 'dev');

    expect(around.prices).toHaveProperty('dev');
  });

  it('and whose prices never were committed: the next one, on another machine, writes them', async () => {
    await run('--stage', 'dev');
    around.prices = {};

    await run('--stage', 'dev');

    expect(around.prices).toHaveProperty('dev');
  });

  it('before the secret was kept: the next one keeps a new one, and leaves one endpoint', async () => {
    secrets.on(PutSecretValueCommand).rejectsOnce(new Error('Rate exceeded'));
    expect(await run('--stage', 'dev')).toMatchObject({ exitCode: 1, error: 'Rate exceeded\n' });
    secrets.on(PutSecretValueCommand).resolves({});

    await run('--stage', 'dev');

    expect((await account.stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect(around.prices).toHaveProperty('dev');
  });
});

describe('a setup that cannot be', () => {
  it.each<[string, string[], Record<string, string>, string, number]>([
    ['without a stage', [], {}, 'Which stage? --stage dev, for example.', 2],
    ['of an unknown stage', ['--stage', 'test'], {}, 'There is no stage "test". Stages: dev, prod.', 2],
    ['with an unknown option', ['--stage', 'dev', '--force'], {}, "Unknown option '--force'", 2],
    ['without a key', ['--stage', 'dev'], { STRIPE_API_KEY: '' }, 'STRIPE_API_KEY must hold a secret key', 2],
    [
      'with a publishable key',
      ['--stage', 'dev'],
      { STRIPE_API_KEY: 'pk_test_1' },
      'STRIPE_API_KEY must hold a secret key of Stripe (sk_… or rk_…).',
      2,
    ],
    [
      'with a key that Stripe does not know',
      ['--stage', 'dev'],
      { STRIPE_API_KEY: 'sk_x' },
      'Invalid API Key',
      1,
    ],
  ])('%s: a sentence, its exit code, and nothing done', async (_, args, env, sentence, code) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);

    const { out, error, exitCode } = await run(...args);

    expect({ out, exitCode }).toEqual({ out: '', exitCode: code });
    expect(error).toContain(sentence);
    expect(error).not.toContain(' at ');
    expect(puts()).toEqual([]);
    expect(account.writes).toEqual([]);
    expect(around.deployments).toEqual([]);
  });

  it.each([
    ['an older stack', { SiteUrl: SITE }],
    ['a stack that failed', {}],
  ])('%s: told to deploy first', async (_, outputs) => {
    deployed(outputs);

    const { error, exitCode } = await run('--stage', 'dev');

    expect({ error, exitCode }).toEqual({
      error: 'The stack Thumbforge-dev has to be deployed first: npm run deploy -- --stage dev\n',
      exitCode: 1,
    });
  });

  it('no stack at all: told to deploy first', async () => {
    const missing = Object.assign(new Error('Stack with id Thumbforge-dev does not exist'), {
      name: 'ValidationError',
    });
    cloudformation.on(DescribeStacksCommand).rejects(missing);

    const { error } = await run('--stage', 'dev');

    expect(error).toBe('The stack Thumbforge-dev has to be deployed first: npm run deploy -- --stage dev\n');
  });
});

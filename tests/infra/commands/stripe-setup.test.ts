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
import { API_KEY, openStripeAccount, type Account } from '../support/stripe.ts';

const SECRET = 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe';
const SITE = 'https://d111111abcdef8.cloudfront.net';
const DONE = 'infra/stages/prices.json holds the price ids. Deploy dev again to put the packs on sale.\n';
const NOTHING = 'Nothing to do: all is as it should be.\n';

interface Surroundings {
  /** Where the command's Stripe client is led. */
  address: object;
  /** What the file of prices holds: a setting of this repository, which tests neither rely on nor touch. */
  prices: Record<string, PackPrices>;
  diskIsFull: boolean;
}

const around = vi.hoisted((): Surroundings => ({ address: {}, prices: {}, diskIsFull: false }));
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

const cloudformation = mockClient(CloudFormationClient);
const secrets = mockClient(SecretsManagerClient);
let account: Account;
let secret = '';
const puts = () => secrets.commandCalls(PutSecretValueCommand).map(({ args: [{ input }] }) => input);

beforeEach(async () => {
  account = await openStripeAccount();
  Object.assign(around, { address: account.address, prices: {}, diskIsFull: false });
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
  cloudformation.reset();
  cloudformation.on(DescribeStacksCommand).resolves({
    Stacks: [
      {
        StackName: 'Thumbforge-dev',
        CreationTime: new Date(0),
        StackStatus: 'CREATE_COMPLETE',
        Outputs,
      },
    ],
  });
}

interface Run {
  out: string;
  error: string;
  exitCode: number;
}

/** Runs the command here, so that it meets the account and the stack of the test. */
async function run(...args: string[]): Promise<Run> {
  const { argv } = process;
  const said = { out: '', error: '', exitCode: 0 };
  const keep = (stream: 'out' | 'error') => (chunk: Uint8Array | string) => {
    said[stream] += String(chunk);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('error')),
  ];
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    said.exitCode = Number(code);
    return undefined as never;
  });
  process.argv = ['node', 'stripe-setup.ts', ...args];
  try {
    vi.resetModules();
    await import('../../../infra/commands/stripe-setup.ts');
    await vi.waitFor(
      () => {
        if (said.exitCode === 0 && !/as it should be|nothing of this|holds the price/.test(said.out)) {
          throw new Error(`Not at its end: ${said.out}`);
        }
      },
      { interval: 2, timeout: 5_000 },
    );
  } finally {
    process.argv = argv;
    for (const spy of [...spies, exit]) spy.mockRestore();
  }
  return said;
}

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
  it.each<[string, string[], Record<string, string>, string]>([
    ['without a stage', [], {}, 'Which stage? --stage dev, for example.'],
    ['of an unknown stage', ['--stage', 'test'], {}, 'There is no stage "test". Stages: dev, prod.'],
    ['with an unknown option', ['--stage', 'dev', '--force'], {}, "Unknown option '--force'"],
    ['without a key', ['--stage', 'dev'], { STRIPE_API_KEY: '' }, 'STRIPE_API_KEY must hold a secret key'],
    [
      'with a publishable key',
      ['--stage', 'dev'],
      { STRIPE_API_KEY: 'pk_test_1' },
      'STRIPE_API_KEY must hold a secret key of Stripe (sk_… or rk_…).',
    ],
    [
      'with a key that Stripe does not know',
      ['--stage', 'dev'],
      { STRIPE_API_KEY: 'sk_x' },
      'Invalid API Key',
    ],
  ])('%s: a sentence, exit code 1, and nothing done', async (_, args, env, sentence) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);

    const { out, error, exitCode } = await run(...args);

    expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
    expect(error).toContain(sentence);
    expect(error).not.toContain(' at ');
    expect(puts()).toEqual([]);
    expect(account.writes).toEqual([]);
  });

  it.each([
    ['an older stack', { SiteUrl: SITE }],
    ['a stack that failed', {}],
  ])('%s: told to deploy first', async (_, outputs) => {
    deployed(outputs);

    const { error, exitCode } = await run('--stage', 'dev');

    expect({ error, exitCode }).toEqual({
      error: 'The stack Thumbforge-dev has to be deployed first.\n',
      exitCode: 1,
    });
  });

  it('no stack at all: told to deploy first', async () => {
    const missing = Object.assign(new Error('Stack with id Thumbforge-dev does not exist'), {
      name: 'ValidationError',
    });
    cloudformation.on(DescribeStacksCommand).rejects(missing);

    const { error } = await run('--stage', 'dev');

    expect(error).toBe('The stack Thumbforge-dev has to be deployed first.\n');
  });
});

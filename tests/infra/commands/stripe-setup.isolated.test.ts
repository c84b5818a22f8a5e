import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type * as StripeModule from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PACK_IDS, PACKS, type PackPrices } from '../../../contract/packs.ts';
import type { DeployOptions } from '../../../infra/commands/deploy.ts';
import { stripeSetupCommand } from '../../../infra/commands/stripe-setup.ts';
import { mockStack, resetAws, secrets, SITE } from '../support/aws.ts';
import { API_KEY, startStripeAccount, type Account } from '../support/stripe.ts';
import { run } from '../support/terminal.ts';

const SECRET = 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe';
const NEXT = 'To put the packs on sale, run: npm run deploy -- --stage dev';
const NOT_DEPLOYED = 'The stack Thumbforge-dev is not deployed. First run: npm run deploy -- --stage dev';

interface Mocks {
  /** Where the command's Stripe client connects to. */
  address: object;
  /** The content of prices.json, which the tests neither read nor write. */
  prices: Record<string, PackPrices>;
  diskIsFull: boolean;
  deployments: { stage: string; prices: PackPrices; unattended: boolean }[];
  deploymentCode: 0 | 1;
}

const { mocks, createMocks } = vi.hoisted(() => {
  const createMocks = (): Mocks => ({
    address: {},
    prices: {},
    diskIsFull: false,
    deployments: [],
    deploymentCode: 0,
  });
  return { mocks: createMocks(), createMocks };
});
vi.mock('stripe', async (importOriginal) => {
  const { default: Stripe } = await importOriginal<typeof StripeModule>();
  class LocalStripe extends Stripe {
    constructor(key: string, config: StripeModule.Stripe.StripeConfig) {
      super(key, { ...mocks.address, ...config });
    }
  }
  return { default: LocalStripe };
});
vi.mock('../../../infra/stages/prices.ts', () => ({
  readPrices: (stage: string) => mocks.prices[stage] ?? {},
  writePrices: (stage: string, prices: PackPrices) => {
    if (mocks.diskIsFull) throw new Error('ENOSPC: no space left on device');
    mocks.prices[stage] = prices;
  },
}));
vi.mock('../../../infra/commands/deploy.ts', () => ({
  deployStage: ({ settings: { stage, prices }, unattended }: DeployOptions) => {
    mocks.deployments.push({ stage, prices, unattended });
    return Promise.resolve(mocks.deploymentCode);
  },
}));

let account: Account;
let secret = '';
const listPuts = () => secrets.commandCalls(PutSecretValueCommand).map(({ args: [{ input }] }) => input);

beforeEach(async () => {
  account = await startStripeAccount();
  Object.assign(mocks, createMocks(), { address: account.address });
  secret = JSON.stringify({ apiKey: '', webhookSecret: '', unused: 'x' });
  resetAws();
  mockStack('Thumbforge-dev', { SiteUrl: SITE, StripeSecretArn: SECRET });
  secrets.on(GetSecretValueCommand).callsFake(() => Promise.resolve({ SecretString: secret }));
  secrets.on(PutSecretValueCommand).callsFake(({ SecretString }: { SecretString: string }) => {
    secret = SecretString;
    return Promise.resolve({});
  });
  vi.stubEnv('STRIPE_API_KEY', API_KEY);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await account.close();
});

const setUp = (...args: string[]) => run(stripeSetupCommand, '--stage', 'dev', ...args);

describe('the setup of Stripe', () => {
  it('stores the keys in the secret and the prices in the settings, and lists its changes', async () => {
    const { printed, warned, exitCode } = await setUp();

    expect({ warned, exitCode }).toEqual({ warned: '', exitCode: 0 });
    expect(printed.split('\n')).toEqual([
      ...PACK_IDS.map(
        (id) => `Create a price of ${(PACKS[id].amount / 100).toFixed(2)} GBP for ${PACKS[id].name}.`,
      ),
      `Create a webhook endpoint for ${SITE}/api/stripe-webhook.`,
      'Store the API key in the secret.',
      'Write the price IDs to infra/stages/prices.json and deploy the stage.',
      'Commit infra/stages/prices.json: it holds the new price IDs.',
    ]);
    expect(listPuts().map(({ SecretId }) => SecretId)).toEqual([SECRET]);
    expect(JSON.parse(secret)).toEqual({
      apiKey: API_KEY,
      webhookSecret: expect.stringMatching(/^whsec_/) as string,
    });
    const price = expect.stringMatching(/^price_/) as string;
    expect(mocks.prices).toEqual({ dev: Object.fromEntries(PACK_IDS.map((id) => [id, price])) });
  });

  it('adds the price of a new pack to an older price file', async () => {
    await setUp();
    const { pro: _, ...older } = mocks.prices['dev'] ?? {};
    mocks.prices = { dev: older };

    const { exitCode } = await setUp();

    expect(exitCode).toBe(0);
    expect(Object.keys(mocks.prices['dev'] ?? {}).sort()).toEqual([...PACK_IDS].sort());
    expect(mocks.deployments.at(-1)?.prices).toHaveProperty('pro');
  });

  it("reads and writes only its own stage's stack, secret and prices", async () => {
    mockStack('Thumbforge-prod', { SiteUrl: SITE, StripeSecretArn: 'secret-of-prod' });

    await run(stripeSetupCommand, '--stage', 'prod');

    expect(listPuts()).toMatchObject([{ SecretId: 'secret-of-prod' }]);
    expect(Object.keys(mocks.prices)).toEqual(['prod']);
  });

  it('changes nothing the second time', async () => {
    await setUp();
    const before = { secret, prices: { ...mocks.prices } };

    const { printed } = await setUp();

    expect(printed).toBe('Everything is up to date.');
    expect(listPuts()).toHaveLength(1);
    expect({ secret, prices: mocks.prices }).toEqual(before);
  });

  it('lists the same changes in a dry run, and makes none', async () => {
    const { printed } = await setUp('--dry-run');

    expect(printed).toContain('Create a price of 7.00 GBP for Pro.\n');
    expect(printed.endsWith('Dry run: nothing was changed.')).toBe(true);
    expect([listPuts(), mocks.prices, mocks.deployments]).toEqual([[], {}, []]);
    expect((await account.stripe.prices.list()).data).toEqual([]);
  });
});

describe('the deployment after the setup of Stripe', () => {
  it.each([
    ['deploys the new prices', [], false],
    ['is unattended with --yes', ['--yes'], true],
  ])('%s', async (_, args, unattended) => {
    await setUp(...args);

    expect(mocks.deployments).toEqual([{ stage: 'dev', prices: mocks.prices['dev'], unattended }]);
  });

  it('does not run if the prices did not change', async () => {
    await setUp();
    secret = JSON.stringify({ apiKey: 'sk_test_older', webhookSecret: 'whsec_kept' });

    expect(await setUp()).toMatchObject({ exitCode: 0 });
    expect(mocks.deployments).toHaveLength(1);
  });

  it('does not run with --no-deploy, which prints the command instead', async () => {
    const { printed, exitCode } = await setUp('--no-deploy');

    expect([exitCode, mocks.deployments]).toEqual([0, []]);
    expect(printed.endsWith(NEXT)).toBe(true);
  });

  it('keeps the prices if it fails, and prints the command to repeat it', async () => {
    mocks.deploymentCode = 1;

    const { warned, exitCode } = await setUp();

    expect([exitCode, warned]).toEqual([1, `The changes in Stripe are complete. ${NEXT}`]);
    expect(mocks.prices).toHaveProperty('dev');
  });
});

describe('an interrupted setup of Stripe is completed by the next one, with one endpoint,', () => {
  it.each([
    ['wrote the prices', () => (mocks.diskIsFull = true), 'ENOSPC: no space left on device'],
    [
      'stored the secret',
      () => secrets.on(PutSecretValueCommand).rejects(new Error('Rate exceeded')),
      'Rate exceeded',
    ],
  ])('if it stopped before it %s', async (_, interrupt, warned) => {
    interrupt();
    expect(await setUp()).toMatchObject({ exitCode: 1, warned });
    mocks.diskIsFull = false;
    secrets.on(PutSecretValueCommand).resolves({});

    await setUp();

    expect((await account.stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect(mocks.prices).toHaveProperty('dev');
  });
});

describe('a setup of Stripe that cannot start', () => {
  it.each([
    ['without a key', '', 'Set STRIPE_API_KEY to a secret or restricted key of Stripe (sk_… or rk_…).', 2],
    ['with a publishable key', 'pk_test_1', 'Set STRIPE_API_KEY to a secret or restricted key', 2],
    ['with a key that Stripe rejects', 'sk_x', 'Invalid API Key', 1],
  ])('%s explains the reason and changes nothing', async (_, key, message, code) => {
    vi.stubEnv('STRIPE_API_KEY', key);

    const { printed, warned, exitCode } = await setUp();

    expect({ printed, exitCode }).toEqual({ printed: '', exitCode: code });
    expect(warned).toContain(message);
    expect([listPuts(), account.writes, mocks.deployments]).toEqual([[], [], []]);
  });

  it.each([
    ['before the first deployment', undefined],
    ['on an older stack without a secret', { SiteUrl: SITE }],
    ['on a stack that failed', {}],
  ])('%s asks for a deployment', async (_, outputs) => {
    resetAws();
    if (outputs !== undefined) mockStack('Thumbforge-dev', outputs);

    expect(await setUp()).toMatchObject({ exitCode: 1, warned: NOT_DEPLOYED });
  });
});

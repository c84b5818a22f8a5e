import type * as StripeModule from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PACK_IDS, PACKS, type PackPrices } from '#contract/packs.ts';
import type { DeployOptions } from '../../../infra/commands/deploy.ts';
import { stripeSetupCommand } from '../../../infra/commands/stripe-setup.ts';
import { listCalls, mockAws, mockStack, resetAws, SITE } from '../support/aws.ts';
import { API_KEY, createWebhookFetch, startStripeAccount, type Account } from '../support/stripe.ts';
import { run } from '../support/terminal.ts';

const SECRET = 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe';
const WEBHOOK = `${SITE}/api/stripe-webhook`;
const SETUP_KEY_KEPT =
  'The functions keep the setup key. Create a restricted key with fewer permissions (docs/deploy.md, "Choose Stripe keys"), and set STRIPE_RUNTIME_KEY to it.';
const NEXT = 'To put the packs on sale, run: npm run deploy -- --stage dev';
const NOT_DEPLOYED = 'The stack Thumbforge-dev is not deployed. First run: npm run deploy -- --stage dev';

interface Deployment {
  stage: string;
  prices: PackPrices;
  unattended: boolean;
}

const mocks = vi.hoisted(() => ({
  /** Address to which the command's Stripe client connects. */
  address: {},
  /** The content of prices.json, which the tests neither read nor write. */
  prices: {} as Record<string, PackPrices>,
  diskIsFull: false,
  deployments: [] as Deployment[],
  deploymentCode: 0,
}));
vi.mock('stripe', async (importOriginal) => {
  const { default: Stripe } = await importOriginal<typeof StripeModule>();
  class LocalStripe extends Stripe {
    constructor(key: string, config: StripeModule.Stripe.StripeConfig) {
      super(key, { ...mocks.address, ...config });
    }
  }
  return { default: LocalStripe };
});
// The command waits minutes until the functions have the new secret.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));
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
const listPuts = () => listCalls('PutSecretValue').map(({ input }) => input);
const putSecret = {
  PutSecretValue: ({ input }: { input: Record<string, unknown> }) => {
    secret = String(input['SecretString']);
    return {};
  },
};

beforeEach(async () => {
  account = await startStripeAccount();
  const { address } = account;
  Object.assign(mocks, { address, prices: {}, diskIsFull: false, deployments: [], deploymentCode: 0 });
  secret = JSON.stringify({ apiKey: '', webhookSecret: '', unused: 'x' });
  resetAws();
  mockStack('Thumbforge-dev', { SiteUrl: SITE, StripeSecretArn: SECRET });
  mockAws({ GetSecretValue: () => ({ SecretString: secret }), ...putSecret });
  vi.stubEnv('STRIPE_API_KEY', API_KEY);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await account.close();
});

const listEnabled = async () =>
  (await account.stripe.webhookEndpoints.list()).data.filter(({ status }) => status === 'enabled');
const storedKeys = () => JSON.parse(secret) as { apiKey: string; webhookSecret: string };

const setUp = (...args: string[]) => run(stripeSetupCommand, '--stage', 'dev', ...args);

describe('the setup of Stripe', () => {
  it('stores the keys in the secret and the prices in the settings, and lists its changes', async () => {
    const { printed, warned, exitCode } = await setUp();

    expect({ warned, exitCode }).toEqual({ warned: SETUP_KEY_KEPT, exitCode: 0 });
    expect(printed.split('\n')).toEqual([
      ...PACK_IDS.map(
        (id) => `Create a price of ${(PACKS[id].amount / 100).toFixed(2)} GBP for ${PACKS[id].name}.`,
      ),
      `Create a webhook endpoint for ${WEBHOOK}, and store its secret.`,
      'Store the API key in the secret.',
      'Write the price IDs to infra/stages/prices.json and deploy the stage.',
      'Commit infra/stages/prices.json: it holds the new price IDs.',
    ]);
    expect(listPuts().map(({ SecretId }) => SecretId)).toEqual([SECRET]);
    expect(storedKeys()).toEqual({
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
    expect(mocks.deployments.at(-1)).toMatchObject({ prices: mocks.prices['dev'], unattended: false });
  });

  it("reads and writes only its own stage's stack, secret and prices", async () => {
    mockStack('Thumbforge-prod', { SiteUrl: SITE, StripeSecretArn: 'secret-of-prod' });

    await run(stripeSetupCommand, '--stage', 'prod');

    expect(listPuts()).toMatchObject([{ SecretId: 'secret-of-prod' }]);
    expect(Object.keys(mocks.prices)).toEqual(['prod']);
  });

  it('lists the same changes in a dry run, and changes nothing', async () => {
    const { printed } = await setUp('--dry-run');

    expect(printed).toContain('Create a price of 7.00 GBP for Pro.\n');
    expect(printed.endsWith('Dry run: nothing was changed.')).toBe(true);
    expect([listPuts(), mocks.prices, mocks.deployments]).toEqual([[], {}, []]);
    expect((await account.stripe.prices.list()).data).toEqual([]);
  });
});

describe('the deployment after the setup of Stripe', () => {
  it('deploys the new prices, unattended with --yes, and nothing if the prices did not change', async () => {
    await setUp('--yes');
    const before = { secret, prices: { ...mocks.prices } };

    expect(await setUp()).toMatchObject({ exitCode: 0, printed: 'Everything is up to date.' });
    expect({ secret, prices: mocks.prices }).toEqual(before);
    secret = JSON.stringify({ apiKey: 'sk_test_older', webhookSecret: 'whsec_kept' });
    expect(await setUp()).toMatchObject({ exitCode: 0 });

    expect(mocks.deployments).toEqual([{ stage: 'dev', prices: mocks.prices['dev'], unattended: true }]);
  });

  it('does not run with --no-deploy, which prints the command instead', async () => {
    const { printed, exitCode } = await setUp('--no-deploy');

    expect([exitCode, mocks.deployments]).toEqual([0, []]);
    expect(printed.endsWith(NEXT)).toBe(true);
  });

  it('keeps the prices if it fails, and prints the command to repeat it', async () => {
    mocks.deploymentCode = 1;

    const { warned, exitCode } = await setUp();

    expect([exitCode, warned]).toEqual([1, `${SETUP_KEY_KEPT}\nThe changes in Stripe are complete. ${NEXT}`]);
    expect(mocks.prices).toHaveProperty('dev');
  });
});

describe('an interrupted setup of Stripe is completed by the next setup, with one endpoint,', () => {
  it.each([
    ['wrote the prices', () => (mocks.diskIsFull = true), 'ENOSPC: no space left on device'],
    ['stored the secret', () => mockAws({ PutSecretValue: new Error('Slow') }), 'Slow'],
  ])('if it stopped before it %s', async (_, interrupt, warned) => {
    interrupt();
    expect(await setUp()).toMatchObject({ exitCode: 1, warned: `${SETUP_KEY_KEPT}\n${warned}` });
    mocks.diskIsFull = false;
    mockAws(putSecret);

    await setUp();

    expect(await listEnabled()).toHaveLength(1);
    expect(mocks.prices).toHaveProperty('dev');
  });
});

describe('the runtime key in the setup of Stripe', () => {
  it('is STRIPE_RUNTIME_KEY, without a warning, and a later setup keeps it', async () => {
    vi.stubEnv('STRIPE_RUNTIME_KEY', 'rk_test_restricted');

    expect(await setUp()).toMatchObject({ exitCode: 0, warned: '' });
    expect(storedKeys().apiKey).toBe('rk_test_restricted');
    vi.stubEnv('STRIPE_RUNTIME_KEY', undefined);

    expect(await setUp()).toMatchObject({ printed: 'Everything is up to date.', warned: '' });
  });
});

describe('a new webhook secret in the setup of Stripe', () => {
  /** The events that the site accepted. It verifies signatures with the secret that it read at that time. */
  let accepted: string[];
  let siteSecret: () => string;

  beforeEach(async () => {
    await setUp();
    accepted = [];
    siteSecret = () => storedKeys().webhookSecret;
    const accept = (type: string) => void accepted.push(type);
    const webhookFetch = createWebhookFetch(WEBHOOK, () => siteSecret(), accept);
    vi.stubGlobal('fetch', webhookFetch);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('repairs a wrong secret: it delivers the events that failed, and disables the old endpoint', async () => {
    const [old] = await listEnabled();
    secret = JSON.stringify({ apiKey: API_KEY, webhookSecret: 'whsec_wrong' });
    const { id } = await account.checkOut(String(mocks.prices['dev']?.pro));
    account.controls.pay(id);
    account.controls.dispute(id);

    const { exitCode, printed } = await setUp('--roll-webhook-secret');

    expect(exitCode).toBe(0);
    expect(storedKeys().webhookSecret).not.toBe('whsec_wrong');
    expect(accepted).toEqual([
      'thumbforge.test',
      'checkout.session.completed',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(printed).toContain('Delivered 3 events that had failed.');
    expect((await listEnabled()).map(({ id }) => id)).not.toContain(old?.id);
    expect(await listEnabled()).toHaveLength(1);
  });

  it.each([
    ['never accepts the new secret', () => 'whsec_old'],
    ['does not accept all events', () => (accepted.length === 0 ? storedKeys().webhookSecret : 'whsec_old')],
  ])('leaves the old endpoint enabled if the site %s', async (_, readSecret) => {
    siteSecret = readSecret;
    secret = JSON.stringify({ apiKey: API_KEY, webhookSecret: 'whsec_wrong' });
    account.controls.pay((await account.checkOut(String(mocks.prices['dev']?.pro))).id);

    const { exitCode, warned } = await setUp('--roll-webhook-secret');

    expect(exitCode).toBe(1);
    expect(warned).toContain(`${WEBHOOK} does not accept events with the new secret.`);
    expect(await listEnabled()).toHaveLength(2);
  });
});

describe('a setup of Stripe that cannot start', () => {
  const [SETUP, RUNTIME] = ['STRIPE_API_KEY', 'STRIPE_RUNTIME_KEY'];
  const SET = 'to a secret or restricted key of Stripe (sk_… or rk_…).';

  it.each([
    ['without a key', SETUP, '', `Set ${SETUP} ${SET}`, 2],
    ['with a publishable key', SETUP, 'pk_test_1', `Set ${SETUP} ${SET}`, 2],
    ['with a key that Stripe rejects', SETUP, 'sk_x', 'Invalid API Key', 1],
    ['with a runtime key that is not a key', RUNTIME, 'whsec_1', `Set ${RUNTIME} ${SET}`, 2],
    ['with keys of two modes', RUNTIME, 'rk_live_1', 'must both be live keys, or both test keys.', 2],
  ])('%s explains the reason and changes nothing', async (_, variable, key, message, code) => {
    vi.stubEnv(variable, key);

    const { printed, warned, exitCode } = await setUp();

    expect({ printed, exitCode }).toEqual({ printed: '', exitCode: code });
    expect(warned).toContain(message);
    expect([listPuts(), account.writes, mocks.deployments]).toEqual([[], [], []]);
  });

  it.each([
    ['before the first deployment', undefined],
    ['on an older stack without a secret', { SiteUrl: SITE }],
  ])('%s asks for a deployment', async (_, outputs) => {
    resetAws();
    if (outputs !== undefined) mockStack('Thumbforge-dev', outputs);

    expect(await setUp()).toMatchObject({ exitCode: 1, warned: NOT_DEPLOYED });
  });
});

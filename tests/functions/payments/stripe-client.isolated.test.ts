import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timedOut } from '../support/cloud.ts';

const MINUTES = 60_000;
const manager = mockClient(SecretsManagerClient);
const keys = { apiKey: 'sk_test_1', webhookSecret: 'whsec_1' };
const rotated = { apiKey: 'sk_test_2', webhookSecret: 'whsec_2' };
const fetched = () => manager.commandCalls(GetSecretValueCommand);
const holds = (value: unknown) =>
  manager.on(GetSecretValueCommand).resolves({
    ...(value !== undefined && { SecretString: typeof value === 'string' ? value : JSON.stringify(value) }),
  });

/** The module as a cold start finds it. */
async function coldStart() {
  vi.resetModules();
  return import('../../../functions/payments/stripe-client.ts');
}

beforeEach(() => {
  manager.reset();
  holds(keys);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

describe("Stripe's keys", () => {
  it("are read from the stage's secret, and nothing else of it", async () => {
    holds({ ...keys, unused: 'x' });
    const { getStripeSecrets } = await coldStart();

    expect(await getStripeSecrets()).toEqual(keys);
    expect(fetched().map(({ args: [{ input }] }) => input)).toEqual([
      { SecretId: 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe' },
    ]);
  });

  it('are not fetched at the cold start, but when they are needed', async () => {
    await coldStart();

    expect(fetched()).toHaveLength(0);
  });

  it('are fetched once, by many at once and one after another', async () => {
    const { getStripeSecrets } = await coldStart();

    await Promise.all([getStripeSecrets(), getStripeSecrets(), getStripeSecrets()]);
    await getStripeSecrets();

    expect(fetched()).toHaveLength(1);
  });

  it('are kept for five minutes, and then fetched again: a rotated key comes through', async () => {
    const { getStripeSecrets } = await coldStart();
    await getStripeSecrets();
    holds(rotated);

    wait(5 * MINUTES - 1);
    expect(await getStripeSecrets()).toEqual(keys);
    wait(2);
    expect(await getStripeSecrets()).toEqual(rotated);
    expect(fetched()).toHaveLength(2);

    wait(4 * MINUTES);
    expect(await getStripeSecrets()).toEqual(rotated);
    expect(fetched()).toHaveLength(2);
  });

  it('are asked for again at once after a failure', async () => {
    const error = timedOut();
    manager
      .on(GetSecretValueCommand)
      .rejectsOnce(error)
      .resolves({ SecretString: JSON.stringify(keys) });
    const { getStripeSecrets } = await coldStart();

    await expect(getStripeSecrets()).rejects.toBe(error);

    expect(await getStripeSecrets()).toEqual(keys);
  });

  it('that could not be fetched fail everybody who waits for them, and are asked for again', async () => {
    manager
      .on(GetSecretValueCommand)
      .rejectsOnce(timedOut())
      .resolves({ SecretString: JSON.stringify(keys) });
    const { getStripeSecrets } = await coldStart();

    const waiting = await Promise.allSettled([getStripeSecrets(), getStripeSecrets()]);

    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await getStripeSecrets()).toEqual(keys);
    expect(fetched()).toHaveLength(2);
  });

  it.each([
    ['as the template made them', { apiKey: '', webhookSecret: '', unused: 'x' }],
    ['without the key', { ...keys, apiKey: '' }],
    ["without the webhook's secret", { ...keys, webhookSecret: '' }],
  ])('%s: says what to run, and is not kept', async (_, value) => {
    holds(value);
    const { getStripeSecrets } = await coldStart();

    await expect(getStripeSecrets()).rejects.toThrow(/not set up for this stage: run npm run stripe:setup/);

    holds(keys);
    expect(await getStripeSecrets()).toEqual(keys);
  });

  it.each([
    ['no text', undefined],
    ['no JSON', 'sk_test_1'],
    ['another form', { key: 'sk_test_1' }],
    ['a number', { ...keys, apiKey: 7 }],
  ])('of another form (%s) are an error', async (_, value) => {
    holds(value);
    const { getStripeSecrets } = await coldStart();

    await expect(getStripeSecrets()).rejects.toThrow();
  });
});

describe("Stripe's client", () => {
  /** The module as a cold start finds it, on AWS unless told otherwise. */
  async function clientAt(url?: string) {
    vi.resetModules();
    if (url !== undefined) vi.stubEnv('STRIPE_API_URL', url);
    const { getStripeClient: stripeClient } = await import('../../../functions/payments/stripe-client.ts');
    vi.unstubAllEnvs();
    return stripeClient;
  }

  it('is kept while its key is the same', async () => {
    const stripeClient = await clientAt();

    const first = await stripeClient();
    wait(6 * MINUTES);

    expect(await stripeClient()).toBe(first);
    expect(fetched()).toHaveLength(2);
  });

  it('is made anew for a rotated key', async () => {
    const stripeClient = await clientAt();
    const first = await stripeClient();
    holds(rotated);
    wait(6 * MINUTES);

    expect(await stripeClient()).not.toBe(first);
  });

  it('speaks to Stripe itself, over TLS, where no stand-in is named; each request has its limits', async () => {
    const stripe = await (await clientAt())();

    expect(stripe.getApiField('host')).toBe('api.stripe.com');
    expect(stripe.getApiField('protocol')).toBe('https');
    expect(stripe.getApiField('timeout')).toBe(5_000);
    expect(stripe.getMaxNetworkRetries()).toBe(2);
  });

  it('speaks to the stand-in where one is named', async () => {
    const stripe = await (await clientAt('http://127.0.0.1:4242'))();

    expect(stripe.getApiField('host')).toBe('127.0.0.1');
    expect(stripe.getApiField('port')).toBe('4242');
    expect(stripe.getApiField('protocol')).toBe('http');
  });
});

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timedOut } from '../../support/cloud.ts';
import { mockService } from '../../support/mock-service.ts';

const MINUTE_MS = 60_000;
const secretsManager = mockService(SecretsManagerClient);
const KEYS = { apiKey: 'sk_test_1', webhookSecret: 'whsec_1' };
const ROTATED_KEYS = { apiKey: 'sk_test_2', webhookSecret: 'whsec_2' };
const reads = () => secretsManager.commandCalls(GetSecretValueCommand);
const setSecret = (SecretString: string | undefined) =>
  secretsManager.on(GetSecretValueCommand).resolves(SecretString === undefined ? {} : { SecretString });
const setKeys = (keys: object) => setSecret(JSON.stringify(keys));
const failFirstRead = (error: Error) =>
  secretsManager
    .on(GetSecretValueCommand)
    .rejectsOnce(error)
    .resolves({ SecretString: JSON.stringify(KEYS) });
const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const getClient = (stripe: Stripe) => Promise.resolve(stripe);

/** Imports the module as a cold start does. */
async function coldStart() {
  vi.resetModules();
  return import('../../../../functions/credits/payments/stripe-client.ts');
}

beforeEach(() => {
  secretsManager.reset();
  setKeys(KEYS);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

describe("Stripe's keys", () => {
  it("are read from the stage's secret when they are needed first", async () => {
    setKeys({ ...KEYS, unused: 'x' });
    const { getStripeSecrets } = await coldStart();
    expect(reads()).toHaveLength(0);

    expect(await getStripeSecrets()).toEqual(KEYS);
    expect(reads().map(({ args: [{ input }] }) => input)).toEqual([
      { SecretId: 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe' },
    ]);
  });

  it('are read once for concurrent and later calls', async () => {
    const { getStripeSecrets } = await coldStart();

    await Promise.all([getStripeSecrets(), getStripeSecrets(), getStripeSecrets()]);
    await getStripeSecrets();

    expect(reads()).toHaveLength(1);
  });

  it('are read again after five minutes, so that rotated keys take effect', async () => {
    const { getStripeSecrets } = await coldStart();
    await getStripeSecrets();
    setKeys(ROTATED_KEYS);

    wait(5 * MINUTE_MS);
    expect(await getStripeSecrets()).toEqual(KEYS);
    wait(1);
    expect(await getStripeSecrets()).toEqual(ROTATED_KEYS);
    wait(4 * MINUTE_MS);
    expect(await getStripeSecrets()).toEqual(ROTATED_KEYS);
    expect(reads()).toHaveLength(2);
  });

  it('are read again after a failure, which all waiting calls receive', async () => {
    const error = timedOut();
    failFirstRead(error);
    const { getStripeSecrets } = await coldStart();

    const waiting = await Promise.allSettled([getStripeSecrets(), getStripeSecrets()]);

    expect(waiting).toEqual(Array(2).fill({ status: 'rejected', reason: error }));
    expect(await getStripeSecrets()).toEqual(KEYS);
    expect(reads()).toHaveLength(2);
  });

  it.each([
    ['the secret is as the template created it', { apiKey: '', webhookSecret: '', unused: 'x' }],
    ['the API key is empty', { ...KEYS, apiKey: '' }],
    ['the webhook secret is empty', { ...KEYS, webhookSecret: '' }],
    ['the API key is a number', { ...KEYS, apiKey: 7 }],
    ['the secret has no text', undefined],
  ])('lead to an error that names the setup command when %s', async (_, keys) => {
    setSecret(keys && JSON.stringify(keys));
    const { getStripeSecrets } = await coldStart();

    await expect(getStripeSecrets()).rejects.toMatchObject({
      name: 'StripeNotSetUpError',
      message: 'Stripe is not set up for this stage: run npm run stripe:setup',
    });

    setKeys(KEYS);
    expect(await getStripeSecrets()).toEqual(KEYS);
  });
});

describe("Stripe's client", () => {
  it('is kept while its key is the same and replaced when the key was rotated', async () => {
    const { callStripe } = await coldStart();
    const first = await callStripe(getClient);

    wait(6 * MINUTE_MS);
    expect(await callStripe(getClient)).toBe(first);
    expect(reads()).toHaveLength(2);

    setKeys(ROTATED_KEYS);
    wait(6 * MINUTE_MS);
    expect(await callStripe(getClient)).not.toBe(first);
  });

  it('is called again with the key of the secret when Stripe rejects a key that was rolled', async () => {
    const { callStripe } = await coldStart();
    await callStripe(getClient);
    setKeys(ROTATED_KEYS);
    const rejected = new Stripe.errors.StripeAuthenticationError({ type: 'invalid_request_error' });
    const call = vi.fn().mockRejectedValueOnce(rejected).mockResolvedValue('answer');

    await expect(callStripe(call)).resolves.toBe('answer');

    const [first, second] = call.mock.calls.map(([stripe]) => stripe as Stripe);
    expect(call).toHaveBeenCalledTimes(2);
    expect(second).not.toBe(first);
    expect(await callStripe(getClient)).toBe(second);
    expect(reads()).toHaveLength(2);
  });

  it('is called once, and reads the secret once more, when the rejected key is the current key', async () => {
    const { callStripe } = await coldStart();
    const rejected = new Stripe.errors.StripeAuthenticationError({ type: 'invalid_request_error' });
    const call = vi.fn().mockRejectedValue(rejected);

    await expect(callStripe(call)).rejects.toBe(rejected);

    expect(call).toHaveBeenCalledTimes(1);
    expect(reads()).toHaveLength(2);
  });

  it('connects to Stripe with TLS, a timeout of five seconds, two retries and no telemetry', async () => {
    const { callStripe } = await coldStart();
    const stripe = await callStripe(getClient);

    const fields = (['host', 'protocol', 'timeout'] as const).map((name): unknown =>
      stripe.getApiField(name),
    );
    expect(fields).toEqual(['api.stripe.com', 'https', 5_000]);
    expect(stripe.getMaxNetworkRetries()).toBe(2);
    expect(stripe.getTelemetryEnabled()).toBe(false);
  });
});

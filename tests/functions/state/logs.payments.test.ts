import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, it } from 'vitest';
import { timedOut } from '../support/aws-errors.ts';
import { captureLogs } from '../support/logs.ts';
import * as db from './support/database.ts';
import {
  addPrices,
  buyPack,
  deliver,
  dispute,
  EMAIL,
  expireSecret,
  latestEvent,
  openSession,
  pay,
  preparePayments,
  refund,
  requestCheckout,
  run,
  runAndDeliver,
  secrets,
  setSecret,
  WEBHOOK_SECRET,
} from './support/payments.ts';
import { API_KEY, failStripe } from './support/stripe.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.secret.token';
const COMPLETED = 'checkout.session.completed';
/** Texts that no log line may contain, none of which a random id can contain, and an error that contains all of them. */
const SECRETS = [EMAIL, API_KEY, WEBHOOK_SECRET, TOKEN, '4242 4242 4242 4242'];
const leakyError = new Error(`Bad: ${SECRETS.join(' ')}\n    at ${EMAIL} ${API_KEY}`);

let userId = '';
let logs: ReturnType<typeof captureLogs>;
const checkout = (body: object = {}) =>
  requestCheckout(userId, { body, headers: { authorization: `Bearer ${TOKEN}` } });
const buy = async (price = {}) => {
  addPrices(price);
  const payment = await openSession(userId);
  addPrices();
  await runAndDeliver(payment, pay());
  return payment;
};
const completeWithError = async (error: Error, operation: 'TransactWriteItems' | 'UpdateItem') => {
  run(await openSession(userId), pay());
  db.failCall(error, { operation });
  return deliver(latestEvent(COMPLETED));
};

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 0);
  logs = captureLogs();
});

const HANDLED = 'stripe event';
const RESPONSE = 'request completed';

describe('the log contains no address, key, secret, signature or token', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['a checkout is opened', RESPONSE, checkout],
    ['a checkout is rejected', RESPONSE, () => checkout({ priceId: API_KEY, email: EMAIL })],
    [
      'Stripe rejects a request with a message that contains them',
      RESPONSE,
      () => {
        const error = { type: 'invalid_request_error', message: leakyError.message, param: EMAIL };
        failStripe({ status: 400, body: { error } });
        return checkout();
      },
    ],
    [
      'the customer cannot be saved because of an error that contains them',
      RESPONSE,
      () => {
        db.failCall(leakyError);
        return checkout();
      },
    ],
    [
      'the secret cannot be read because of an error that contains them',
      RESPONSE,
      () => {
        expireSecret();
        secrets.on(GetSecretValueCommand).rejects(leakyError);
        return checkout();
      },
    ],
    [
      'the secret has another form',
      RESPONSE,
      () => {
        expireSecret();
        setSecret({ apiKey: API_KEY, webhookSecret: [WEBHOOK_SECRET] });
        return checkout();
      },
    ],
    [
      'the secret is no JSON, which the error of the parser quotes',
      RESPONSE,
      () => {
        expireSecret();
        secrets.on(GetSecretValueCommand).resolves({ SecretString: `${API_KEY} ${WEBHOOK_SECRET}` });
        return checkout();
      },
    ],
    ['a payment adds credits', HANDLED, () => buy()],
    ['a payment is clawed back', HANDLED, () => buyPack(userId, {}, refund(100), dispute())],
    ['a payment matches no pack', 'payment does not match a pack', () => buy({ amount: 100 })],
    [
      'a signature is not valid',
      RESPONSE,
      async () => {
        run(await openSession(userId), pay());
        return deliver(latestEvent(COMPLETED), { secret: 'whsec_another' });
      },
    ],
    [
      'the ledger fails with an error that contains them',
      RESPONSE,
      () => completeWithError(leakyError, 'TransactWriteItems'),
    ],
    ['the purchase cannot be saved', RESPONSE, () => completeWithError(timedOut(), 'UpdateItem')],
  ])('when %s', async (_, message, act) => {
    await act();

    expect(logs.lines(message)).not.toEqual([]);
    for (const secret of [...SECRETS, 'v1=']) expect(logs.text()).not.toContain(secret);
  });
});

describe('the log of a payment', () => {
  it('names the event, its type and the session', async () => {
    const { sessionId } = await buy();

    expect(logs.lines(HANDLED)).toMatchObject([
      { level: 'INFO', eventId: expect.stringMatching(/^evt_/) as string, type: COMPLETED, sessionId },
    ]);
  });

  it('reports a payment that matches no pack as an error with its price', async () => {
    const { sessionId } = await buy({ currency: 'usd' });

    expect(logs.lines('payment does not match a pack')).toMatchObject([
      { level: 'ERROR', sessionId, priceId: 'price_pro', amount: 700, currency: 'usd' },
    ]);
  });

  it('reports a payment for a closed account as an error with its session', async () => {
    await db.putUser(userId, 0, { closedAt: '2026-11-21T09:00:00.000Z' });
    const { sessionId } = await buy();

    expect(logs.lines('payment for a closed account')).toMatchObject([{ level: 'ERROR', sessionId }]);
  });

  it.each([
    ['StripeAuthenticationError', 401],
    ['StripeRateLimitError', 429],
    ['StripeAPIError', 500],
  ])('names %s when Stripe responds with %i', async (cause, status) => {
    failStripe({ status, body: { error: { message: 'x' } } });

    await checkout();

    expect(logs.lines(RESPONSE)).toMatchObject([{ level: 'ERROR', status: 500, cause }]);
  });

  it('names the command that sets up Stripe when the secret has no keys', async () => {
    expireSecret();
    setSecret({ apiKey: '', webhookSecret: '' });

    await checkout();

    expect(logs.lines('Stripe is not set up for this stage: run npm run stripe:setup')).toMatchObject([
      { level: 'ERROR' },
    ]);
  });
});

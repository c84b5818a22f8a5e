import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timedOut } from './support/cloud.ts';
import { USER } from './support/event.ts';
import { captureLogs } from './support/logs.ts';
import {
  buy,
  deliver,
  dispute,
  EMAIL,
  eventOf,
  keep,
  order,
  paymentsWork,
  refund,
  secrets,
  sellPacks,
  tell,
  WEBHOOK_SECRET,
} from './support/payments.ts';
import { API_KEY, stripeFails } from './support/stripe.ts';
import { failCall, openAccount } from './support/tables.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.secret.token';
const completed = 'checkout.session.completed';
/** What must be in no line. An error may quote any of them. */
const SECRETS = [EMAIL, API_KEY, WEBHOOK_SECRET, TOKEN, '4242'];
const quoting = new Error(`Bad: ${SECRETS.join(' ')}\n    at ${EMAIL} ${API_KEY}`);

const orderPro = () =>
  order({ priceId: 'price_pro', userId: USER }, { headers: { authorization: `Bearer ${TOKEN}` } });
let logs: ReturnType<typeof captureLogs>;

beforeEach(() => {
  paymentsWork();
  openAccount(0);
  logs = captureLogs();
});
afterEach(() => {
  logs.release();
  vi.useRealTimers();
});

/** Beyond the five minutes that the keys are kept. */
function forgetKeys(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
}

describe('the log of a payment holds no e-mail address, key, secret, signature or token', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['when a checkout opens', orderPro, 'request completed'],
    [
      'when a checkout is refused',
      () => order({ priceId: API_KEY, userId: USER, email: EMAIL }),
      'request completed',
    ],
    [
      'when Stripe refuses, in words that quote them',
      () => {
        const error = { type: 'invalid_request_error', message: quoting.message, param: EMAIL };
        stripeFails({ status: 400, body: { error } });
        return orderPro();
      },
      'request completed',
    ],
    [
      'when the customer cannot be remembered, in words that quote them',
      () => {
        openAccount(0);
        failCall(quoting);
        return orderPro();
      },
      'request completed',
    ],
    [
      'when the keys cannot be fetched, in words that quote them',
      () => {
        forgetKeys();
        secrets.on(GetSecretValueCommand).rejects(quoting);
        return orderPro();
      },
      'request completed',
    ],
    [
      'when the secret holds something else',
      () => {
        forgetKeys();
        keep({ apiKey: API_KEY, webhookSecret: [WEBHOOK_SECRET] });
        return orderPro();
      },
      'request completed',
    ],
    [
      'when the secret is no JSON, which its error would quote',
      () => {
        forgetKeys();
        secrets.on(GetSecretValueCommand).resolves({ SecretString: `${API_KEY} ${WEBHOOK_SECRET}` });
        return orderPro();
      },
      'request completed',
    ],
    [
      'when a payment is credited',
      async () => {
        await buy();
        return tell(completed);
      },
      'stripe event',
    ],
    [
      'when one is taken back',
      async () => {
        const session = await buy();
        refund(session, 100);
        dispute(session);
        return tell('charge.dispute.created');
      },
      'stripe event',
    ],
    [
      'when one matches no pack',
      async () => {
        sellPacks({ amount: 100 });
        await buy();
        sellPacks();
        return tell(completed);
      },
      'payment does not match a pack',
    ],
    [
      'when a signature is wrong',
      async () => {
        await buy();
        return deliver(eventOf(completed), { secret: 'whsec_another' });
      },
      'request completed',
    ],
    [
      'when the ledger fails, in words that quote them',
      async () => {
        await buy();
        failCall(quoting);
        return tell(completed);
      },
      'request completed',
    ],
    [
      'when the record fails without an answer',
      async () => {
        await buy();
        failCall(timedOut(), { command: 'UpdateCommand' });
        return tell(completed);
      },
      'request completed',
    ],
  ])('%s', async (_, happen, line) => {
    await happen();

    expect(logs.lines(line)).not.toEqual([]);
    for (const secret of [...SECRETS, 'v1=']) expect(logs.text()).not.toContain(secret);
  });
});

describe('the log of a payment helps', () => {
  it('names the event, its type and its session', async () => {
    const session = await buy();
    await tell(completed);

    expect(logs.lines('stripe event')).toMatchObject([
      {
        level: 'INFO',
        eventId: expect.stringMatching(/^evt_/) as string,
        type: completed,
        sessionId: session,
      },
    ]);
  });

  it('says what a payment was that matches no pack, as an error', async () => {
    sellPacks({ currency: 'usd' });
    const session = await buy();
    sellPacks();
    await tell(completed);

    expect(logs.lines('payment does not match a pack')).toMatchObject([
      { level: 'ERROR', sessionId: session, priceId: 'price_pro', amount: 700, currency: 'usd' },
    ]);
  });

  it.each([
    ['StripeAuthenticationError', 401],
    ['StripeRateLimitError', 429],
    ['StripeAPIError', 500],
  ])('names the class of what Stripe refused: %s', async (cause, status) => {
    stripeFails({ status, body: { error: { message: 'x' } } });

    await orderPro();

    expect(logs.lines('request completed')).toMatchObject([{ level: 'ERROR', status: 500, cause }]);
  });

  it('says where Stripe has not been set up what to run', async () => {
    forgetKeys();
    keep({ apiKey: '', webhookSecret: '' });

    await orderPro();

    expect(logs.text()).toContain('npm run stripe:setup');
  });
});

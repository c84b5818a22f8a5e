import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PAYMENT_EVENTS, SESSION_EVENTS } from '#contract/stripe-events.ts';
import { countStripeEvent } from '../../../functions/platform/metrics.ts';
import { cancelled, conflict, timedOut, untouched } from '../support/aws-errors.ts';
import { UNEXPECTED_ERROR, invalidRequest } from '../support/event.ts';
import * as db from './support/database.ts';
import {
  deliver,
  dispute,
  expireSecret,
  latestEvent,
  makeEvent,
  payPack,
  preparePayments,
  readLedger,
  refund,
  run,
  secrets,
  signPayload,
  WEBHOOK_SECRET,
} from './support/payments.ts';
import { failStripe, requestedPaths, requests, SERVER_ERROR, skipRetryDelays } from './support/stripe.ts';

const COMPLETED = 'checkout.session.completed';
const OK = { status: 200, body: { received: true } };
let userId = '';
const payAndGetEvent = async () => {
  await payPack(userId);
  return latestEvent(COMPLETED);
};
const countedEvents = () => vi.mocked(countStripeEvent).mock.calls;

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 40);
});

describe('a Stripe event with a valid signature', () => {
  it.each([
    ['signed now', {}],
    ['signed 300 seconds ago', { signedSecondsAgo: 300 }],
    ['that API Gateway encoded as base64', { isBase64Encoded: true }],
  ])('%s is handled', async (_, delivery) => {
    const event = { ...(await payAndGetEvent()), note: 'naïve – 🏰' };

    expect(await deliver(event, delivery)).toMatchObject(OK);
    expect(await db.readBalance(userId)).toBe(65);
    expect(countedEvents()).toEqual([[COMPLETED, 'handled']]);
  });

  it('beside one of another secret is handled, as while the secret is rolled', async () => {
    const event = await payAndGetEvent();
    const signature = signPayload(JSON.stringify(event, null, 2));

    const both = signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`);
    expect(await deliver(event, { signature: both })).toMatchObject(OK);
  });
});

describe('a Stripe event is rejected with 400 and changes nothing', () => {
  const INVALID = 'the Stripe signature is not valid';
  const WRONG_FORM = 'the Stripe-Signature header has another form than t=…,v1=…';
  const smallerAmount = (body: string) => body.replace('700', '1');

  it.each<[string, Parameters<typeof deliver>[1], string?]>([
    ['without a signature', { signature: undefined }, 'the Stripe-Signature header is missing'],
    ['with a signature that is no header of Stripe', { signature: 'signed, Stripe' }, WRONG_FORM],
    ['with a signature without a time', { signature: `v1=${'0'.repeat(64)}` }, WRONG_FORM],
    [
      'with a signature of the older scheme',
      { signature: signPayload('{}').replace('v1=', 'v0=') },
      WRONG_FORM,
    ],
    ['signed with another secret', { secret: 'whsec_another' }],
    ['signed 301 seconds ago', { signedSecondsAgo: 301 }],
    ['with an additional space after signing', { tamper: (body) => `${body} ` }],
    ['with another amount after signing', { tamper: smallerAmount }],
    ['with another amount after signing, in base64', { tamper: smallerAmount, isBase64Encoded: true }],
    ['without a body', { tamper: () => '' }],
    ['with the signature of another body', { signature: signPayload('{}') }],
  ])('%s, and counted without its type, which is not authentic', async (_, delivery, error = INVALID) => {
    const event = await payAndGetEvent();

    const { status, body } = await deliver(event, delivery);

    expect(status).toBe(400);
    expect(body).toEqual(invalidRequest(error));
    expect(JSON.stringify(body)).not.toContain(WEBHOOK_SECRET);
    expect([...db.operations(), ...requestedPaths()]).toEqual([]);
    expect(countedEvents()).toEqual([['unknown', error === INVALID ? 'bad_signature' : 'unsigned']]);
  });
});

describe('the payment that an event is about', () => {
  const SESSIONS = '/v1/checkout/sessions';

  it.each(SESSION_EVENTS)('is read by the session id of %s', async (type) => {
    const { sessionId } = await payPack(userId);

    expect(await deliver(makeEvent(type, { id: sessionId, payment_intent: 'pi_1' }))).toMatchObject(OK);
    expect(requestedPaths()[0]).toBe(`GET ${SESSIONS}/${sessionId}`);
  });

  it.each(PAYMENT_EVENTS)(
    'is read by the payment intent of %s, which may be an id, an object or missing',
    async (type) => {
      for (const intent of ['pi_elsewhere', { id: 'pi_elsewhere' }]) {
        expect(await deliver(makeEvent(type, { id: 'x', payment_intent: intent }))).toMatchObject(OK);
      }
      expect(await deliver(makeEvent(type, { id: 'x', payment_intent: null }))).toMatchObject(OK);

      const found = requests.map(({ path, form }) => [path, form['payment_intent'], form['limit']]);
      expect(found).toEqual([
        [SESSIONS, 'pi_elsewhere', '1'],
        [SESSIONS, 'pi_elsewhere', '1'],
      ]);
      expect(db.operations()).toEqual([]);
      expect(countedEvents().map(([, outcome]) => outcome)).toEqual(['unrelated', 'unrelated', 'ignored']);
    },
  );

  it('is read completely: with its items, its charge, and up to 100 refunds and disputes', async () => {
    const payment = await payPack(userId);

    await deliver(run(payment, refund(100))[0] ?? {});

    expect(requests.map(({ path }) => path)).toEqual([SESSIONS, '/v1/refunds', '/v1/disputes']);
    const [session, refunds, disputes] = requests.map(({ form }) => form);
    const expand = { 'expand[0]': 'data.line_items', 'expand[1]': 'data.payment_intent.latest_charge' };
    expect(session).toMatchObject({ limit: '1', ...expand });
    expect([refunds?.['limit'], disputes?.['limit']]).toEqual(['100', '100']);
  });
});

describe('the webhook responds with an error so that Stripe repeats the event', () => {
  it('when DynamoDB fails, and counts the event as failed', async () => {
    const event = await payAndGetEvent();
    db.failCall(timedOut());

    expect(await deliver(event)).toMatchObject(UNEXPECTED_ERROR);
    expect(countedEvents()).toEqual([[COMPLETED, 'failed']]);
  });

  it.each(['/v1/checkout/sessions', '/v1/refunds', '/v1/disputes'])(
    'when Stripe fails to answer %s, before anything is written',
    async (path) => {
      const event = await payAndGetEvent();
      failStripe(SERVER_ERROR, { path, times: 1 });

      expect(await deliver(event)).toMatchObject(UNEXPECTED_ERROR);
      expect(db.operations()).toEqual([]);
      expect(await deliver(event)).toMatchObject(OK);
      expect(await db.readBalance(userId)).toBe(65);
    },
  );

  it('when Stripe cannot be reached by three requests', async () => {
    const event = await payAndGetEvent();
    failStripe('refused');
    skipRetryDelays();

    expect(await deliver(event)).toMatchObject(UNEXPECTED_ERROR);
    expect(requestedPaths()).toHaveLength(3);
    expect(db.operations()).toEqual([]);
  });

  it('when the secret cannot be read, and reads it again for the next delivery', async () => {
    const event = await payAndGetEvent();
    expireSecret();
    secrets.on(GetSecretValueCommand).rejects(timedOut());

    expect(await deliver(event)).toMatchObject(UNEXPECTED_ERROR);
    expect([...db.operations(), ...requestedPaths()]).toEqual([]);

    preparePayments();
    expect(await deliver(event)).toMatchObject(OK);
  });

  it('when other transactions write the balance for longer than the retry budget', async () => {
    const event = await payAndGetEvent();
    vi.useFakeTimers({ toFake: ['Date'] });
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => {
        vi.setSystemTime(Date.now() + 3_000);
        throw cancelled(untouched, conflict);
      },
    });

    expect(await deliver(event)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await db.readBalance(userId)).toBe(40);
    expect(await deliver(event)).toMatchObject(OK);
  });

  it('at each call to DynamoDB that fails, and the repeated event completes a purchase without an account, its partial refund and its dispute', async () => {
    const attempt = async (fault?: { skip: number; isWritten: boolean }) => {
      preparePayments();
      userId = db.newUser();
      const payment = await payPack(userId);
      const event = run(payment, refund(100), dispute()).at(-1) ?? {};
      if (fault !== undefined) db.failCall(timedOut(), fault);
      const { status } = await deliver(event);
      const failures = db.listFailures();
      if (fault !== undefined) expect([status, (await deliver(event)).status]).toEqual([500, 200]);
      const states = (await db.listItems('purchases', userId)).map(({ state }) => state);
      return { failures, outcome: [await readLedger(payment), await db.readBalance(userId), states] };
    };

    const { failures, outcome } = await attempt();
    expect(outcome).toEqual([
      { welcome: 0, 'purchase session': 25, 'clawback 1': -3, 'clawback 2': -22 },
      0,
      ['disputed'],
    ]);
    for (const failure of failures) {
      expect((await attempt(failure)).outcome, `call ${failure.skip + 1}`).toEqual(outcome);
    }
  });
});

describe('a signed call that no repetition can make useful is accepted, counted, and changes nothing', () => {
  const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' };

  it.each<[string, object | string, string, string]>([
    ['an unknown session', makeEvent(COMPLETED, { id: 'cs_test_unknown' }), COMPLETED, 'unknown'],
    ['a session without an id', makeEvent(COMPLETED, {}), COMPLETED, 'ignored'],
    [
      'a charge without a payment',
      makeEvent('charge.refunded', { id: 'ch_1' }),
      'charge.refunded',
      'ignored',
    ],
    ['a thin event', thin, 'unknown', 'unreadable'],
    ['a body that is not JSON', 'ping', 'unknown', 'unreadable'],
    ['a body that is a JSON list', [], 'unknown', 'unreadable'],
    ...[
      'checkout.session.expired',
      'customer.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'no.such.event',
    ].map((type): [string, object, string, string] => [
      `the type ${type}`,
      makeEvent(type, { id: 'cs_1', payment_intent: 'pi_1' }),
      type,
      'ignored',
    ]),
  ])('%s', async (_, event, type, outcome) => {
    expect(await deliver(event)).toMatchObject(OK);

    expect(db.operations()).toEqual([]);
    expect(requestedPaths()).toHaveLength(outcome === 'unknown' ? 1 : 0);
    expect(countedEvents()).toEqual([[type, outcome]]);
  });
});

describe('an event', () => {
  it.each([
    ['another product', { product: 'another', stage: 'dev' }],
    ['another stage', { product: 'thumbforge', stage: 'prod' }],
    ['a payment link with our price and any reference', {}],
  ])('is ignored when %s of the same Stripe account took it', async (_, metadata) => {
    const foreign = db.newUser();
    const payment = await payPack(foreign, { metadata });
    const events = [latestEvent(COMPLETED), ...run(payment, refund())];

    for (const event of events) expect(await deliver(event)).toMatchObject(OK);

    expect(db.operations()).toEqual([]);
    expect(new Set(countedEvents().map(([, outcome]) => outcome))).toEqual(new Set(['unrelated']));
  });
});

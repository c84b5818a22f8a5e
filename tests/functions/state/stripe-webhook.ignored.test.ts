import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countStripeEvent } from '../../../functions/shared/metrics.ts';
import { databaseCalls, newUser } from './support/database.ts';
import {
  deliver,
  latestEvent,
  makeEvent,
  payPack,
  preparePayments,
  refund,
  run,
} from './support/payments.ts';

const COMPLETED = 'checkout.session.completed';
const OK = { status: 200, body: { received: true } };
const countedEvents = () => vi.mocked(countStripeEvent).mock.calls;

beforeEach(() => {
  preparePayments();
});

describe('a signed call that no repetition can make useful is accepted, counted, and changes nothing', () => {
  const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' };

  it.each<[string, object | string, string, string]>([
    ['an unknown session', makeEvent(COMPLETED, { id: 'cs_test_unknown' }), COMPLETED, 'unknown'],
    ['a session without an id', makeEvent(COMPLETED, {}), COMPLETED, 'ignored'],
    [
      'a charge without a payment intent',
      makeEvent('charge.refunded', { id: 'ch_1' }),
      'charge.refunded',
      'ignored',
    ],
    ['a thin event', thin, 'unknown', 'unreadable'],
    ['a body that is not JSON', 'ping', 'unknown', 'unreadable'],
    ['a body that is a JSON list', [], 'unknown', 'unreadable'],
  ])('%s', async (_, event, type, outcome) => {
    expect(await deliver(event)).toMatchObject(OK);

    expect(databaseCalls()).toEqual([]);
    expect(countedEvents()).toEqual([[type, outcome]]);
  });
});

describe('an event', () => {
  it.each([
    ['another product', { product: 'another', stage: 'dev' }],
    ['another stage', { product: 'thumbforge', stage: 'prod' }],
    ['a payment link with our price and any reference', {}],
  ])('is ignored when %s of the same Stripe account took it', async (_, metadata) => {
    const foreign = newUser();
    const payment = await payPack(foreign, { metadata });
    const events = [latestEvent(COMPLETED), ...run(payment, refund())];

    for (const event of events) expect(await deliver(event)).toMatchObject(OK);

    expect(databaseCalls()).toEqual([]);
    expect(new Set(countedEvents().map(([, outcome]) => outcome))).toEqual(new Set(['unrelated']));
  });
});

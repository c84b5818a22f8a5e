import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listItems, newUser, putUser, readBalance } from './support/database.ts';
import {
  closeDispute,
  deliver,
  deliverAll,
  dispute,
  failRefund,
  latestEvent,
  openSession,
  pay,
  payPack,
  preparePayments,
  readLedger,
  refund,
  run,
  runAndDeliver,
  type Action,
  type TestPayment,
} from './support/payments.ts';
import { failStripe, resetStripe, stripe } from './support/stripe.ts';

let userId = '';
const savedState = async () => (await listItems('purchases', userId))[0]?.['state'];

beforeEach(async () => {
  vi.clearAllMocks();
  preparePayments();
  userId = newUser();
  await putUser(userId, 1);
});

interface Scenario {
  title: string;
  actions: Action[];
  /** The clawbacks and restored credits when each event is delivered at once. */
  ledger: Record<string, number>;
  state: string;
}

const SCENARIOS: Scenario[] = [
  { title: 'a full refund', actions: [refund()], ledger: { 'clawback 1': -25 }, state: 'refunded' },
  {
    title: 'four equal partial refunds',
    actions: Array.from({ length: 4 }, () => refund(175)),
    ledger: { 'clawback 1': -6, 'clawback 2': -6, 'clawback 3': -6, 'clawback 4': -7 },
    state: 'refunded',
  },
  {
    title: 'a failed refund',
    actions: [refund(), failRefund()],
    ledger: { 'clawback 1': -25, 'restore 1': 25 },
    state: 'paid',
  },
  {
    title: 'a failed refund that is repeated',
    actions: [refund(), failRefund(), refund()],
    ledger: { 'clawback 1': -25, 'restore 1': 25, 'clawback 2': -25 },
    state: 'refunded',
  },
  { title: 'a partial dispute', actions: [dispute(350)], ledger: { 'clawback 1': -12 }, state: 'disputed' },
  {
    title: 'a won dispute',
    actions: [dispute(), closeDispute('won')],
    ledger: { 'clawback 1': -25, 'restore 1': 25 },
    state: 'paid',
  },
  {
    title: 'a lost dispute',
    actions: [dispute(), closeDispute('lost')],
    ledger: { 'clawback 1': -25 },
    state: 'disputed',
  },
  {
    title: 'a partial refund and a dispute of the rest',
    actions: [refund(300), dispute()],
    ledger: { 'clawback 1': -10, 'clawback 2': -15 },
    state: 'disputed',
  },
];

/** How Stripe may deliver the events of a scenario, apart from at once and in order. */
const DELIVERIES: Record<string, (events: object[]) => Promise<unknown>> = {
  'late and in reverse order': (events) => deliverAll(events.toReversed()),
  'twice, one after another': (events) => deliverAll(events.flatMap((event) => [event, event])),
  'all at once': (events) => Promise.all(events.map((event) => deliver(event))),
  'except for all but the last': (events) => deliverAll(events.slice(-1)),
};

describe.each(SCENARIOS)('$title', ({ actions, ledger, state }) => {
  const credits = Object.values(ledger).reduce((sum, amount) => sum + amount, 25);

  it('is booked with one entry for each cause', async () => {
    const payment = await openSession(userId);
    await runAndDeliver(payment, pay(), ...actions);

    expect(await readLedger(payment)).toEqual({ 'purchase session': 25, ...ledger });
    expect(await readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });

  it.each(Object.entries(DELIVERIES))(
    'has the same outcome when its events are delivered %s',
    async (_, send) => {
      await send(run(await openSession(userId), pay(), ...actions));

      expect(await readBalance(userId)).toBe(1 + credits);
      expect(await savedState()).toBe(state);
    },
  );
});

it('takes nothing for a late event of a dispute that was won before', async () => {
  const payment = await payPack(userId);
  const [created = {}, closed = {}] = run(payment, dispute(), closeDispute('won'));

  await deliverAll([closed, created]);

  expect(await readLedger(payment)).toEqual({ 'purchase session': 25, 'clawback 1': 0 });
});

it('distributes the credits the same when partial refunds are created in one second', async () => {
  const payment = await payPack(userId);
  const threeRefunds: Action = (each) => [1, 2, 3].forEach(() => refund(100)(each));
  await deliverAll(run(payment, threeRefunds));

  expect(Object.values(await readLedger(payment)).toSorted((a, b) => b - a)).toEqual([25, -3, -3, -4]);
});

/** Changes how Stripe reports the payment's only reversal, until `resetStripe`. */
async function report(list: 'refunds' | 'disputes', changes: object): Promise<void> {
  const { data } = await stripe[list].list({ limit: 1 });
  const body = { object: 'list', url: `/v1/${list}`, has_more: false, data: [{ ...data[0], ...changes }] };
  failStripe({ status: 200, body }, { path: `/v1/${list}` });
}

describe('the status of a dispute at Stripe', () => {
  let payment: TestPayment;
  beforeEach(async () => {
    payment = await payPack(userId);
    run(payment, dispute());
  });
  const deliverWith = async (changes: object) => {
    await report('disputes', changes);
    await deliverAll([latestEvent('charge.dispute.created')]);
  };

  it.each<[Stripe.Dispute.Status, number, string]>([
    ['needs_response', 0, 'disputed'],
    ['under_review', 0, 'disputed'],
    ['lost', 0, 'disputed'],
    ['won', 25, 'paid'],
    ['prevented', 25, 'paid'],
    ['warning_needs_response', 25, 'paid'],
    ['warning_under_review', 25, 'paid'],
    ['warning_closed', 25, 'paid'],
  ])('%s leaves %i of 25 credits', async (status, credits, state) => {
    await deliverWith({ status });

    expect(await readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });

  it.each(['warning_needs_response', 'warning_under_review'])(
    '%s is an inquiry, whose cause is not booked before it becomes a dispute',
    async (status) => {
      await deliverWith({ status });
      expect(await readLedger(payment)).toEqual({ 'purchase session': 25 });

      resetStripe();
      await runAndDeliver(payment, closeDispute('lost'));

      expect(await readLedger(payment)).toEqual({ 'purchase session': 25, 'clawback 1': -25 });
    },
  );

  it('with more than the paid amount takes at most the bought credits', async () => {
    await deliverWith({ amount: 900 });

    expect(await readLedger(payment)).toEqual({ 'purchase session': 25, 'clawback 1': -25 });
  });
});

describe('the status of a refund at Stripe', () => {
  it.each([
    ['succeeded', 0, 'refunded'],
    ['pending', 0, 'refunded'],
    ['requires_action', 0, 'refunded'],
    ['failed', 25, 'paid'],
    ['canceled', 25, 'paid'],
  ])('%s leaves %i of 25 credits', async (status, credits, state) => {
    run(await payPack(userId), refund());
    await report('refunds', { status });

    await deliverAll([latestEvent('refund.created')]);

    expect(await readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });
});

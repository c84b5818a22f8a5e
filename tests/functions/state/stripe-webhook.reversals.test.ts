import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { spendEntry } from '../../../functions/ledger/ledger-table.ts';
import { postEntry } from '../../../functions/ledger/ledger.ts';
import { countCreditsCollected } from '../../../functions/shared/metrics.ts';
import { timedOut } from '../support/aws-errors.ts';
import { audit } from './support/audit.ts';
import * as db from './support/database.ts';
import { ledgerItem } from './support/items.ts';
import {
  buyPack,
  deliver,
  deliverAll,
  dispute,
  inquire,
  latestEvent,
  openSession,
  pay,
  payPack,
  pendingRefund,
  preparePayments,
  readLedger,
  refund,
  run,
  runAndDeliver,
  updateDispute,
  updateRefund,
  type Action,
  type TestPayment,
} from './support/payments.ts';
import { answerList, resetStripe, stripe } from './support/stripe.ts';

let userId = '';
const savedState = async () => (await db.listItems('purchases', userId))[0]?.['state'];

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 1);
});

interface Scenario {
  title: string;
  actions: Action[];
  /** The clawbacks and restored credits when each event is delivered at once. */
  ledger: Record<string, number>;
  state: string;
}

const SCENARIOS: Scenario[] = [
  {
    title: 'four equal partial refunds',
    actions: Array.from({ length: 4 }, () => refund(175)),
    ledger: { 'clawback 1': -6, 'clawback 2': -6, 'clawback 3': -6, 'clawback 4': -7 },
    state: 'refunded',
  },
  {
    title: 'a partial refund',
    actions: [refund(350)],
    ledger: { 'clawback 1': -12 },
    state: 'partly_refunded',
  },
  {
    title: 'a lost dispute',
    actions: [dispute(), updateDispute('lost')],
    ledger: { 'clawback 1': -25 },
    state: 'disputed',
  },
  {
    title: 'a failed refund that is repeated',
    actions: [refund(), updateRefund('failed'), refund()],
    ledger: { 'clawback 1': -25, 'restore 1': 25, 'clawback 2': -25 },
    state: 'refunded',
  },
  {
    title: 'a won dispute that is lost again',
    actions: [dispute(), updateDispute('won'), updateDispute('lost')],
    ledger: { 'clawback 1': -50, 'restore 1': 25 },
    state: 'disputed',
  },
  {
    title: 'an inquiry',
    actions: [inquire(), updateDispute('warning_under_review'), updateDispute('warning_closed')],
    ledger: {},
    state: 'paid',
  },
  {
    title: 'an inquiry that becomes a dispute',
    actions: [inquire(), updateDispute('needs_response'), updateDispute('under_review')],
    ledger: { 'clawback 1': -25 },
    state: 'disputed',
  },
  {
    title: 'a closed inquiry that becomes a dispute',
    actions: [inquire(), updateDispute('warning_closed'), updateDispute('needs_response')],
    ledger: { 'clawback 1': -25 },
    state: 'disputed',
  },
  {
    title: 'a dispute of a refunded payment',
    actions: [refund(), dispute(), updateDispute('lost', 2)],
    ledger: { 'clawback 1': -25, 'clawback 2': 0 },
    state: 'disputed',
  },
  {
    title: 'a refund that fails after its payment was disputed, and a second dispute',
    actions: [refund(), dispute(350), updateRefund('failed'), dispute(175), updateDispute('won', 2)],
    ledger: { 'clawback 1': -25, 'restore 1': 13, 'clawback 2': 0, 'clawback 3': -6, 'restore 2': 12 },
    state: 'disputed',
  },
  {
    title: 'a dispute that begins while a refund is pending, which then fails',
    actions: [pendingRefund(), dispute(), updateRefund('failed')],
    ledger: { 'clawback 1': -25, 'restore 1': 0, 'clawback 2': 0 },
    state: 'disputed',
  },
  {
    title: 'a lost dispute that began while a refund was pending, which was canceled',
    actions: [pendingRefund(), dispute(350), updateRefund('canceled'), updateDispute('lost', 2)],
    ledger: { 'clawback 1': -25, 'restore 1': 13, 'clawback 2': 0 },
    state: 'disputed',
  },
  {
    title: 'a pending refund that is canceled',
    actions: [pendingRefund(), updateRefund('requires_action'), updateRefund('canceled')],
    ledger: { 'clawback 1': -25, 'restore 1': 25 },
    state: 'paid',
  },
];

describe.each(SCENARIOS)('$title', ({ actions, ledger, state }) => {
  const credits = Object.values(ledger).reduce((sum, amount) => sum + amount, 25);

  const expectOutcome = async () => {
    expect(await db.findUserItem(userId)).toMatchObject({ credits: 1 + credits, packs: { pro: credits } });
    expect(await savedState()).toBe(state);
  };

  it('is booked with one entry for each cause', async () => {
    const payment = await buyPack(userId, {}, ...actions);

    expect(await readLedger(payment)).toEqual({ 'purchase session': 25, ...ledger });
    await expectOutcome();
  });

  it('has the same outcome when its events are delivered late, in reverse order, each twice, and all at once', async () => {
    await db.putItem('ledger', ledgerItem(userId, 'welcome', 'sign-up', 1));
    const events = run(await openSession(userId), pay(), ...actions);
    await deliverAll(events.toReversed().flatMap((event) => [event, event]));
    await Promise.all(events.map((event) => deliver(event)));

    await expectOutcome();
    expect(await audit({ userId })).toMatchObject({ accounts: 1, findings: [] });
  });

  it('takes the same part of the pack when its credits were spent', async () => {
    const payment = await buyPack(userId);
    await db.changeBalance(userId, -26);
    await runAndDeliver(payment, ...actions);

    expect(await db.findUserItem(userId)).toMatchObject({ packs: { pro: credits } });
  });
});

it.each<[string, (events: object[]) => Promise<unknown>]>([
  ['all at once', (events) => Promise.all(events.map((event) => deliver(event)))],
  ['except for all but the last', (events) => deliverAll(events.slice(-1))],
])('two partial refunds and a dispute are booked in their order when delivered %s', async (_, send) => {
  const payment = await openSession(userId);
  await send(run(payment, pay(), refund(100), refund(250), dispute()));

  const clawbacks = { 'clawback 1': -3, 'clawback 2': -9, 'clawback 3': -13 };
  expect(await readLedger(payment)).toEqual({ 'purchase session': 25, ...clawbacks });
  expect(await savedState()).toBe('disputed');
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
  answerList(`/v1/${list}`, [{ ...data[0], ...changes }]);
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
    ['warning_needs_response', 25, 'paid'],
    ['warning_under_review', 25, 'paid'],
    ['warning_closed', 25, 'paid'],
  ])('%s leaves %i of 25 credits', async (status, credits, state) => {
    await deliverWith({ status });

    expect(await db.readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });

  it.each([
    ['after the bank withdrew the money takes the credits', [{ amount: -700 }], 0, 'disputed'],
    ['after the money returned takes nothing', [{ amount: -700 }, { amount: 700 }], 25, 'paid'],
    ['before the bank withdrew anything takes nothing', [], 25, 'paid'],
  ])('prevented %s', async (_, movements, credits, state) => {
    await deliverWith({ status: 'prevented', balance_transactions: movements });

    expect(await db.readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });

  it('prevented takes the credits when the bank withdraws the money after the dispute was first read', async () => {
    await deliverWith({ status: 'prevented', balance_transactions: [] });
    resetStripe();
    await deliverWith({ status: 'prevented', balance_transactions: [{ amount: -700 }] });

    expect(await db.readBalance(userId)).toBe(1);
    expect(await savedState()).toBe('disputed');
  });

  it('prevented returns the credits with the event that tells of the returned money', async () => {
    await deliverWith({ status: 'prevented', balance_transactions: [{ amount: -700 }] });
    resetStripe();
    await report('disputes', {
      status: 'prevented',
      balance_transactions: [{ amount: -700 }, { amount: 700 }],
    });
    await deliverAll([{ ...latestEvent('charge.dispute.created'), type: 'charge.dispute.funds_reinstated' }]);

    expect(await db.readBalance(userId)).toBe(26);
    expect(await savedState()).toBe('paid');
  });

  it.each(['needs_response', 'lost'] as const)(
    'that was a closed inquiry takes the credits once it is %s',
    async (status) => {
      await deliverWith({ status: 'warning_closed' });
      resetStripe();
      await deliverWith({ status });

      expect(await db.readBalance(userId)).toBe(1);
      expect(await savedState()).toBe('disputed');
    },
  );

  it('in another currency takes the share of the whole payment, never of a number in that currency', async () => {
    // 90 yen are not 90 pence.
    await deliverWith({ amount: 90, currency: 'jpy' });

    expect(await readLedger(payment)).toEqual({ 'purchase session': 25, 'clawback 1': -25 });
  });
});

it('leaves nothing to spend between the end of a refund and what the dispute of the same payment takes', async () => {
  const payment = await buyPack(userId, {}, pendingRefund(), dispute());
  const [failed = {}] = run(payment, updateRefund('failed'));
  // The purchase is posted again, and then the end of the refund.
  db.failCall(timedOut(), { operation: 'TransactWriteItems', skip: 2 });

  await deliver(failed);

  expect(await db.readBalance(userId)).toBe(1);
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

    expect(await db.readBalance(userId)).toBe(1 + credits);
    expect(await savedState()).toBe(state);
  });
});

it('credits that were spent before their dispute are paid for by the next purchase', async () => {
  const first = await buyPack(userId, { pack: 'starter' });
  await postEntry(spendEntry(userId, db.newGeneration(), Number(await db.readBalance(userId))));
  await runAndDeliver(first, dispute(), updateDispute('lost'));
  expect(await db.findUserItem(userId)).toMatchObject({ credits: 0, shortfall: 10 });

  await buyPack(userId);

  expect(await db.findUserItem(userId)).toMatchObject({ credits: 15, shortfall: 0 });
  expect(vi.mocked(countCreditsCollected).mock.calls).toEqual([[10]]);
});

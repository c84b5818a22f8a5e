import { beforeEach, describe, expect, it, vi } from 'vitest';
import { spendEntry } from '../../../functions/credits/ledger/new-entries.ts';
import { postEntry } from '../../../functions/credits/ledger/ledger.ts';
import { listPurchases } from '../../../functions/credits/purchases/purchases-table.ts';
import { countCreditsCollected } from '../../../functions/platform/metrics.ts';
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
} from './support/payments.ts';

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

it('leaves nothing to spend between the end of a refund and what the dispute of the same payment takes', async () => {
  const payment = await buyPack(userId, {}, pendingRefund(), dispute());
  const [failed = {}] = run(payment, updateRefund('failed'));
  // The purchase is posted again, and then the end of the refund.
  db.failCall(timedOut(), { operation: 'TransactWriteItems', skip: 2 });

  await deliver(failed);

  expect(await db.readBalance(userId)).toBe(1);
});

it('credits that were spent before their dispute are paid for by the next purchase', async () => {
  const first = await buyPack(userId, { pack: 'starter' });
  await postEntry(spendEntry(userId, db.newGeneration(), Number(await db.readBalance(userId))));
  await runAndDeliver(first, dispute(), updateDispute('lost'));
  expect(await db.findUserItem(userId)).toMatchObject({ credits: 0, shortfall: 10 });

  const second = await openSession(userId);
  const [paid = {}] = run(second, pay());
  // The purchase is booked, and saved by the repeated event.
  db.failCall(timedOut(), { operation: 'UpdateItem', table: 'purchases' });
  await deliver(paid);
  await deliverAll([paid]);

  const purchases = await listPurchases(userId);
  expect(purchases.find(({ id }) => id === second.sessionId)).toMatchObject({ credits: 25, settled: 10 });
  expect(purchases.find(({ id }) => id === first.sessionId)).not.toHaveProperty('settled');
  expect(await db.findUserItem(userId)).toMatchObject({ credits: 15, shortfall: 0 });
  expect(vi.mocked(countCreditsCollected).mock.calls).toEqual([[10]]);
});

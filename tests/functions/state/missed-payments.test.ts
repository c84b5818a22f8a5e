import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReconcileRequest } from '#contract/operators.ts';
import { PACK_IDS, PACKS } from '#contract/packs.ts';
import { countStripeEvent } from '../../../functions/platform/metrics.ts';
import { INTERNAL_ERROR_BODY, lambdaContext } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import {
  deliverAll,
  expireSecret,
  openSession,
  pay,
  payPack,
  preparePayments,
  readLedger,
  refund,
  run,
  setSecret,
  settle,
  type TestPayment,
} from './support/payments.ts';
import { failStripe, requestedPaths, requests, SERVER_ERROR } from './support/stripe.ts';

const { handler: reconcilePayments } = await import('../../../functions/events/reconcile-payments.ts');

let userId = '';
const runSchedule = (remainingMs = 240_000, event: ReconcileRequest = {}) =>
  reconcilePayments(event, Object.assign(lambdaContext(), { getRemainingTimeInMillis: () => remainingMs }));
const confirm = ({ sessionId }: Pick<TestPayment, 'sessionId'>, sub = userId) =>
  callEndpoint('confirmPurchase', sub, { params: { id: sessionId } });

const DAY_MS = 24 * 60 * 60_000;
let clock = Date.now();

/** Moves the clocks of Stripe and of the functions. */
function passDays(days: number): void {
  clock += days * DAY_MS;
  vi.useFakeTimers({ toFake: ['Date'], now: clock });
}

beforeEach(async () => {
  // The payments of earlier tests are too old to be read again.
  passDays(4);
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 1);
});

describe('the schedule that books missed payments', () => {
  it('books nothing on a stage without Stripe, and does not fail', async () => {
    expireSecret();
    setSecret({ apiKey: '', webhookSecret: '' });

    expect(await runSchedule()).toEqual({ reconciled: 0, failed: 0 });
    await expect(runSchedule(240_000, { since: new Date(clock).toISOString() })).rejects.toThrow(
      'Stripe is not set up',
    );
  });

  it('credits every pack once when no event arrived, also after further runs and late events', async () => {
    const payments = [];
    const events: object[] = [];
    for (const pack of PACK_IDS) {
      const payment = await openSession(userId, { pack });
      payments.push(payment);
      events.push(...run(payment, pay()));
    }

    await runSchedule();
    await runSchedule();
    await deliverAll(events);
    await runSchedule();

    const all = PACK_IDS.reduce((sum, pack) => sum + PACKS[pack].credits, 1);
    expect(await db.readBalance(userId)).toBe(all);
    expect(Object.keys(await db.ledgerAmounts(userId)).sort()).toEqual(
      payments.map(({ sessionId }) => `purchase#${sessionId}`).sort(),
    );
  });

  it('books a delayed payment, and a refund', async () => {
    const payment = await openSession(userId);
    run(payment, pay('pay_later'));
    await runSchedule();
    expect(await db.listItems('purchases', userId)).toMatchObject([{ state: 'pending' }]);

    run(payment, settle('succeeded'));
    await runSchedule();
    expect(await readLedger(payment)).toEqual({ 'purchase session': 25 });

    run(payment, refund());
    await runSchedule();
    expect(await readLedger(payment)).toEqual({ 'purchase session': 25, 'clawback 1': -25 });
  });

  it('finds an event that was not delivered for two days, but reads no payment of four days', async () => {
    const payment = await payPack(userId);
    passDays(2);
    await runSchedule();
    expect(await readLedger(payment)).toEqual({ 'purchase session': 25 });

    passDays(2);
    requests.length = 0;
    expect(await runSchedule()).toEqual({ reconciled: 0, failed: 0 });
    expect(requestedPaths()).toEqual(['GET /v1/events', 'GET /v1/events']);
  });

  it('asks for all events of half an hour, and for the events of three days that were not delivered', async () => {
    await runSchedule();

    const now = Math.floor(clock / 1_000);
    const queries = requests.map(({ form }) => [
      now - Number(form['created[gte]']),
      form['delivery_success'],
    ]);
    expect(queries).toEqual([
      [30 * 60, undefined],
      [3 * 24 * 60 * 60, 'false'],
    ]);
  });

  it('does not count as handled events, so that the alarm on a wrong webhook secret stays active', async () => {
    await payPack(userId);

    expect(await runSchedule()).toEqual({ reconciled: 1, failed: 0 });
    expect(countStripeEvent).not.toHaveBeenCalled();
  });

  it('goes on after a payment that fails, and then fails itself', async () => {
    const first = await payPack(userId);
    const broken = await payPack(userId);
    failStripe(SERVER_ERROR, { path: broken.sessionId });

    await expect(runSchedule()).rejects.toThrow('Some payments were not reconciled.');
    expect(await readLedger(first)).toMatchObject({ 'purchase session': 25 });
  });

  it('replays every payment since a time, also accepted events, in slices of at least one event', async () => {
    const [paid, broken] = [await payPack(userId), await payPack(userId)];
    await deliverAll(run(paid, refund()));
    const since = new Date(clock - DAY_MS).toISOString();

    let slices = 0;
    let cursor: string | undefined;
    do {
      ({ cursor } = await runSchedule(0, { since, cursor }));
      slices += 1;
    } while (cursor !== undefined);

    expect(slices).toBeGreaterThan(1);
    const purchases = [paid, broken].map(({ sessionId }) => [`purchase#${sessionId}`, 25]);
    expect(await db.ledgerAmounts(userId)).toMatchObject(Object.fromEntries(purchases));
    expect(await db.readBalance(userId)).toBe(1 + 25);
    failStripe(SERVER_ERROR, { path: broken.sessionId });
    expect(await runSchedule(240_000, { since })).toEqual({ reconciled: 2, failed: 1, unmatched: 0 });
    expect(await runSchedule(240_000, { since: new Date(clock + DAY_MS).toISOString() })).toEqual({
      reconciled: 0,
      failed: 0,
      unmatched: 0,
    });
  });

  it('says once that a paid payment matches no pack, e.g. because its price was replaced', async () => {
    await payPack(userId, { line_items: [{ price: 'price_pro', quantity: 2 }] });
    const since = new Date(clock - DAY_MS).toISOString();

    // The payment has several events.
    expect(await runSchedule(240_000, { since })).toMatchObject({ failed: 0, unmatched: 1 });
    expect(await runSchedule(240_000, { since })).toMatchObject({ failed: 0, unmatched: 0 });
    expect(await db.readBalance(userId)).toBe(1);
  });

  it('starts no payment when its time is nearly over', async () => {
    await payPack(userId);

    expect(await runSchedule(19_000)).toEqual({ reconciled: 0, failed: 0 });
    expect(await db.readBalance(userId)).toBe(1);
  });
});

describe('the return from Checkout', () => {
  it('books the payment before any event, and an event later changes nothing', async () => {
    const payment = await openSession(userId);
    const events = run(payment, pay());

    const { status, body } = await confirm(payment);
    await confirm(payment);
    await deliverAll(events);

    expect([status, body]).toEqual([200, { state: 'paid' }]);
    expect(await readLedger(payment)).toEqual({ 'purchase session': 25 });
    expect(await db.listItems('purchases', userId)).toMatchObject([{ state: 'paid' }]);
  });

  it('books nothing for a session of another user or an unknown session, with the same answer', async () => {
    const stranger = db.newUser();
    await db.putUser(stranger, 1);
    const payment = await payPack(userId);

    for (const id of [payment.sessionId, 'cs_test_unknown']) {
      const { status, body } = await confirm({ sessionId: id }, stranger);
      expect([status, body]).toEqual([200, { state: 'unknown' }]);
    }
    expect([await db.readBalance(userId), await db.readBalance(stranger)]).toEqual([1, 1]);
  });

  it('tells a session that is not paid from an unknown one, and shows it as pending, without credits', async () => {
    const payment = await openSession(userId);

    expect((await confirm(payment)).body).toEqual({ state: 'unpaid' });
    expect(await db.listItems('purchases', userId)).toMatchObject([{ state: 'pending' }]);
    expect(await readLedger(payment)).toEqual({});
  });

  it('answers 500 if Stripe fails', async () => {
    const payment = await payPack(userId);
    failStripe(SERVER_ERROR);

    const { status, body } = await confirm(payment);
    expect([status, body]).toEqual([500, INTERNAL_ERROR_BODY]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { countPaymentAfterDeletion } from '../../../functions/platform/metrics.ts';
import { timedOut } from '../support/aws-errors.ts';
import * as db from './support/database.ts';
import {
  deliverAll,
  dispute,
  latestEvent,
  openSession,
  OWN_METADATA,
  pay,
  preparePayments,
  readLedger,
  refund,
  run,
  runAndDeliver,
  settle,
} from './support/payments.ts';
import { controls, failStripe, requests, skipRetryDelays } from './support/stripe.ts';

/** Differences in ms between the clock of the deletion and the clock of the webhook. */
const CLOCKS: [string, number][] = [
  ['earlier', -1_000],
  ['later', 1_000],
];

let userId = '';
const savedPurchases = () => db.listItems('purchases', userId);
const findRefunds = (sessionId: string) =>
  controls.payments().find(({ session }) => session.id === sessionId)?.refunds ?? [];

beforeEach(async () => {
  preparePayments();
  userId = db.newUser();
  await db.putUser(userId, 1);
});

describe('a payment for a closed account', () => {
  /** @param at by the clock of the deletion, which the clock of the webhook does not follow. */
  const close = (at = Date.now()) => db.putUser(userId, 0, { closedAt: new Date(at).toISOString() });

  it.each(CLOCKS)(
    'is booked, saved without a receipt, refunded once and alerts an operator once (%s)',
    async (_, ms) => {
      await close(Date.now() + ms);
      const payment = await openSession(userId);
      const events = run(payment, pay());
      await deliverAll([...events, ...events]);

      const refunds = findRefunds(payment.sessionId);
      expect(refunds).toMatchObject([
        { amount: 700, metadata: { ...OWN_METADATA, cause: 'account_deleted' } },
      ]);
      expect((await savedPurchases())[0]).not.toHaveProperty('receiptUrl');
      await deliverAll([latestEvent('refund.created')]);
      payment.reversals.push(refunds[0]?.id ?? '');
      expect(await readLedger(payment)).toEqual({ 'purchase session': 25, 'clawback 1': -25 });
      expect(await db.readBalance(userId)).toBe(0);
      expect(await savedPurchases()).toMatchObject([{ pack: 'Pro', state: 'refunded' }]);
      expect(countPaymentAfterDeletion).toHaveBeenCalledTimes(1);
    },
  );

  it.each(['refused', 'lost'] as const)(
    'is refunded once by a repeated event when the first request is %s',
    async (fault) => {
      await close();
      const payment = await openSession(userId);
      const events = run(payment, pay());
      failStripe(fault, { path: '/v1/refunds', skip: 1, times: 3 });
      skipRetryDelays();

      await expect(deliverAll(events)).rejects.toThrow('500');
      await deliverAll(events);

      expect(findRefunds(payment.sessionId)).toHaveLength(1);
      const calls = requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
      for (const { idempotencyKey } of calls) expect(idempotencyKey).toBe(`refund-${payment.sessionId}`);
      expect(countPaymentAfterDeletion).toHaveBeenCalledTimes(1);
    },
  );

  it('is refunded completely if a part was refunded before its event arrived', async () => {
    await close();
    const payment = await openSession(userId);
    const [paid] = run(payment, pay());
    run(payment, refund(300));
    await deliverAll([paid ?? {}]);

    expect(findRefunds(payment.sessionId)).toMatchObject([{ amount: 300 }, { amount: 400 }]);
    expect(countPaymentAfterDeletion).toHaveBeenCalledTimes(1);
  });

  it('is not refunded while it is disputed, and its event is accepted', async () => {
    await close();
    const payment = await openSession(userId);
    run(payment, pay());
    const paid = latestEvent('checkout.session.completed');
    const body = { error: { type: 'invalid_request_error', code: 'charge_disputed' } };
    failStripe({ status: 400, body }, { path: '/v1/refunds', skip: 1, times: 1 });

    await deliverAll([paid]);

    expect(countPaymentAfterDeletion).toHaveBeenCalledTimes(1);
  });

  it('alerts an operator once when the response of the save is lost', async () => {
    await close();
    const events = run(await openSession(userId), pay());
    db.failCall(timedOut(), { operation: 'UpdateItem', isWritten: true });

    await expect(deliverAll(events)).rejects.toThrow('500');
    await deliverAll(events);

    expect(countPaymentAfterDeletion).toHaveBeenCalledTimes(1);
  });

  it('is refunded when the account closes before its credits are booked', async () => {
    const events = run(await openSession(userId), pay());
    db.interceptCall({ operation: 'TransactWriteItems', before: close });

    await deliverAll(events);

    expect(countPaymentAfterDeletion).toHaveBeenCalledTimes(1);
    expect((await savedPurchases())[0]).not.toHaveProperty('receiptUrl');
  });

  it.each(CLOCKS)(
    'is not refunded when its credits were booked before, by a clock that is %s',
    async (_, ms) => {
      const payment = await openSession(userId);
      const events = run(payment, pay());
      db.interceptCall({ operation: 'GetItem', table: 'users', before: () => close(Date.now() + ms) });

      await deliverAll(events);

      expect(findRefunds(payment.sessionId)).toEqual([]);
      expect(countPaymentAfterDeletion).not.toHaveBeenCalled();
      expect((await savedPurchases())[0]).not.toHaveProperty('receiptUrl');
    },
  );

  it('does not alert an operator when the payment failed', async () => {
    await close();
    await runAndDeliver(await openSession(userId), pay('pay_later'), settle('failed'));

    expect(await savedPurchases()).toMatchObject([{ state: 'failed' }]);
    expect(countPaymentAfterDeletion).not.toHaveBeenCalled();
  });

  it.each([
    ['refunded', refund()],
    ['disputed', dispute()],
  ] as const)('that was paid before and is %s afterwards records a shortfall', async (state, action) => {
    const payment = await openSession(userId);
    const events = run(payment, pay());
    await deliverAll(events);
    await close(Date.now() + 1_000);

    await deliverAll(events);
    expect(findRefunds(payment.sessionId)).toEqual([]);
    await runAndDeliver(payment, action);

    expect(await db.listItems('ledger', userId)).toContainEqual(
      expect.objectContaining({ kind: 'clawback', amount: 0, shortfall: 25 }),
    );
    expect(await savedPurchases()).toMatchObject([{ state }]);
    expect(countPaymentAfterDeletion).not.toHaveBeenCalled();
  });
});

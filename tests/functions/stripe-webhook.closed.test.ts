import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countPaymentAfterClosing } from '../../functions/shared/metrics.ts';
import { timedOut } from './support/cloud.ts';
import { USER } from './support/event.ts';
import {
  buy,
  deliver,
  dispute,
  eventOf,
  openSession,
  paymentsWork,
  refund,
  tell,
} from './support/payments.ts';
import { controls } from './support/stripe.ts';
import { account, failCall, intervene, movements, openAccount, rowsOf } from './support/tables.ts';

const OK = { status: 200, body: { received: true } };
const CLOSED = { closedAt: '2026-11-21T09:00:00.000Z', createdAt: '2026-11-20T09:00:00.000Z' };
const completed = 'checkout.session.completed';
const told = () => vi.mocked(countPaymentAfterClosing).mock.calls.length;
const shut = () => openAccount(0, CLOSED);

beforeEach(() => {
  vi.clearAllMocks();
  paymentsWork();
});

describe('a payment that comes after its account was closed', () => {
  beforeEach(shut);

  it('is in the ledger, where nobody can spend it, and somebody is told: once', async () => {
    const session = await buy();

    expect(await tell(completed)).toMatchObject(OK);
    expect(await tell(completed)).toMatchObject(OK);

    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
    expect(account()).toEqual({ id: USER, credits: 25, ...CLOSED });
    expect(told()).toBe(1);
  });

  it('is recorded without its receipt, which names a person', async () => {
    await buy();

    await tell(completed);

    expect(rowsOf('purchases')).toMatchObject([{ userId: USER, pack: 'Pro', state: 'paid' }]);
    expect(rowsOf('purchases')[0]).not.toHaveProperty('receiptUrl');
  });

  it('is told of even where the first delivery dies before it could', async () => {
    await buy();
    failCall(timedOut(), { command: 'UpdateCommand' });

    expect(await tell(completed)).toMatchObject({ status: 500 });
    expect(await tell(completed)).toMatchObject(OK);

    expect(told()).toBe(1);
  });

  it('and is refunded takes the credits back: nothing is left', async () => {
    const session = await buy();
    await tell(completed);
    refund(session);

    expect(await tell('charge.refunded')).toMatchObject(OK);

    expect(account()).toMatchObject({ credits: 0 });
    expect(rowsOf('purchases')).toMatchObject([{ state: 'refunded' }]);
  });
});

describe('a payment from before its account was closed', () => {
  it.each([
    ['refunded', (session: string) => refund(session), 'charge.refunded'],
    ['disputed', (session: string) => dispute(session), 'charge.dispute.created'],
  ] as const)('that is %s then is handled: what is missing is recorded', async (state, goesBack, event) => {
    openAccount(0);
    const session = await buy();
    await tell(completed);
    shut();
    goesBack(session);

    expect(await deliver(eventOf(event))).toMatchObject(OK);

    expect(account()).toMatchObject({ credits: 0 });
    expect(rowsOf('ledger').find(({ kind }) => kind === 'clawback')).toMatchObject({ shortfall: 25 });
    expect(rowsOf('purchases')).toMatchObject([{ state }]);
    expect(told()).toBe(0);
  });

  it('that is told of again is no news', async () => {
    openAccount(0);
    await buy();
    await tell(completed);
    shut();

    await tell(completed);

    expect(told()).toBe(0);
  });

  it('that is credited while the account is closed is told of', async () => {
    openAccount(0);
    await buy();
    // Between the credits and the record.
    intervene({ command: 'GetCommand', table: 'users', before: shut });

    await tell(completed);

    expect(told()).toBe(1);
    expect(rowsOf('purchases')[0]).not.toHaveProperty('receiptUrl');
  });
});

it('a checkout that fails after its account was closed is recorded, and nobody has to look', async () => {
  shut();
  const session = await openSession();
  controls.pay(session, 'pay_later');
  controls.settle(session, 'failed');

  expect(await tell('checkout.session.async_payment_failed')).toMatchObject(OK);

  expect(rowsOf('purchases')).toMatchObject([{ state: 'failed' }]);
  expect(told()).toBe(0);
});

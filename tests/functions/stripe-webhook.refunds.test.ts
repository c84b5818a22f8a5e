import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countClawback } from '../../functions/shared/metrics.ts';
import { cancelled, conflict, untouched } from './support/cloud.ts';
import { USER } from './support/event.ts';
import { buy, deliver, eventOf, paymentsWork, refund, tell } from './support/payments.ts';
import { controls } from './support/stripe.ts';
import {
  account,
  changeBalance,
  failCall,
  intervene,
  movements,
  openAccount,
  rowsOf,
} from './support/tables.ts';

const completed = 'checkout.session.completed';

/** A Pro pack: 25 credits for 7.00. */
let session = '';
const bought = () => `purchase#${session}`;
const history = () => rowsOf('purchases').map(({ state }) => state);
const taken = () =>
  Object.values(movements())
    .map(Number)
    .reduce((sum, amount) => sum + amount, 0);

beforeEach(async () => {
  vi.clearAllMocks();
  paymentsWork();
  openAccount(0);
  session = await buy();
});

describe('a full refund', () => {
  it('takes back what the payment bought', async () => {
    await tell(completed);
    const id = refund(session);

    expect(await tell('charge.refunded')).toMatchObject({ status: 200 });

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
    expect(rowsOf('ledger')[1]).toEqual({
      userId: USER,
      entryId: `clawback#${id}`,
      kind: 'clawback',
      amount: -25,
      ref: id,
      shortfall: 0,
      createdAt: expect.any(String) as string,
    });
    expect(account()).toMatchObject({ credits: 0 });
    expect(history()).toEqual(['refunded']);
    expect(vi.mocked(countClawback).mock.calls).toEqual([[25, 0]]);
  });

  it('is told by three events, and taken once', async () => {
    await tell(completed);
    const id = refund(session);

    await tell('refund.updated');
    await tell('charge.refunded');
    await tell('refund.created');

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
    expect(account()).toMatchObject({ credits: 0 });
    expect(countClawback).toHaveBeenCalledTimes(1);
  });

  it('told by all of them at once is taken once', async () => {
    await tell(completed);
    const id = refund(session);
    const events = [eventOf('refund.created'), eventOf('charge.refunded'), eventOf('refund.updated')];

    const answers = await Promise.all([...events, ...events].map((event) => deliver(event)));

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
  });

  it.each(['refund.created', 'charge.refunded', 'refund.updated'] as const)(
    'told by %s before the payment itself: both are written, and the late event changes nothing',
    async (type) => {
      const id = refund(session);
      await tell(type);
      expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });

      await tell(completed);

      expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
      expect(account()).toMatchObject({ credits: 0 });
      expect(history()).toEqual(['refunded']);
    },
  );
});

describe('a refund in part', () => {
  it.each([
    [700, 25, 'refunded'],
    [699, 24, 'partly_refunded'],
    [350, 12, 'partly_refunded'],
    [28, 1, 'partly_refunded'],
    [27, 0, 'partly_refunded'],
    [1, 0, 'partly_refunded'],
  ])('of %i takes %i: rounded for the creator', async (amount, credits, state) => {
    await tell(completed);
    const id = refund(session, amount);

    await tell('charge.refunded');

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: 0 - credits });
    expect(account()).toMatchObject({ credits: 25 - credits });
    expect(history()).toEqual([state]);
  });

  it('followed by others adds up to the whole', async () => {
    await tell(completed);
    for (const amount of [100, 100, 100, 100, 100, 100, 100]) {
      refund(session, amount);
      await tell('charge.refunded');
    }

    expect(Object.values(movements())).toEqual([25, -3, -4, -3, -4, -3, -4, -4]);
    expect(account()).toMatchObject({ credits: 0 });
    expect(history()).toEqual(['refunded']);
  });

  it('seven times within a second adds up to the whole all the same', async () => {
    await tell(completed);
    for (let times = 0; times < 7; times += 1) {
      controls.refund(session, 100);
      await tell('charge.refunded');
    }

    expect(Object.values(movements())).toEqual([25, -3, -4, -3, -4, -3, -4, -4]);
  });

  it('followed by another, the events the other way round: the same', async () => {
    await tell(completed);
    const first = refund(session, 100);
    const early = eventOf('charge.refunded');
    const second = refund(session, 100);

    await tell('charge.refunded');
    await deliver(early);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${first}`]: -3, [`clawback#${second}`]: -4 });
  });
});

describe('a refund that fails later', () => {
  it.each(['refund.failed', 'refund.updated'] as const)('is given back, told by %s', async (type) => {
    await tell(completed);
    const id = refund(session);
    await tell('charge.refunded');
    controls.failRefund(id);

    await tell(type);
    await tell(type);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25, [`restore#${id}`]: 25 });
    expect(rowsOf('ledger')[2]).toMatchObject({ kind: 'restore', ref: id, userId: USER });
    expect(account()).toMatchObject({ credits: 25 });
    expect(history()).toEqual(['paid']);
  });

  it('before anybody told of it: nothing is taken, even by its late event', async () => {
    await tell(completed);
    const id = refund(session);
    const late = eventOf('refund.created');
    controls.failRefund(id);

    await tell('refund.failed');
    await deliver(late);

    expect(account()).toMatchObject({ credits: 25 });
    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: 0 });
    expect(countClawback).not.toHaveBeenCalled();
  });

  it('gives back only what was taken, not what was wanting', async () => {
    await tell(completed);
    changeBalance(-20);
    const id = refund(session);
    await tell('charge.refunded');
    controls.failRefund(id);

    await tell('refund.failed');

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -5, [`restore#${id}`]: 5 });
    expect(account()).toMatchObject({ credits: 5 });
  });
});

describe('credits that were spent already', () => {
  it.each([
    [25, 0, 25],
    [20, 5, 20],
    [1, 24, 1],
  ])(
    '%i of them: takes the %i that are left, and records what is wanting',
    async (spent, left, shortfall) => {
      await tell(completed);
      changeBalance(-spent);
      const id = refund(session);

      await tell('charge.refunded');

      expect(rowsOf('ledger')[1]).toMatchObject({
        entryId: `clawback#${id}`,
        amount: 0 - left,
        shortfall,
      });
      expect(account()).toMatchObject({ credits: 0 });
      expect(vi.mocked(countClawback).mock.calls).toEqual([[left, shortfall]]);
    },
  );

  it('are not taken later, from another pack', async () => {
    await tell(completed);
    changeBalance(-20);
    refund(session);
    await tell('charge.refunded');
    await buy('starter');
    await tell(completed);

    await tell('charge.refunded');

    expect(account()).toMatchObject({ credits: 10 });
  });

  it('between the look and the write: looks again', async () => {
    await tell(completed);
    const id = refund(session);
    intervene({ command: 'GetCommand', table: 'users', after: () => changeBalance(-10) });

    await tell('charge.refunded');

    expect(movements()).toMatchObject({ [`clawback#${id}`]: -15 });
    expect(rowsOf('ledger')[1]).toMatchObject({ shortfall: 10 });
    expect(account()).toMatchObject({ credits: 0 });
  });

  it('by another write at the same moment: tries again', async () => {
    await tell(completed);
    const id = refund(session);
    // The credit that finds itself done goes before.
    failCall(cancelled(untouched, conflict), { command: 'TransactWriteCommand', skip: 1 });

    await tell('charge.refunded');

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
    expect(taken()).toBe(0);
  });

  it('again and again: 500, nothing taken, and the next delivery takes them', async () => {
    await tell(completed);
    const id = refund(session);
    for (let times = 0; times < 10; times += 1) {
      intervene({ command: 'GetCommand', table: 'users', skip: times, after: () => changeBalance(-1) });
    }

    expect(await tell('charge.refunded')).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(movements()).toEqual({ [bought()]: 25 });
    expect(account()).toMatchObject({ credits: 15 });

    expect(await tell('charge.refunded')).toMatchObject({ status: 200 });
    expect(movements()).toMatchObject({ [`clawback#${id}`]: -15 });
  });

  it('bought anew between the look and the write: takes no more than it looked at', async () => {
    await tell(completed);
    changeBalance(-20);
    refund(session);
    intervene({ command: 'GetCommand', table: 'users', after: () => changeBalance(10) });

    await tell('charge.refunded');

    expect(account()).toMatchObject({ credits: 10 });
  });
});

import type { ScheduledEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as closeAccount } from '../../functions/delete-account.ts';
import { handler } from '../../functions/finish-closings.ts';
import { callsMade, timedOut } from './support/cloud.ts';
import {
  closingWorks,
  failOnce,
  imagesLeft,
  someoneWithEverything,
  storeLate,
  usersLeft,
} from './support/closing.ts';
import { call, lambdaContext, USER } from './support/event.ts';
import { account, failCall, openAccount, putRow, rowsOf } from './support/tables.ts';

const CLOSED_AT = new Date('2026-11-21T09:00:00.000Z');
const MINUTE = 60_000;
const event: ScheduledEvent = {
  id: 'event',
  version: '0',
  account: '000000000000',
  time: CLOSED_AT.toISOString(),
  region: 'us-west-2',
  resources: [],
  source: 'aws.events',
  'detail-type': 'Scheduled Event',
  detail: {},
};

/** Runs the schedule this long after the accounts were closed, in ms. */
function runAfter(milliseconds: number) {
  vi.setSystemTime(CLOSED_AT.getTime() + milliseconds);
  return handler(event, lambdaContext());
}
const close = (sub: string) => call(closeAccount, { routeKey: 'DELETE /api/account', claims: { sub } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: CLOSED_AT });
  closingWorks();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('finish-closings', () => {
  it('finishes what was cut off, without anybody asking again', async () => {
    someoneWithEverything();
    failCall(timedOut(), { skip: 3 });
    expect(await close(USER)).toMatchObject({ status: 500 });

    await expect(runAfter(2 * MINUTE + 1)).resolves.toEqual({ finished: 1 });

    expect(usersLeft()).toEqual([]);
    expect(imagesLeft()).toEqual([]);
    expect(rowsOf('thumbnails')).toEqual([]);
    expect(account()).toEqual({
      id: USER,
      credits: 0,
      createdAt: expect.any(String) as string,
      closedAt: CLOSED_AT.toISOString(),
    });
  });

  it('removes what a call that had begun before wrote after: a picture, a receipt', async () => {
    someoneWithEverything();
    await close(USER);
    storeLate();
    putRow('purchases', { userId: USER, id: 'cs_3', state: 'paid', receiptUrl: 'https://pay.stripe.com/3' });

    await runAfter(2 * MINUTE + 1);

    expect(imagesLeft()).toEqual([]);
    expect(JSON.stringify(rowsOf('purchases'))).not.toContain('receipt');
  });

  it('keeps what was paid for since', async () => {
    someoneWithEverything();
    await close(USER);
    const before = rowsOf('ledger').length;
    openAccount(10, { ...account(), credits: 10 });

    await runAfter(2 * MINUTE + 1);

    expect(account()).toMatchObject({ credits: 10 });
    expect(rowsOf('ledger')).toHaveLength(before);
  });

  it('waits until no call can be under way that had begun before', async () => {
    someoneWithEverything();
    await close(USER);
    storeLate();

    await expect(runAfter(2 * MINUTE)).resolves.toEqual({ finished: 0 });

    expect(imagesLeft()).toHaveLength(1);
    expect(account()).toHaveProperty('closing');
  });

  it('does nothing a second time, and nothing to an account that is open', async () => {
    someoneWithEverything('open');
    someoneWithEverything();
    await close(USER);
    await runAfter(3 * MINUTE);
    const calls = callsMade().length;

    await expect(runAfter(8 * MINUTE)).resolves.toEqual({ finished: 0 });

    expect(callsMade().slice(calls)).toEqual(['QueryCommand']);
    expect(usersLeft()).toEqual(['open']);
  });

  it('deals with the others where one cannot be finished, fails, and meets it again', async () => {
    for (const user of ['ada', 'bob', 'eve']) {
      someoneWithEverything(user);
      await close(user);
    }
    failOnce('list', timedOut());

    await expect(runAfter(3 * MINUTE)).rejects.toThrow('Some accounts were not closed.');
    expect(rowsOf('users').filter(({ closing }) => closing !== undefined)).toHaveLength(1);

    await expect(runAfter(8 * MINUTE)).resolves.toEqual({ finished: 1 });
    expect(rowsOf('users').filter(({ closing }) => closing !== undefined)).toEqual([]);
  });
});

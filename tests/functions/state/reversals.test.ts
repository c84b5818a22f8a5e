import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeAllCredits } from '../../../functions/credits/ledger/deleted-account.ts';
import { grantEntry, spendEntry } from '../../../functions/credits/ledger/new-entries.ts';
import { postEntry } from '../../../functions/credits/ledger/ledger.ts';
import { postPurchase } from '../../../functions/credits/ledger/purchase.ts';
import {
  bookReversal,
  listBookedReversals,
  sumBooked,
  type ReversalStep,
} from '../../../functions/credits/ledger/reversals.ts';
import { timedOut } from '../support/aws-errors.ts';
import * as db from './support/database.ts';

let user: string;
const SESSION = 'cs_reversed';
const balance = () => db.readBalance(user);
const amounts = () => db.ledgerAmounts(user);
const shortfall = async () => (await db.findUserItem(user))?.['shortfall'] ?? 0;

/** Books a step after all bookings so far. */
async function book(step: ReversalStep) {
  const payment = { userId: user, sessionId: SESSION, pack: undefined };
  return bookReversal(payment, await listBookedReversals(user, SESSION), step);
}
const take = (causeId: string, credits: number) => book({ kind: 'take', causeId, credits });
const returnCredits = (causeId: string, credits: number) => book({ kind: 'return', causeId, credits });
const end = (causeId: string, credits: number) => book({ kind: 'end', causeId, credits });
/** Sums the credits that a cause has taken or made due, less the credits that it has returned. */
const sumCause = async (causeId: string) =>
  sumBooked((await listBookedReversals(user, SESSION)).filter((booking) => booking.causeId === causeId));

/** Changes something after the account is read, and before it is written. @param skip reads before */
const afterRead = (after: () => unknown, skip = 0) =>
  db.interceptCall({ operation: 'GetItem', table: 'users', skip, after });
function spendAfterReads(times: number): void {
  for (let skip = 0; skip < times; skip += 1) afterRead(() => db.changeBalance(user, -1), skip);
}

beforeEach(async () => {
  user = db.newUser();
  await db.putUser(user, 10);
});

describe('a clawback', () => {
  it.each([
    { due: 0, credits: 0, missing: 0 },
    { due: 4, credits: 4, missing: 0 },
    { due: 10, credits: 10, missing: 0 },
    { due: 11, credits: 10, missing: 1 },
    { due: 25, credits: 10, missing: 15 },
  ])('of $due credits takes $credits of a balance of 10 and records a shortfall of $missing', async (row) => {
    expect(await take('re_1', row.due)).toEqual({
      kind: 'booked',
      booking: { kind: 'take', causeId: 're_1', credits: row.credits, shortfall: row.missing },
    });

    expect(await db.listItems('ledger', user)).toMatchObject([
      {
        entryId: `reversal#${SESSION}#0001`,
        kind: 'clawback',
        ref: 're_1',
        amount: 0 - row.credits,
        shortfall: row.missing,
      },
    ]);
    expect(await balance()).toBe(10 - row.credits);
  });

  it('is booked once by several calls that have read the same bookings', async () => {
    const payment = { userId: user, sessionId: SESSION, pack: undefined };
    const outcomes = await Promise.all(
      ['re_1', 're_1', 'du_1'].map((causeId) =>
        bookReversal(payment, [], { kind: 'take', causeId, credits: 4 }),
      ),
    );

    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['booked', 'stale', 'stale']);
    expect(await balance()).toBe(6);
  });

  it('fails without taking anything when the balance changes during all ten attempts', async () => {
    await db.putUser(user, 50);
    spendAfterReads(10);

    await expect(take('re_1', 50)).rejects.toThrow('The account kept changing');
    expect(await balance()).toBe(40);
    expect(await amounts()).toEqual({});
  });

  it('succeeds at the tenth attempt', async () => {
    spendAfterReads(9);

    expect(await take('re_1', 10)).toMatchObject({ booking: { credits: 1, shortfall: 9 } });
  });
});

describe('the end of a refund or dispute', () => {
  it('restores the credits that it took, in several bookings or less what it returned', async () => {
    await take('du_1', 4);
    await take('du_1', 3);
    await returnCredits('du_1', 2);
    expect(await balance()).toBe(5);

    expect(await end('du_1', 5)).toMatchObject({ booking: { credits: 5, shortfall: 0 } });
    expect(await end('du_1', 0)).toMatchObject({ booking: { credits: 0, shortfall: 0 } });
    expect(await balance()).toBe(10);
    expect(await listBookedReversals(user, SESSION)).toEqual([
      { kind: 'take', causeId: 'du_1', credits: 4, shortfall: 0 },
      { kind: 'take', causeId: 'du_1', credits: 3, shortfall: 0 },
      { kind: 'return', causeId: 'du_1', credits: 2, shortfall: 0 },
      { kind: 'end', causeId: 'du_1', credits: 5, shortfall: 0 },
      { kind: 'end', causeId: 'du_1', credits: 0, shortfall: 0 },
    ]);
  });

  it('cancels the shortfall, which is then not collected', async () => {
    await take('du_1', 25);
    expect(await shortfall()).toBe(15);

    expect(await end('du_1', 25)).toMatchObject({ booking: { credits: 10, shortfall: 15 } });
    await expect(postPurchase(user, 'cs_1', 25, 'pro')).resolves.toEqual({ kind: 'posted', collected: 0 });

    expect([await balance(), await shortfall()]).toEqual([35, 0]);
  });

  it.each([0, 1])('restores the credits once if the response of call %i is lost', async (skip) => {
    await take('du_1', 4);
    const booked = await listBookedReversals(user, SESSION);
    const payment = { userId: user, sessionId: SESSION, pack: undefined };
    const endOnce = () => bookReversal(payment, booked, { kind: 'end', causeId: 'du_1', credits: 4 });
    db.failCall(timedOut(), { skip, isWritten: true });

    await expect(endOnce()).rejects.toThrow('socket hang up');
    await endOnce();

    expect(await balance()).toBe(10);
  });
});

it('nothing is taken from, restored to or forfeited by a user without an account', async () => {
  const unknown = db.newUser();

  user = unknown;

  expect(await take('re_1', 5)).toEqual({ kind: 'no_account' });
  expect(await end('re_1', 0)).toEqual({ kind: 'no_account' });
  await expect(takeAllCredits(unknown)).resolves.toBe(0);
  expect(await db.ledgerAmounts(unknown)).toEqual({});
});

describe('the shortfall of a clawback', () => {
  beforeEach(async () => {
    await take('du_1', 25);
  });

  it.each([
    { credits: 10, collected: 10, due: 5, left: 0 },
    { credits: 15, collected: 15, due: 0, left: 0 },
    { credits: 50, collected: 15, due: 0, left: 35 },
  ])(
    'of 15 takes $collected of $credits bought credits, and $due stay due',
    async ({ credits, collected, due, left }) => {
      const buy = () => postPurchase(user, 'cs_1', credits, 'pro');
      expect(await buy()).toEqual({ kind: 'posted', collected });
      expect(await buy()).toEqual({ kind: 'duplicate', collected: 0 });

      expect([await balance(), await shortfall()]).toEqual([left, due]);
      expect(await amounts()).toEqual({
        [`reversal#${SESSION}#0001`]: -10,
        'purchase#cs_1': credits,
        'collect#cs_1': -collected,
      });
    },
  );

  it('is not settled by credits that were not bought', async () => {
    await postEntry(grantEntry(user, 'grant-1', 5, { by: 'ops', why: 'test' }));

    expect([await balance(), await shortfall()]).toEqual([5, 15]);
  });

  it('returns what was collected when the clawback is reversed', async () => {
    await postPurchase(user, 'cs_1', 10, 'pro');

    expect(await end('du_1', 25)).toMatchObject({ booking: { credits: 20, shortfall: 5 } });

    expect([await balance(), await shortfall()]).toEqual([20, 0]);
    expect((await db.listItems('ledger', user)).find(({ kind }) => kind === 'restore')).toMatchObject({
      amount: 20,
      shortfall: -5,
    });
  });

  it('stays due for another clawback, and only the excess returns', async () => {
    await take('du_2', 8);
    await postPurchase(user, 'cs_1', 10, 'pro');
    expect(await shortfall()).toBe(13);

    // 15 + 8 were due and 10 were collected: without du_1, 8 were due, so 2 of the 10 return.
    expect(await end('du_1', 25)).toMatchObject({ booking: { credits: 12 } });

    expect([await balance(), await shortfall()]).toEqual([12, 0]);
  });

  it('stays due when another clawback is reversed that took nothing', async () => {
    await take('du_2', 8);

    expect(await end('du_2', 8)).toMatchObject({ booking: { credits: 0, shortfall: 8 } });

    expect([await balance(), await shortfall()]).toEqual([0, 15]);
  });

  it('is collected once by concurrent purchases', async () => {
    await Promise.all(['cs_1', 'cs_2', 'cs_3'].map((session) => postPurchase(user, session, 10, 'pro')));

    expect([await balance(), await shortfall()]).toEqual([15, 0]);
  });

  it('is read again when it changes before the purchase or the reversal is booked', async () => {
    afterRead(() => postPurchase(user, 'cs_1', 10, 'pro'));
    await postPurchase(user, 'cs_2', 10, 'pro');
    expect([await balance(), await shortfall()]).toEqual([5, 0]);

    await take('du_2', 30);
    afterRead(() => postPurchase(user, 'cs_3', 10, 'pro'));
    await end('du_1', 25);
    // The account had 10 credits before, and bought 30, and du_2 took 30.
    expect([await balance(), await shortfall()]).toEqual([10, 0]);
  });

  it.each([
    [0, 25],
    [24, 1],
  ])(
    'contains no credits that were added to %i while the clawback was booked: %i',
    async (credits, added) => {
      await db.putUser(user, credits);
      afterRead(() => db.changeBalance(user, added));

      expect(await take('du_2', 25)).toMatchObject({ booking: { credits: 25, shortfall: 0 } });
    },
  );
});

it('the credits of a closed account are forfeited once, so that a later payment stays on the account', async () => {
  await expect(takeAllCredits(user)).resolves.toBe(10);
  await db.changeBalance(user, 25);

  await expect(takeAllCredits(user)).resolves.toBe(0);
  expect(await amounts()).toEqual({ closed: -10 });
  expect(await balance()).toBe(25);
});

it('keeps the balance and the shortfall equal to the sums of the ledger, and returns everything in the end, for any order', async () => {
  const step = fc.record({
    action: fc.constantFrom('clawback', 'reversal', 'spend', 'purchase'),
    cause: fc.constantFrom('1', '2', '3'),
    credits: fc.integer({ min: 1, max: 15 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      user = db.newUser();
      await db.putUser(user, 20);
      for (const { action, cause, credits } of steps) {
        if (action === 'clawback') await take(cause, credits);
        else if (action === 'reversal') await end(cause, await sumCause(cause));
        else if (action === 'purchase') await postPurchase(user, cause, credits, 'pro');
        else await postEntry(spendEntry(user, cause, credits));
        expect(await balance()).toBeGreaterThanOrEqual(0);
        expect(await shortfall()).toBeGreaterThanOrEqual(0);
      }
      const entries = await db.listItems('ledger', user);
      const due = entries.reduce((total, entry) => total + Number(entry['shortfall'] ?? 0), 0);
      expect([await balance(), await shortfall()]).toEqual([20 + db.sum(await amounts()), due]);

      for (const cause of ['1', '2', '3']) await end(cause, await sumCause(cause));
      const moves = Object.entries(await amounts()).filter(([id]) => /^(spend|purchase)#/.test(id));
      const moved = db.sum(Object.fromEntries(moves));
      expect([await balance(), await shortfall()]).toEqual([20 + moved, 0]);
    }),
    { numRuns: 12 },
  );
});

import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyClawback,
  carryShortfall,
  reverseClawback,
  takeAllCredits,
} from '../../../functions/ledger/clawback.ts';
import { grantEntry, spendEntry } from '../../../functions/ledger/ledger-table.ts';
import { postEntry } from '../../../functions/ledger/ledger.ts';
import { postPurchase } from '../../../functions/ledger/purchase.ts';
import { timedOut } from '../support/aws-errors.ts';
import * as db from './support/database.ts';

let user: string;
const balance = () => db.readBalance(user);
const amounts = () => db.ledgerAmounts(user);
const shortfall = async () => (await db.findUserItem(user))?.['shortfall'] ?? 0;

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
    { credits: 0, taken: 0, shortfall: 0 },
    { credits: 4, taken: 4, shortfall: 0 },
    { credits: 10, taken: 10, shortfall: 0 },
    { credits: 11, taken: 10, shortfall: 1 },
    { credits: 25, taken: 10, shortfall: 15 },
  ])(
    'of $credits credits takes $taken of a balance of 10 and records a shortfall of $shortfall',
    async ({ credits, taken, shortfall }) => {
      await expect(applyClawback(user, 're_1', credits)).resolves.toEqual({ taken, shortfall });

      expect(await db.listItems('ledger', user)).toMatchObject([
        { entryId: 'clawback#re_1', kind: 'clawback', amount: 0 - taken, shortfall },
      ]);
      expect(await balance()).toBe(10 - taken);
    },
  );

  it('books its cause even if the balance is 0, so that a repetition takes nothing later', async () => {
    await db.putUser(user, 0);
    await expect(applyClawback(user, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 5 });

    await db.putUser(user, 10);
    await expect(applyClawback(user, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 0 });
    expect(await balance()).toBe(10);
  });

  it('takes the credits once per cause', async () => {
    await applyClawback(user, 're_1', 4);

    await expect(applyClawback(user, 're_1', 4)).resolves.toEqual({ taken: 0, shortfall: 0 });
    await applyClawback(user, 're_2', 4);
    expect(await amounts()).toEqual({ 'clawback#re_1': -4, 'clawback#re_2': -4 });
    expect(await balance()).toBe(2);
  });

  it('fails without taking anything when the balance changes during all ten attempts', async () => {
    await db.putUser(user, 50);
    spendAfterReads(10);

    await expect(applyClawback(user, 're_1', 50)).rejects.toThrow('The balance kept changing');
    expect(await balance()).toBe(40);
    expect(await amounts()).toEqual({});
  });

  it('succeeds at the tenth attempt', async () => {
    spendAfterReads(9);

    await expect(applyClawback(user, 're_1', 10)).resolves.toEqual({ taken: 1, shortfall: 9 });
  });
});

describe('the reversal of a clawback', () => {
  it('restores the taken credits once', async () => {
    await applyClawback(user, 'du_1', 4);

    await expect(reverseClawback(user, 'du_1')).resolves.toBe(4);
    await expect(reverseClawback(user, 'du_1')).resolves.toBe(0);
    expect(await amounts()).toEqual({ 'clawback#du_1': -4, 'restore#du_1': 4 });
    expect(await balance()).toBe(10);
  });

  it('cancels the shortfall, which is then not collected', async () => {
    await applyClawback(user, 'du_1', 25);
    expect(await shortfall()).toBe(15);

    await expect(reverseClawback(user, 'du_1')).resolves.toBe(10);
    await expect(postPurchase(user, 'cs_1', 25, 'pro')).resolves.toEqual({ kind: 'posted', collected: 0 });

    expect([await balance(), await shortfall()]).toEqual([35, 0]);
  });

  it('that arrives before the clawback prevents the clawback', async () => {
    await expect(reverseClawback(user, 'du_1')).resolves.toBe(0);

    await expect(applyClawback(user, 'du_1', 4)).resolves.toEqual({ taken: 0, shortfall: 0 });
    expect(await balance()).toBe(10);
  });

  it('does not restore the credits of another cause', async () => {
    await applyClawback(user, 'du_1', 4);

    await expect(reverseClawback(user, 'du_2')).resolves.toBe(0);
    expect(await balance()).toBe(6);
  });

  it.each([0, 1, 2])(
    'restores the credits once on retry when the response of call %i is lost',
    async (skip) => {
      await applyClawback(user, 'du_1', 4);
      db.failCall(timedOut(), { skip, isWritten: true });

      await expect(reverseClawback(user, 'du_1')).rejects.toThrow('socket hang up');
      await reverseClawback(user, 'du_1');

      expect(await balance()).toBe(10);
    },
  );
});

it('nothing is taken from, restored to or forfeited by a user without an account', async () => {
  const unknown = db.newUser();

  await expect(applyClawback(unknown, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 0 });
  await expect(reverseClawback(unknown, 're_1')).resolves.toBe(0);
  await expect(takeAllCredits(unknown)).resolves.toBe(0);
  expect(await db.ledgerAmounts(unknown)).toEqual({});
});

describe('the shortfall of a clawback', () => {
  beforeEach(async () => {
    await applyClawback(user, 'du_1', 25);
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
        'clawback#du_1': -10,
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

    await expect(reverseClawback(user, 'du_1')).resolves.toBe(20);

    expect([await balance(), await shortfall()]).toEqual([20, 0]);
    expect((await db.listItems('ledger', user)).find(({ kind }) => kind === 'restore')).toMatchObject({
      amount: 20,
      shortfall: -5,
    });
  });

  it('stays due for another clawback, and only the excess returns', async () => {
    await applyClawback(user, 'du_2', 8);
    await postPurchase(user, 'cs_1', 10, 'pro');
    expect(await shortfall()).toBe(13);

    // 15 + 8 were due and 10 were collected: without du_1, 8 were due, so 2 of the 10 return.
    await expect(reverseClawback(user, 'du_1')).resolves.toBe(12);

    expect([await balance(), await shortfall()]).toEqual([12, 0]);
  });

  it('is collected once by concurrent purchases, whatever they read', async () => {
    await Promise.all(['cs_1', 'cs_2', 'cs_3'].map((session) => postPurchase(user, session, 10, 'pro')));

    expect([await balance(), await shortfall()]).toEqual([15, 0]);
  });

  it('is read again when it changes before the purchase or the reversal is booked', async () => {
    afterRead(() => postPurchase(user, 'cs_1', 10, 'pro'));
    await postPurchase(user, 'cs_2', 10, 'pro');
    expect([await balance(), await shortfall()]).toEqual([5, 0]);

    afterRead(() => applyClawback(user, 'du_2', 9), 1);
    await reverseClawback(user, 'du_1');
    // 10 of before and 20 bought credits, of which du_2 takes 9.
    expect([await balance(), await shortfall()]).toEqual([21, 0]);
  });

  it('contains no credits that were added while the clawback was booked', async () => {
    await db.putUser(user, 0);
    afterRead(() => db.changeBalance(user, 25));

    await expect(applyClawback(user, 'du_2', 25)).resolves.toEqual({ taken: 25, shortfall: 0 });
  });
});

describe('the shortfall of a deleted account', () => {
  const read = async (id: string) => {
    const { credits, shortfall = 0 } = (await db.findUserItem(id)) ?? {};
    return { credits, shortfall, amounts: await db.ledgerAmounts(id) };
  };
  let next: string;

  beforeEach(async () => {
    await applyClawback(user, 'du_1', 25);
    next = db.newUser();
    await db.putUser(next, 3);
  });

  it('is carried to the next account of the mailbox once, and takes nothing of its credits', async () => {
    await takeAllCredits(user);

    await carryShortfall(user, next, 15);
    await carryShortfall(user, next, 15);

    expect(await read(user)).toMatchObject({ credits: 0, shortfall: 0 });
    expect(await read(next)).toMatchObject({ credits: 3, shortfall: 15 });
  });

  it('stays where it is while the deletion is not finished, and when it changes before it is carried', async () => {
    await carryShortfall(user, next, 15);
    await takeAllCredits(user);
    await applyClawback(user, 'du_2', 1);
    const before = [await read(user), await read(next)];

    await carryShortfall(user, next, 15);

    expect(before).toMatchObject([{ shortfall: 16 }, { shortfall: 0 }]);
    expect([await read(user), await read(next)]).toEqual(before);
  });

  it('is not carried to an account that is deleted just before', async () => {
    await takeAllCredits(user);
    const before = [await read(user), await read(next)];
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => db.putUser(next, 3, { closedAt: '2026-11-24T10:00:00.000Z' }),
    });

    await carryShortfall(user, next, 15);

    expect([await read(user), await read(next)]).toEqual(before);
  });
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
        if (action === 'clawback') await applyClawback(user, cause, credits);
        else if (action === 'reversal') await reverseClawback(user, cause);
        else if (action === 'purchase') await postPurchase(user, cause, credits, 'pro');
        else await postEntry(spendEntry(user, cause, credits));
        expect(await balance()).toBeGreaterThanOrEqual(0);
        expect(await shortfall()).toBeGreaterThanOrEqual(0);
      }
      const entries = await db.listItems('ledger', user);
      const due = entries.reduce((total, entry) => total + Number(entry['shortfall'] ?? 0), 0);
      expect([await balance(), await shortfall()]).toEqual([20 + db.sum(await amounts()), due]);

      for (const cause of ['1', '2', '3']) await reverseClawback(user, cause);
      const moves = Object.entries(await amounts()).filter(([id]) => /^(spend|purchase)#/.test(id));
      const moved = db.sum(Object.fromEntries(moves));
      expect([await balance(), await shortfall()]).toEqual([20 + moved, 0]);
    }),
    { numRuns: 12 },
  );
});

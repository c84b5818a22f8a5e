import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyClawback, forfeitCredits, reverseClawback } from '../../../functions/ledger/clawback.ts';
import { spendEntry } from '../../../functions/ledger/ledger-table.ts';
import { postEntry } from '../../../functions/ledger/ledger.ts';
import { timedOut } from '../support/aws-errors.ts';
import {
  changeBalance,
  failCall,
  interceptCall,
  ledgerAmounts,
  listItems,
  newUser,
  putUser,
  readBalance,
  resetCalls,
  sum,
} from './support/database.ts';

let user: string;
const balance = () => readBalance(user);
const amounts = () => ledgerAmounts(user);

beforeEach(async () => {
  resetCalls();
  user = newUser();
  await putUser(user, 10);
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

      expect(await listItems('ledger', user)).toMatchObject([
        { entryId: 'clawback#re_1', kind: 'clawback', amount: 0 - taken, shortfall },
      ]);
      expect(await balance()).toBe(10 - taken);
    },
  );

  it('books its cause even if the balance is 0, so that a repetition takes nothing later', async () => {
    await putUser(user, 0);
    await expect(applyClawback(user, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 5 });

    await putUser(user, 10);
    await expect(applyClawback(user, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 0 });
    expect(await balance()).toBe(10);
  });

  it('takes nothing from a user without an account', async () => {
    const unknown = newUser();

    await expect(applyClawback(unknown, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 0 });
    expect(await ledgerAmounts(unknown)).toEqual({});
  });

  it('takes the credits once per cause', async () => {
    await applyClawback(user, 're_1', 4);

    await expect(applyClawback(user, 're_1', 4)).resolves.toEqual({ taken: 0, shortfall: 0 });
    await applyClawback(user, 're_2', 4);
    expect(await amounts()).toEqual({ 'clawback#re_1': -4, 'clawback#re_2': -4 });
    expect(await balance()).toBe(2);
  });

  it('reads the balance again when credits are spent between the read and the write', async () => {
    interceptCall({ operation: 'GetItem', table: 'users', after: () => changeBalance(user, -7) });

    await expect(applyClawback(user, 're_1', 10)).resolves.toEqual({ taken: 3, shortfall: 7 });
    expect(await balance()).toBe(0);
  });

  it('fails without taking anything when the balance changes during all ten attempts', async () => {
    await putUser(user, 50);
    for (let skip = 0; skip < 10; skip += 1) {
      interceptCall({ operation: 'GetItem', table: 'users', skip, after: () => changeBalance(user, -1) });
    }

    await expect(applyClawback(user, 're_1', 50)).rejects.toThrow('The balance kept changing');
    expect(await balance()).toBe(40);
    expect(await amounts()).toEqual({});
  });

  it('succeeds at the tenth attempt', async () => {
    for (let skip = 0; skip < 9; skip += 1) {
      interceptCall({ operation: 'GetItem', table: 'users', skip, after: () => changeBalance(user, -1) });
    }

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

  it('does not restore the shortfall', async () => {
    await applyClawback(user, 'du_1', 25);

    await expect(reverseClawback(user, 'du_1')).resolves.toBe(10);
    expect(await balance()).toBe(10);
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

  it('restores nothing to a user without an account', async () => {
    await expect(reverseClawback(newUser(), 'du_1')).resolves.toBe(0);
  });

  it.each([0, 1, 2, 3])(
    'restores the credits once on retry when the response of call %i is lost',
    async (skip) => {
      await applyClawback(user, 'du_1', 4);
      failCall(timedOut(), { skip, isWritten: true });

      await expect(reverseClawback(user, 'du_1')).rejects.toThrow('socket hang up');
      await reverseClawback(user, 'du_1');

      expect(await balance()).toBe(10);
    },
  );
});

describe('the credits of a closed account', () => {
  it('are forfeited once, so that a later payment stays on the account', async () => {
    await expect(forfeitCredits(user)).resolves.toBe(10);
    await changeBalance(user, 25);

    await expect(forfeitCredits(user)).resolves.toBe(0);
    expect(await amounts()).toEqual({ closed: -10 });
    expect(await balance()).toBe(25);
  });

  it('are 0 for a user without an account', async () => {
    await expect(forfeitCredits(newUser())).resolves.toBe(0);
  });
});

it('keeps the balance equal to the sum of the ledger for any order of clawbacks, reversals and spends', async () => {
  const step = fc.record({
    action: fc.constantFrom('clawback', 'reversal', 'spend'),
    cause: fc.constantFrom('1', '2', '3'),
    credits: fc.integer({ min: 1, max: 15 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      user = newUser();
      await putUser(user, 20);
      for (const { action, cause, credits } of steps) {
        if (action === 'clawback') await applyClawback(user, cause, credits);
        else if (action === 'reversal') await reverseClawback(user, cause);
        else await postEntry(spendEntry(user, cause, credits));
        expect(await balance()).toBeGreaterThanOrEqual(0);
      }

      expect(await balance()).toBe(20 + sum(await amounts()));
    }),
    { numRuns: 30 },
  );
});

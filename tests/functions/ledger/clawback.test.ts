import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { reverseClawback, applyClawback } from '../../../functions/ledger/clawback.ts';
import { timedOut } from '../support/cloud.ts';
import { USER } from '../support/event.ts';
import {
  account,
  changeBalance,
  failCall,
  intervene,
  movements,
  openAccount,
  rowsOf,
  tablesWork,
} from '../support/tables.ts';

const credits = () => account()?.['credits'];

beforeEach(() => {
  tablesWork();
  openAccount(10);
});

describe('taking back', () => {
  it.each([
    [0, 0, 0],
    [4, 4, 0],
    [10, 10, 0],
    [11, 10, 1],
    [25, 10, 15],
  ])('%i of a balance of 10 takes %i, and is %i short', async (asked, taken, shortfall) => {
    await expect(applyClawback(USER, 're_1', asked)).resolves.toEqual({ taken, shortfall });

    expect(rowsOf('ledger')).toMatchObject([{ entryId: 'clawback#re_1', amount: 0 - taken, shortfall }]);
    expect(credits()).toBe(10 - taken);
  });

  it('from an empty account takes nothing, and marks the cause', async () => {
    openAccount(0);

    await expect(applyClawback(USER, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 5 });

    openAccount(10);
    await expect(applyClawback(USER, 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 0 });
    expect(credits()).toBe(10);
  });

  it('from nobody takes nothing', async () => {
    await expect(applyClawback('nobody', 're_1', 5)).resolves.toEqual({ taken: 0, shortfall: 0 });

    expect(movements()).toEqual({});
  });

  it('again takes nothing', async () => {
    await applyClawback(USER, 're_1', 4);

    await expect(applyClawback(USER, 're_1', 4)).resolves.toEqual({ taken: 0, shortfall: 0 });
    expect(credits()).toBe(6);
  });

  it('for two causes takes for both', async () => {
    await applyClawback(USER, 're_1', 4);
    await applyClawback(USER, 're_2', 4);

    expect(movements()).toEqual({ 'clawback#re_1': -4, 'clawback#re_2': -4 });
  });

  it('reads the balance as it is, not as it was a moment ago', async () => {
    intervene({ command: 'GetCommand', table: 'users', after: () => changeBalance(-7) });

    await expect(applyClawback(USER, 're_1', 10)).resolves.toEqual({ taken: 3, shortfall: 7 });
    expect(credits()).toBe(0);
  });

  it('gives up on a balance that changes ten times under its hands, and has taken nothing', async () => {
    openAccount(50);
    for (let skip = 0; skip < 10; skip += 1) {
      intervene({ command: 'GetCommand', table: 'users', skip, after: () => changeBalance(-1) });
    }

    await expect(applyClawback(USER, 're_1', 50)).rejects.toThrow('The balance kept changing');
    expect(credits()).toBe(40);
    expect(movements()).toEqual({});
  });
});

describe('giving back', () => {
  it('what was taken, once', async () => {
    await applyClawback(USER, 'du_1', 4);

    await expect(reverseClawback(USER, 'du_1')).resolves.toBe(4);
    await expect(reverseClawback(USER, 'du_1')).resolves.toBe(0);

    expect(movements()).toEqual({ 'clawback#du_1': -4, 'restore#du_1': 4 });
    expect(credits()).toBe(10);
  });

  it('nothing of a shortfall', async () => {
    await applyClawback(USER, 'du_1', 25);

    await expect(reverseClawback(USER, 'du_1')).resolves.toBe(10);
    expect(credits()).toBe(10);
  });

  it('nothing where nothing was taken, and nothing is taken later', async () => {
    await expect(reverseClawback(USER, 'du_1')).resolves.toBe(0);

    await expect(applyClawback(USER, 'du_1', 4)).resolves.toEqual({ taken: 0, shortfall: 0 });
    expect(credits()).toBe(10);
  });

  it("nothing of another's cause", async () => {
    await applyClawback(USER, 'du_1', 4);

    await expect(reverseClawback(USER, 'du_2')).resolves.toBe(0);
  });

  it('nothing to nobody', async () => {
    await expect(reverseClawback('nobody', 'du_1')).resolves.toBe(0);

    expect(movements()).toEqual({});
  });

  it.each([0, 1, 2, 3])('after a crash in call %i of it, once', async (skip) => {
    await applyClawback(USER, 'du_1', 4);
    failCall(timedOut(), { skip, done: true });

    await expect(reverseClawback(USER, 'du_1')).rejects.toThrow();
    await reverseClawback(USER, 'du_1');

    expect(credits()).toBe(10);
  });
});

describe('for any order of taking, spending and giving back', () => {
  it('the balance is the sum of its rows, and never below zero', async () => {
    const step = fc.record({
      what: fc.constantFrom('take', 'give', 'spend'),
      cause: fc.constantFrom('1', '2', '3'),
      credits: fc.nat({ max: 15 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        tablesWork();
        openAccount(20);
        let spent = 0;
        for (const { what, cause, credits: number } of steps) {
          if (what === 'take') await applyClawback(USER, cause, number);
          else if (what === 'give') await reverseClawback(USER, cause);
          else {
            const possible = Math.min(number, Number(credits()));
            changeBalance(-possible);
            spent += possible;
          }
          expect(credits()).toBeGreaterThanOrEqual(0);
        }

        const moved = Object.values(movements()).map(Number);
        expect(credits()).toBe(20 - spent + moved.reduce((sum, amount) => sum + amount, 0));
      }),
      { numRuns: 60 },
    );
  });
});

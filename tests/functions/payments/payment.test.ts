import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeReversals, type Payment, type Reversal } from '../../../functions/payments/payment.ts';
import { PAID } from '../support/paid.ts';

const taken = (takings: Partial<Payment>, credits = 25) =>
  computeReversals({ ...PAID, ...takings }, credits).map((each) => each.credits);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** A payment with what went back of it, and the credits that it bought. */
const anyCase = fc
  .record({
    amount: fc.integer({ min: 30, max: 10_000 }),
    credits: fc.integer({ min: 1, max: 1_000 }),
    parts: fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 10_000 }),
        isActive: fc.boolean(),
        disputed: fc.boolean(),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ amount, credits, parts }) => {
    const takings = parts.map((part, index) => ({ ...part, id: String(index) }));
    const of = (disputed: boolean): Reversal[] =>
      takings
        .filter((part) => part.disputed === disputed)
        .map((part) => ({ id: part.id, amount: part.amount, isActive: part.isActive }));
    return { credits, of: { ...PAID, amount, refunds: of(false), disputes: of(true) } };
  });

describe('what goes back takes', () => {
  it.each<[string, number[], number[]]>([
    ['nothing, where there is nothing', [], []],
    ['all, for all', [700], [25]],
    ['half, rounded down', [350], [12]],
    ['nothing, for less than one credit', [27], [0]],
    ['one, for the money of one', [28], [1]],
    ['what is missing to the whole, for the rest', [350, 350], [12, 13]],
    ['parts of which each makes its own difference', [10, 10, 10, 10, 660], [0, 0, 1, 0, 24]],
    ['no more than all, for more than all', [700, 700], [25, 0]],
    ['no more than all, for too much at once', [9_000], [25]],
  ])('%s', (_, amounts, credits) => {
    const refunds = amounts.map((amount, index) => ({ id: String(index), amount, isActive: true }));

    expect(taken({ refunds })).toEqual(credits);
    expect(taken({ disputes: refunds })).toEqual(credits);
  });

  it('refunds and disputes together, each under its own id', () => {
    const refunds = [{ id: 're_1', amount: 300, isActive: true }];
    const disputes = [{ id: 'du_1', amount: 400, isActive: true }];

    expect(computeReversals({ ...PAID, refunds, disputes }, 25)).toEqual([
      { causeId: 're_1', credits: 10, isActive: true },
      { causeId: 'du_1', credits: 15, isActive: true },
    ]);
  });

  it('nothing for what fell away, and says so', () => {
    const refunds = [
      { id: 're_1', amount: 300, isActive: false },
      { id: 're_2', amount: 700, isActive: true },
    ];

    expect(computeReversals({ ...PAID, refunds }, 25)).toEqual([
      { causeId: 're_1', credits: 0, isActive: false },
      { causeId: 're_2', credits: 25, isActive: true },
    ]);
  });
});

describe('for any payment', () => {
  it('no part is negative or broken, and the whole is at most what was bought', () => {
    fc.assert(
      fc.property(anyCase, ({ of, credits }) => {
        const parts = computeReversals(of, credits).map((each) => each.credits);
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
        expect(sum(parts)).toBeLessThanOrEqual(credits);
      }),
    );
  });

  it('the whole is the share of what stands, rounded down, however it is cut up', () => {
    fc.assert(
      fc.property(anyCase, ({ of, credits }) => {
        const standing = [...of.refunds, ...of.disputes].filter(({ isActive }) => isActive);
        const returned = Math.min(of.amount, sum(standing.map(({ amount }) => amount)));
        const parts = computeReversals(of, credits).map((each) => each.credits);
        expect(sum(parts)).toBe(Math.floor((credits * returned) / of.amount));
      }),
    );
  });

  it('all money back is all credits back', () => {
    fc.assert(
      fc.property(anyCase, ({ of, credits }) => {
        const rest = { id: 'rest', amount: of.amount, isActive: true };
        const parts = computeReversals({ ...of, disputes: [...of.disputes, rest] }, credits);
        expect(sum(parts.map((each) => each.credits))).toBe(credits);
      }),
    );
  });

  it('the order makes no difference to the whole', () => {
    fc.assert(
      fc.property(anyCase, fc.boolean(), ({ of, credits }, swapped) => {
        const refunds = of.refunds.toReversed();
        const disputes = of.disputes.toReversed();
        const turned = swapped ? { refunds: disputes, disputes: refunds } : { refunds, disputes };
        const whole = (each: Payment) => sum(computeReversals(each, credits).map((part) => part.credits));
        expect(whole({ ...of, ...turned })).toBe(whole(of));
      }),
    );
  });

  it('what is told of a part does not change when another one comes after it', () => {
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 1, max: 10_000 }), ({ of, credits }, amount) => {
        const disputes = [...of.disputes, { id: 'later', amount, isActive: true }];
        const before = computeReversals(of, credits);
        expect(computeReversals({ ...of, disputes }, credits).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it('every part is named once, in the order given', () => {
    fc.assert(
      fc.property(anyCase, ({ of, credits }) => {
        const ids = [...of.refunds, ...of.disputes].map(({ id }) => id);
        expect(computeReversals(of, credits).map(({ causeId }) => causeId)).toEqual(ids);
      }),
    );
  });
});

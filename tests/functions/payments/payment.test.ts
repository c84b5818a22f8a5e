import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeOutstanding,
  computeReversals,
  type Payment,
  type ReversalCredits,
} from '../../../functions/payments/payment.ts';
import { paymentWith } from '../support/payment-with.ts';

const CREDITS = 25;
const PRICE = 700;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const share = (amount: number) => Math.floor((CREDITS * amount) / PRICE);

const anyAmount = fc.integer({ min: 1, max: 900 });
/** Any refunds and disputes, also more than was paid. */
const anyPayment = fc
  .array(
    fc.oneof(
      fc.record({ refund: anyAmount, state: fc.constantFrom('failed' as const, undefined) }),
      fc.record({ dispute: anyAmount, state: fc.constantFrom('won' as const, undefined) }),
    ),
    { maxLength: 8 },
  )
  .map((states) => paymentWith(...states));

const credits = (payment: Payment) => computeReversals(payment, CREDITS).map((each) => each.credits);

describe('the credits of reversals', () => {
  it('contain every refund and then every dispute under its id, and 0 for an inactive one', () => {
    const payment = paymentWith({ dispute: 400 }, { refund: 300, state: 'failed' }, { refund: 300 });

    expect(computeReversals(payment, CREDITS)).toEqual([
      { causeId: 're_1', credits: 0, isActive: false },
      { causeId: 're_2', credits: 10, isActive: true },
      { causeId: 'du_1', credits: 15, isActive: true },
    ]);
  });

  it('add up to the share of the returned money, rounded down, for any reversals', () => {
    fc.assert(
      fc.property(anyPayment, (payment) => {
        const active = [...payment.refunds, ...payment.disputes].filter(({ isActive }) => isActive);
        const parts = credits(payment);
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
        expect(sum(parts)).toBe(share(Math.min(PRICE, sum(active.map(({ amount }) => amount)))));
      }),
    );
  });

  it('do not change when another reversal follows', () => {
    fc.assert(
      fc.property(anyPayment, anyAmount, (payment, amount) => {
        const disputes = [...payment.disputes, { id: 'later', amount, isActive: true, isLost: false }];
        const before = credits(payment);
        expect(credits({ ...payment, disputes }).slice(0, before.length)).toEqual(before);
      }),
    );
  });
});

describe('the outstanding credits', () => {
  const reversals: ReversalCredits[] = [
    { causeId: 'inactive', credits: 0, isActive: false },
    { causeId: 'first', credits: 10, isActive: true },
    { causeId: 'second', credits: 15, isActive: true },
  ];

  it.each<[string, Record<string, number>, [string, number][]]>([
    [
      'are those of every active reversal when none was booked',
      {},
      [
        ['first', 10],
        ['second', 15],
      ],
    ],
    ['are none when every active reversal was booked', { first: 10, second: 15 }, []],
    ['are those of the reversal that was not booked', { first: 10 }, [['second', 15]]],
    ['ignore what was booked for an inactive reversal', { inactive: 7, second: 15 }, [['first', 10]]],
    ['of the last reversal contain what an earlier one took too little', { first: 4 }, [['second', 21]]],
    ['of the last reversal are reduced by what an earlier one took too much', { first: 20 }, [['second', 5]]],
    ['are 0 when an earlier reversal took more than all', { first: 30 }, [['second', 0]]],
  ])('%s', (_, booked, expected) => {
    const outstanding = computeOutstanding(reversals, new Map(Object.entries(booked)));

    expect(outstanding.map(({ causeId, credits: part }) => [causeId, part])).toEqual(expected);
  });

  it('takes at most the remaining credits of the purchase for an earlier reversal', () => {
    const three = [...reversals, { causeId: 'third', credits: 0, isActive: true }];

    expect(computeOutstanding(three, new Map([['second', 20]]))).toEqual([
      { causeId: 'first', credits: 5, isActive: true },
      { causeId: 'third', credits: 0, isActive: true },
    ]);
  });
});

/** Books snapshots of one payment in a ledger, as `reconcile` does. @returns the credits that are taken in the end. */
function book(...snapshots: Payment[]): number {
  const taken = new Map<string, number>();
  const restored = new Set<string>();
  for (const snapshot of snapshots) {
    const reversals = computeReversals(snapshot, CREDITS);
    for (const { causeId, isActive } of reversals) {
      if (isActive) continue;
      restored.add(causeId);
      if (!taken.has(causeId)) taken.set(causeId, 0);
    }
    for (const { causeId, credits: part } of computeOutstanding(reversals, taken)) taken.set(causeId, part);
  }
  return sum([...taken].map(([causeId, part]) => (restored.has(causeId) ? 0 : part)));
}

describe('snapshots of one payment that are booked one after another', () => {
  it('take the share of the returned money, in any order and however often, while no reversal becomes inactive', () => {
    const snapshots = fc.tuple(fc.array(anyAmount, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 10 }));
    fc.assert(
      fc.property(snapshots, ([amounts, order]) => {
        const states = limitToPrice(amounts).map((refund) => ({ refund }));
        const latest = paymentWith(...states);
        const older = order.map((length) => paymentWith(...states.slice(0, length % (states.length + 1))));

        const returned = sum(latest.refunds.map(({ amount }) => amount));
        expect(book(...older, latest, ...older.toReversed())).toBe(share(returned));
      }),
    );
  });

  it('take exactly the bought credits when all money was returned, whatever failed before', () => {
    const step = fc.oneof(fc.record({ amount: anyAmount }), fc.record({ failing: fc.nat() }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        const states: { refund: number; state?: 'failed' }[] = [];
        const snapshots: Payment[] = [];
        const remaining = () => PRICE - sum(states.map(({ refund, state }) => (state ? 0 : refund)));
        for (const each of [...steps, { amount: PRICE }]) {
          if ('failing' in each) {
            const index = each.failing % Math.max(1, states.length);
            states.splice(
              index,
              1,
              ...states.slice(index, index + 1).map((one) => ({ ...one, state: 'failed' as const })),
            );
          } else if (remaining() > 0) states.push({ refund: Math.min(each.amount, remaining()) });
          snapshots.push(paymentWith(...states));
        }

        expect(book(...snapshots)).toBe(CREDITS);
      }),
    );
  });
});

/** Shortens the amounts so that they add up to the price at most. */
function limitToPrice(amounts: readonly number[]): number[] {
  let remaining = PRICE;
  return amounts
    .map((amount) => {
      const part = Math.min(amount, remaining);
      remaining -= part;
      return part;
    })
    .filter((part) => part > 0);
}

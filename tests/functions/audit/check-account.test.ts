import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GenerationProblem } from '../../../contract/operators.ts';
import { checkAccount, type AccountState } from '../../../functions/audit/check-account.ts';
import type { LedgerEntry } from '../../../functions/ledger/ledger-table.ts';
import type { ThumbnailOutcome } from '../../../functions/thumbnails/thumbnails-table.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const createdAt = '2026-11-21T08:00:00.000Z';
const user = (credits: number) => ({ id: 'user', credits, createdAt });
const entry = (kind: LedgerEntry['kind'], ref: string, amount: number): LedgerEntry => ({
  userId: 'user',
  entryId: `${kind}#${ref}`,
  kind,
  ref,
  amount,
  createdAt,
});
const record = (
  generationId: string,
  status: ThumbnailOutcome['status'],
  more: { cost?: number; createdAt?: string } = {},
): ThumbnailOutcome => {
  const common = { generationId, cost: 1, createdAt, ...more };
  return status === 'failed' ? { ...common, status, failure: 'internal' } : { ...common, status };
};
const check = (state: Partial<AccountState>) =>
  checkAccount({ userId: 'user', user: undefined, entries: [], outcomes: [], ...state }, NOW);

describe('a balance', () => {
  const entries = [
    entry('welcome', 'sign-up', 3),
    entry('purchase', 'cs_1', 25),
    entry('clawback', 're_1', -5),
  ];

  it('that is the sum of its rows is right', () => {
    expect(check({ user: user(23), entries })).toEqual([]);
    expect(check({ user: user(0) })).toEqual([]);
  });

  it.each([
    [24, 1],
    [20, -3],
  ])('of %i is %i off', (balance, difference) => {
    expect(check({ user: user(balance), entries })).toEqual([
      { kind: 'drift', userId: 'user', balance, ledgerSum: 23, difference },
    ]);
  });

  it('below zero is wrong, even where the ledger says the same', () => {
    expect(check({ user: user(-5), entries: [entry('clawback', 're_1', -5)] })).toEqual([
      { kind: 'negative', userId: 'user', balance: -5 },
    ]);
  });

  it('that is gone, with its ledger left, is found', () => {
    expect(check({ entries })).toEqual([{ kind: 'no_account', userId: 'user', ledgerSum: 23 }]);
  });
});

describe('a generation', () => {
  const spend = entry('spend', 'g', -1);
  const refund = entry('refund', 'g', 1);
  const problemsOf = (entries: LedgerEntry[], outcomes: ThumbnailOutcome[]) => {
    const sum = entries.reduce((total, { amount }) => total + amount, 5);
    return check({
      user: user(sum),
      entries: [entry('welcome', 'sign-up', 5), ...entries],
      outcomes,
    });
  };

  it.each([
    ['succeeded, and was paid for', [spend], record('g', 'succeeded')],
    ['failed, and was refunded', [spend, refund], record('g', 'failed')],
    ['is under way', [spend], record('g', 'pending', { createdAt: new Date(NOW - 60_000).toISOString() })],
  ])('that %s is right', (_, entries, outcome) => {
    expect(problemsOf(entries, [outcome])).toEqual([]);
  });

  it.each<[GenerationProblem, LedgerEntry[], ThumbnailOutcome[]]>([
    ['refund_without_spend', [refund], [record('g', 'failed')]],
    ['refund_without_spend', [refund], []],
    ['refund_differs_from_spend', [spend, entry('refund', 'g', 2)], [record('g', 'failed')]],
    ['spend_without_record', [spend], []],
    ['spend_without_record', [spend, refund], []],
    ['record_without_spend', [], [record('g', 'succeeded')]],
    ['spend_differs_from_cost', [spend], [record('g', 'succeeded', { cost: 2 })]],
    ['succeeded_and_refunded', [spend, refund], [record('g', 'succeeded')]],
    ['failed_and_not_refunded', [spend], [record('g', 'failed')]],
    ['pending_and_refunded', [spend, refund], [record('g', 'pending')]],
    ['pending_for_too_long', [spend], [record('g', 'pending')]],
  ])('that is wrong is named: %s', (problem, entries, outcomes) => {
    expect(problemsOf(entries, outcomes)).toEqual([
      { kind: 'generation', userId: 'user', generationId: 'g', problem },
    ]);
  });

  it('is told apart from the others', () => {
    const entries = [spend, entry('spend', 'h', -1), entry('refund', 'h', 1)];
    const outcomes = [record('g', 'failed'), record('h', 'failed')];

    expect(problemsOf(entries, outcomes)).toMatchObject([{ generationId: 'g' }]);
  });

  it('of a closed account is nobody’s any more: its record is gone, and its rows stay', () => {
    const closed = { ...user(0), closedAt: createdAt };

    expect(check({ user: closed, entries: [entry('welcome', 'sign-up', 1), spend] })).toEqual([]);
    expect(check({ user: { ...closed, credits: 1 }, entries: [] })).toMatchObject([{ kind: 'drift' }]);
  });
});

describe('for any history that the code can write', () => {
  const cost = fc.integer({ min: 1, max: 4 });
  const moves = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('purchase' as const), credits: fc.integer({ min: 1, max: 250 }) }),
      fc.record({ kind: fc.constantFrom('succeeded' as const, 'failed' as const), cost }),
    ),
    { maxLength: 30 },
  );

  it('nothing is found; and with one row taken away or one credit put in, something is', () => {
    fc.assert(
      fc.property(moves, fc.nat(), (history, which) => {
        const entries = [entry('welcome', 'sign-up', 1_000)];
        const outcomes: ThumbnailOutcome[] = [];
        for (const [index, move] of history.entries()) {
          const id = String(index);
          if (move.kind === 'purchase') entries.push(entry('purchase', id, move.credits));
          else {
            entries.push(entry('spend', id, -move.cost));
            if (move.kind === 'failed') entries.push(entry('refund', id, move.cost));
            outcomes.push(record(id, move.kind, { cost: move.cost }));
          }
        }
        const sum = entries.reduce((total, { amount }) => total + amount, 0);
        const state = { user: user(sum), entries, outcomes };

        expect(check(state)).toEqual([]);
        expect(check({ ...state, user: user(sum + 1) })).not.toEqual([]);
        expect(check({ ...state, entries: entries.toSpliced(which % entries.length, 1) })).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GenerationProblem } from '#contract/operators.ts';
import { checkAccount, type AccountState } from '../../../../functions/events/audit/check-account.ts';
import type { LedgerEntry } from '../../../../functions/credits/ledger/ledger-entry.ts';
import type { GenerationOutcome } from '../../../../functions/thumbnails/table/outcomes.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const createdAt = '2026-11-21T08:00:00.000Z';
const MINUTE_AGO = '2026-11-21T08:59:00.000Z';
const user = (credits: number) => ({ id: 'user', credits, packs: {}, createdAt });
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
  status: Exclude<GenerationOutcome['status'], 'deleted'>,
  more: { cost?: number; createdAt?: string; model?: string } = {},
): GenerationOutcome => {
  const common = { generationId, cost: 1, createdAt, ...more };
  switch (status) {
    case 'pending':
      return { ...common, status, startedAt: common.createdAt };
    case 'waiting':
      return { ...common, status, waitingSince: common.createdAt };
    case 'succeeded':
      return { model: 'first', ...common, status };
    case 'failed':
      return { ...common, status, failure: 'internal' };
  }
};
const deletedRecord = (endedAs: 'succeeded' | 'failed', startedAt?: string): GenerationOutcome => {
  const common = { generationId: 'g', cost: 1, createdAt, status: 'deleted', endedAs } as const;
  return startedAt === undefined ? common : { ...common, startedAt };
};
const copyRecord = (cost = 0): GenerationOutcome => {
  const common = { generationId: 'g', createdAt, copyOf: 'a', model: 'first' };
  return { ...common, cost, status: 'succeeded' };
};
const deletedCopy = (startedAt: string): GenerationOutcome => {
  const common = { generationId: 'g', createdAt, copyOf: 'a', cost: 0 };
  return { ...common, status: 'deleted', endedAs: 'succeeded', startedAt };
};
const DELETED_PHOTO: GenerationOutcome = {
  ...{ generationId: 'g', createdAt, cost: 0, model: 'photo' },
  ...{ status: 'deleted', endedAs: 'succeeded' },
};
const check = (state: Partial<AccountState>) =>
  checkAccount({ userId: 'user', user: undefined, entries: [], others: [], outcomes: [], ...state }, NOW);

describe('the audit of carried shortfalls', () => {
  const carry = (userId: string, ref: string, shortfall: number): LedgerEntry => ({
    ...entry('carry', ref, 0),
    userId,
    shortfall,
  });
  const given = [carry('user', 'heir', -5), carry('user', 'other', -2)];
  const closed = { ...user(0), shortfall: -7 };
  const shortfall = { kind: 'shortfall', userId: 'user', shortfall: -7, ledgerSum: -7 };

  it('finds nothing when the other accounts took what this account gave, also in parts', () => {
    const others = [carry('heir', 'user', 4), carry('heir', 'user', 1), carry('other', 'user', 2)];

    expect(check({ user: closed, entries: given, others })).toEqual([shortfall]);
  });

  it('finds what the other account did not take, or took from a third account', () => {
    const others = [carry('heir', 'third', 5), carry('other', 'user', 2), entry('grant', 'user', 5)];

    expect(check({ user: closed, entries: given, others })).toEqual([
      shortfall,
      { kind: 'carry', userId: 'user', otherId: 'heir', carried: -5, counterpart: 0 },
    ]);
  });
});

describe('the audit of a balance', () => {
  const entries = [
    entry('welcome', 'sign-up', 3),
    entry('purchase', 'cs_1', 25),
    entry('clawback', 're_1', -5),
  ];

  it('finds nothing when it equals the sum of the entries', () => {
    expect(check({ user: user(23), entries })).toEqual([]);
    expect(check({ user: user(0) })).toEqual([]);
  });

  it.each([
    [24, 1],
    [20, -3],
  ])('finds that a balance of %i differs by %i from a sum of 23', (balance, difference) => {
    expect(check({ user: user(balance), entries })).toEqual([
      { kind: 'drift', userId: 'user', balance, ledgerSum: 23, difference },
    ]);
  });

  it.each([-1, -5])('finds a balance of %i, even if the ledger has the same sum', (balance) => {
    expect(check({ user: user(balance), entries: [entry('clawback', 're_1', balance)] })).toEqual([
      { kind: 'negative', userId: 'user', balance },
    ]);
  });

  it('finds entries without an account', () => {
    expect(check({ entries })).toEqual([{ kind: 'no_account', userId: 'user', ledgerSum: 23 }]);
  });
});

describe('the audit of a generation', () => {
  const spend = entry('spend', 'g', -1);
  const refund = entry('refund', 'g', 1);
  const listFindings = (entries: LedgerEntry[], outcomes: GenerationOutcome[]) => {
    const sum = entries.reduce((total, { amount }) => total + amount, 5);
    return check({
      user: user(sum),
      entries: [entry('welcome', 'sign-up', 5), ...entries],
      outcomes,
    });
  };

  it.each([
    ['succeeded and was paid for', [spend], record('g', 'succeeded')],
    ['failed and was refunded', [spend, refund], record('g', 'failed')],
    ['is pending for a minute', [spend], record('g', 'pending', { createdAt: MINUTE_AGO })],
    ['waits for a minute', [spend], record('g', 'waiting', { createdAt: MINUTE_AGO })],
    ['was deleted after it succeeded and was paid for', [spend], deletedRecord('succeeded')],
    ['was deleted after it failed and was refunded', [spend, refund], deletedRecord('failed')],
    ['was deleted a minute ago', [spend], deletedRecord('succeeded', MINUTE_AGO)],
    ['is a copy, which is free', [], copyRecord()],
    ['is a deleted copy', [], deletedCopy(MINUTE_AGO)],
    ['is a photo, which is free', [], record('g', 'succeeded', { cost: 0, model: 'photo' })],
    ['is a deleted photo', [], DELETED_PHOTO],
  ])('finds nothing when it %s', (_, entries, outcome) => {
    expect(listFindings(entries, [outcome])).toEqual([]);
  });

  it.each<[GenerationProblem, LedgerEntry[], GenerationOutcome[]]>([
    ['refund_without_spend', [refund], [record('g', 'failed')]],
    ['refund_without_spend', [refund], []],
    ['refund_differs_from_spend', [spend, entry('refund', 'g', 2)], [record('g', 'failed')]],
    ['refund_differs_from_spend', [entry('spend', 'g', -2), refund], [record('g', 'failed', { cost: 2 })]],
    ['spend_without_record', [spend], []],
    ['spend_without_record', [spend, refund], []],
    ['record_without_spend', [], [record('g', 'succeeded')]],
    ['record_without_spend', [], [copyRecord(1)]],
    ['record_without_spend', [], [record('g', 'succeeded', { model: 'photo' })]],
    ['deletion_unfinished', [], [deletedCopy(createdAt)]],
    ['spend_differs_from_cost', [spend], [record('g', 'succeeded', { cost: 2 })]],
    ['succeeded_and_refunded', [spend, refund], [record('g', 'succeeded')]],
    ['failed_and_not_refunded', [spend], [record('g', 'failed')]],
    ['unfinished_and_refunded', [spend, refund], [record('g', 'pending')]],
    ['unfinished_and_refunded', [spend, refund], [record('g', 'waiting')]],
    ['pending_for_too_long', [spend], [record('g', 'pending')]],
    ['waiting_for_too_long', [spend], [record('g', 'waiting')]],
    ['succeeded_and_refunded', [spend, refund], [deletedRecord('succeeded')]],
    ['failed_and_not_refunded', [spend], [deletedRecord('failed')]],
    ['record_without_spend', [], [deletedRecord('succeeded')]],
    ['deletion_unfinished', [spend], [deletedRecord('succeeded', createdAt)]],
  ])('finds the problem %s', (problem, entries, outcomes) => {
    expect(listFindings(entries, outcomes)).toEqual([
      { kind: 'generation', userId: 'user', generationId: 'g', problem },
    ]);
  });

  const ago = (age: number) => new Date(NOW - age).toISOString();
  const findProblems = (entries: LedgerEntry[], outcomes: GenerationOutcome[]) =>
    listFindings(entries, outcomes).map((finding) => 'problem' in finding && finding.problem);

  it.each([
    ['pending', 'startedAt', 15, 'pending_for_too_long'],
    ['waiting', 'waitingSince', 30, 'waiting_for_too_long'],
  ] as const)(
    'that is %s is measured from %s: after more than %i minutes, it is %s',
    (status, since, minutes, problem) => {
      const outcome = record('g', status);
      const age = minutes * 60_000;

      expect(findProblems([spend], [{ ...outcome, [since]: ago(age) }])).toEqual([]);
      expect(findProblems([spend], [{ ...outcome, [since]: ago(age + 1) }])).toEqual([problem]);
    },
  );

  it('may have no record 30 days after its refund', () => {
    const expired = { createdAt: ago(30 * DAY_MS + 1) };

    expect(findProblems([spend, { ...refund, ...expired }], [])).toEqual([]);
    expect(findProblems([spend, { ...refund, createdAt: ago(30 * DAY_MS) }], [])).toEqual([
      'spend_without_record',
    ]);
    // Only a failed generation expires, and every failure is refunded.
    expect(findProblems([{ ...spend, ...expired }], [])).toEqual(['spend_without_record']);
  });

  it('does not confuse two generations', () => {
    const entries = [spend, entry('spend', 'h', -1), entry('refund', 'h', 1)];
    const outcomes = [record('g', 'failed'), record('h', 'failed')];

    expect(listFindings(entries, outcomes)).toMatchObject([{ generationId: 'g' }]);
  });

  it('is skipped for a closed account, which keeps only its ledger, but its balance is checked', () => {
    const closed = { ...user(0), closedAt: createdAt };

    expect(check({ user: closed, entries: [entry('welcome', 'sign-up', 1), spend] })).toEqual([]);
    expect(check({ user: { ...closed, credits: 1 }, entries: [] })).toMatchObject([{ kind: 'drift' }]);
  });
});

describe('the audit of any valid history', () => {
  const cost = fc.integer({ min: 1, max: 4 });
  const events = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('purchase' as const), credits: fc.integer({ min: 1, max: 250 }) }),
      fc.record({ kind: fc.constantFrom('succeeded' as const, 'failed' as const), cost }),
    ),
    { maxLength: 30 },
  );

  it('finds nothing, and finds something after one entry is removed or one credit is added', () => {
    fc.assert(
      fc.property(events, fc.nat(), (history, which) => {
        const entries = [entry('welcome', 'sign-up', 1_000)];
        const outcomes: GenerationOutcome[] = [];
        for (const [index, event] of history.entries()) {
          const id = String(index);
          if (event.kind === 'purchase') entries.push(entry('purchase', id, event.credits));
          else {
            entries.push(entry('spend', id, -event.cost));
            if (event.kind === 'failed') entries.push(entry('refund', id, event.cost));
            outcomes.push(record(id, event.kind, { cost: event.cost }));
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

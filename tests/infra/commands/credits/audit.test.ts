import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditReport } from '#contract/operators.ts';
import { listInvocations, mockAnswers, mockStage, runActionOnDev, USER } from '../../support/operators.ts';

const GENERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const createReport = (changes: Partial<AuditReport> = {}): AuditReport => ({
  accounts: 1_204,
  drifting: 0,
  findings: [],
  more: 0,
  unsettled: [],
  ...changes,
});
const DRIFT = { kind: 'drift', userId: USER, balance: 12, ledgerSum: 3, difference: 9 } as const;

beforeEach(() => mockStage());

describe('an audit', () => {
  it('without findings prints a line, and ends with 0', async () => {
    mockAnswers(createReport());

    expect(await runActionOnDev('audit')).toEqual({
      exitCode: 0,
      printed: '1204 accounts audited, no findings.',
      warned: '',
    });
    expect(listInvocations()).toEqual([['audit', { seconds: 45 }]]);
  });

  it('with findings lists them, and ends with 1', async () => {
    mockAnswers(
      createReport({
        drifting: 600,
        findings: [
          DRIFT,
          { kind: 'negative', userId: 'b', balance: -2 },
          { kind: 'no_account', userId: 'c', ledgerSum: 25 },
          { kind: 'unreadable', userId: 'd', table: 'ledger' },
          { kind: 'generation', userId: 'b', generationId: GENERATION, problem: 'succeeded_and_refunded' },
        ],
      }),
    );

    const { exitCode, printed } = await runActionOnDev('audit');

    expect(exitCode).toBe(1);
    expect(printed.split('\n')).toEqual([
      'user                                  problem                      balance  ledger  difference',
      '------------------------------------  ---------------------------  -------  ------  ----------',
      `${USER}  balance differs from ledger       12       3           9`,
      'b                                     negative balance                  -2',
      'c                                     no account                                25',
      'd                                     invalid row in ledger',
      '',
      'user  generation                            problem',
      '----  ------------------------------------  -----------------------',
      `b     ${GENERATION}  succeeded, but refunded`,
      '',
      '1204 accounts audited, 600 with findings: see docs/operations.md.',
    ]);
  });

  it.each<[string, Partial<AuditReport>, string]>([
    [
      'with more findings than it lists prints their number',
      { drifting: 600, findings: [DRIFT], more: 100 },
      '100 more findings are not listed.',
    ],
    [
      'with an account that kept changing names the account',
      { unsettled: [USER] },
      `${USER} kept changing during the audit. Audit it again: --user ${USER}`,
    ],
  ])('%s, and ends with 1', async (_, report, line) => {
    mockAnswers(createReport(report));

    const { exitCode, printed } = await runActionOnDev('audit');

    expect(exitCode).toBe(1);
    expect(printed).toContain(line);
    expect(printed).not.toContain('no findings');
  });

  it('runs slice by slice, prints its progress, and adds the slices up', async () => {
    mockAnswers(
      createReport({ cursor: 'second', drifting: 1, findings: [DRIFT] }),
      createReport({ cursor: 'third' }),
      createReport({ accounts: 2, drifting: 1, findings: [{ ...DRIFT, userId: 'other' }] }),
    );

    const { exitCode, printed, warned } = await runActionOnDev('audit');

    expect(listInvocations()).toEqual([
      ['audit', { seconds: 45 }],
      ['audit', { seconds: 45, cursor: 'second' }],
      ['audit', { seconds: 45, cursor: 'third' }],
    ]);
    expect(warned).toBe('1204 accounts audited so far.\n2408 accounts audited so far.');
    expect(exitCode).toBe(1);
    for (const text of [USER, 'other', '2410 accounts audited, 2 with findings']) {
      expect(printed).toContain(text);
    }
  });

  it('that is interrupted prints the findings so far, and that they are incomplete', async () => {
    mockAnswers(
      createReport({ cursor: 'second', drifting: 1, findings: [DRIFT] }),
      Object.assign(new Error('socket hang up'), { name: 'TimeoutError' }),
    );

    const { exitCode, printed, warned } = await runActionOnDev('audit');

    expect(exitCode).toBe(1);
    expect(printed).toContain(USER);
    expect(warned).toContain('Incomplete: the audit stopped after 1204 accounts.');
    expect(warned).toContain('socket hang up');
  });

  it.each([
    ['that exists ends with 0', 1, 0, '1 account audited, no findings.'],
    ['that does not exist ends with 1', 0, 1, `There is no account ${USER}, and no ledger entry for it.`],
  ])('of one account %s', async (_, accounts, exitCode, printed) => {
    mockAnswers(createReport({ accounts }));

    expect(await runActionOnDev('audit', '--user', USER)).toMatchObject({ exitCode, printed });
    expect(listInvocations()).toMatchObject([['audit', { userId: USER }]]);
  });
});

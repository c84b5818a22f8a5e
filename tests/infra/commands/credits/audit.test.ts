import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../../../contract/operators.ts';
import { auditCommand } from '../../../../infra/commands/credits/audit.ts';
import { listInvocations, mockAnswers, mockStage, runOnDev, USER } from '../../support/operators.ts';

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

beforeEach(() => {
  mockStage();
});

describe('an audit', () => {
  it('without findings prints a line, and ends with 0', async () => {
    mockAnswers(createReport());

    await expect(runOnDev(auditCommand)).resolves.toEqual({
      exitCode: 0,
      printed: '1204 accounts audited, no findings.',
      warned: '',
    });
    expect(listInvocations()).toEqual([{ name: 'audit', request: { seconds: 45 } }]);
  });

  it('with findings lists them, and ends with 1', async () => {
    mockAnswers(
      createReport({
        drifting: 4,
        findings: [
          DRIFT,
          { kind: 'negative', userId: 'b', balance: -2 },
          { kind: 'no_account', userId: 'c', ledgerSum: 25 },
          { kind: 'unreadable', userId: 'd', table: 'ledger' },
          { kind: 'generation', userId: 'b', generationId: GENERATION, problem: 'succeeded_and_refunded' },
        ],
      }),
    );

    const { exitCode, printed } = await runOnDev(auditCommand);

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
      '1204 accounts audited, 4 with findings: see docs/operations.md.',
    ]);
  });

  it('prints the number of findings that are not listed', async () => {
    mockAnswers(createReport({ drifting: 600, findings: [DRIFT], more: 100 }));

    expect((await runOnDev(auditCommand)).printed).toContain('100 more findings are not listed.');
  });

  it('with an account that kept changing ends with 1, and names the account', async () => {
    mockAnswers(createReport({ unsettled: [USER] }));

    const { exitCode, printed } = await runOnDev(auditCommand);

    expect(exitCode).toBe(1);
    expect(printed).toContain(`${USER} kept changing during the audit. Audit it again: --user ${USER}`);
    expect(printed).not.toContain('no findings');
  });

  it('runs slice by slice, prints its progress, and adds the slices up', async () => {
    mockAnswers(
      createReport({ cursor: 'second', drifting: 1, findings: [DRIFT] }),
      createReport({ cursor: 'third' }),
      createReport({ accounts: 2, drifting: 1, findings: [{ ...DRIFT, userId: 'other' }] }),
    );

    const { exitCode, printed, warned } = await runOnDev(auditCommand);

    expect(listInvocations().map(({ request }) => request)).toEqual([
      { seconds: 45 },
      { seconds: 45, cursor: 'second' },
      { seconds: 45, cursor: 'third' },
    ]);
    expect(warned.split('\n')).toEqual(['1204 accounts audited so far.', '2408 accounts audited so far.']);
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

    const { exitCode, printed, warned } = await runOnDev(auditCommand);

    expect(exitCode).toBe(1);
    expect(printed).toContain(USER);
    expect(warned).toContain('Incomplete: the audit stopped after 1204 accounts.');
    expect(warned).toContain('socket hang up');
  });

  it('of one account requests only this account', async () => {
    mockAnswers(createReport({ accounts: 1 }));

    await expect(runOnDev(auditCommand, '--user', USER)).resolves.toMatchObject({
      exitCode: 0,
      printed: '1 account audited, no findings.',
    });
    expect(listInvocations()).toMatchObject([{ request: { userId: USER } }]);
  });

  it('of an account that does not exist ends with 1', async () => {
    mockAnswers(createReport({ accounts: 0 }));

    await expect(runOnDev(auditCommand, '--user', USER)).resolves.toMatchObject({
      exitCode: 1,
      printed: `There is no account ${USER}, and no ledger entry for it.`,
    });
  });
});

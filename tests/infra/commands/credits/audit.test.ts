import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../../../contract/operators.ts';
import { auditCommand } from '../../../../infra/commands/credits/audit.ts';
import { functionsAnswer, invocations, onDev, stageWorks, USER } from '../../support/operators.ts';

const GENERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const report = (more: Partial<AuditReport> = {}): AuditReport => ({
  accounts: 1_204,
  drifting: 0,
  findings: [],
  more: 0,
  unsettled: [],
  ...more,
});
const DRIFT = { kind: 'drift', userId: USER, balance: 12, ledgerSum: 3, difference: 9 } as const;

beforeEach(() => {
  stageWorks();
});

describe('an audit', () => {
  it('without findings says so in a line, and ends with 0', async () => {
    functionsAnswer(report());

    await expect(onDev(auditCommand)).resolves.toEqual({
      exitCode: 0,
      said: '1204 accounts audited: everything adds up.',
      warned: '',
    });
    expect(invocations()).toEqual([{ name: 'audit', request: { seconds: 45 } }]);
  });

  it('with findings lists them and ends with 1', async () => {
    functionsAnswer(
      report({
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

    const { exitCode, said } = await onDev(auditCommand);

    expect(exitCode).toBe(1);
    expect(said.split('\n')).toEqual([
      'user                                  account                         balance  ledger  difference',
      '------------------------------------  ------------------------------  -------  ------  ----------',
      `${USER}  not the sum                          12       3           9`,
      'b                                     below zero                           -2',
      'c                                     gone                                         25',
      'd                                     a row of ledger cannot be read',
      '',
      'user  generation                            what is wrong',
      '----  ------------------------------------  ---------------------------',
      `b     ${GENERATION}  succeeded, and was refunded`,
      '',
      '1204 accounts audited, 4 with findings: see docs/operations.md.',
    ]);
  });

  it('says how many findings it does not list', async () => {
    functionsAnswer(report({ drifting: 600, findings: [DRIFT], more: 100 }));

    expect((await onDev(auditCommand)).said).toContain('100 more findings are not listed.');
  });

  it('that could not say of an account does not say that all is well', async () => {
    functionsAnswer(report({ unsettled: [USER] }));

    const { exitCode, said } = await onDev(auditCommand);

    expect(exitCode).toBe(1);
    expect(said).toContain(`audit --user ${USER}`);
    expect(said).not.toContain('adds up');
  });

  it('goes on slice by slice, says how far it is, and adds up', async () => {
    functionsAnswer(
      report({ cursor: 'second', drifting: 1, findings: [DRIFT] }),
      report({ cursor: 'third' }),
      report({ accounts: 2, drifting: 1, findings: [{ ...DRIFT, userId: 'other' }] }),
    );

    const { exitCode, said, warned } = await onDev(auditCommand);

    expect(invocations().map(({ request }) => request)).toEqual([
      { seconds: 45 },
      { seconds: 45, cursor: 'second' },
      { seconds: 45, cursor: 'third' },
    ]);
    expect(warned.split('\n')).toEqual(['1204 accounts so far.', '2408 accounts so far.']);
    expect(exitCode).toBe(1);
    expect(said).toContain(USER);
    expect(said).toContain('other');
    expect(said).toContain('2410 accounts audited, 2 with findings');
  });

  it('that breaks off tells what it had found, and that it is not all', async () => {
    functionsAnswer(
      report({ cursor: 'second', drifting: 1, findings: [DRIFT] }),
      Object.assign(new Error('socket hang up'), { name: 'TimeoutError' }),
    );

    const { exitCode, said, warned } = await onDev(auditCommand);

    expect(exitCode).toBe(1);
    expect(said).toContain(USER);
    expect(warned).toContain('Not the end: it stopped after 1204 accounts.');
    expect(warned).toContain('socket hang up');
  });
});

describe('an audit of one account', () => {
  it('asks for it alone', async () => {
    functionsAnswer(report({ accounts: 1 }));

    await expect(onDev(auditCommand, '--user', USER)).resolves.toEqual({
      exitCode: 0,
      said: '1 account audited: everything adds up.',
      warned: '',
    });
    expect(invocations()).toMatchObject([{ request: { userId: USER } }]);
  });

  it('that there is not ends with 1', async () => {
    functionsAnswer(report({ accounts: 0 }));

    await expect(onDev(auditCommand, '--user', USER)).resolves.toMatchObject({
      exitCode: 1,
      said: `There is no account ${USER}, and no row of the ledger is theirs.`,
    });
  });
});

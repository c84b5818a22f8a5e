import { beforeEach, describe, expect, it } from 'vitest';
import type { ShowAnswer } from '../../../../contract/operators.ts';
import { showCommand } from '../../../../infra/commands/credits/show.ts';
import {
  listCalls,
  listInvocations,
  mockAnswers,
  mockStage,
  runOnDev,
  USER,
} from '../../support/operators.ts';

type Account = Extract<ShowAnswer, { kind: 'account' }>;

const createAccount = (changes: Partial<Account> = {}): Account => ({
  kind: 'account',
  userId: USER,
  balance: 7,
  ledgerSum: 7,
  openedAt: '2026-11-01T09:00:00.000Z',
  entryCount: 2,
  entries: [
    {
      createdAt: '2026-11-20T09:00:00.000Z',
      kind: 'grant',
      amount: 5,
      ref: 'g-1',
      why: 'Images failed',
      by: 'arn:aws:iam::000000000000:user/jane',
    },
    { createdAt: '2026-11-19T09:00:00.000Z', kind: 'clawback', amount: -20, ref: 're_1', shortfall: 5 },
  ],
  generations: {
    lastWeek: { pending: 0, succeeded: 12, failed: { internal: 1, content_filtered: 2 } },
    ever: { pending: 1, succeeded: 140, failed: { internal: 1, content_filtered: 6 } },
  },
  ...changes,
});

beforeEach(() => {
  mockStage();
});

describe('npm run credits -- show', () => {
  it('prints the account, its generations and its ledger', async () => {
    mockAnswers(createAccount());

    const { exitCode, printed, warned } = await runOnDev(showCommand, '--user', USER);

    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: '' });
    expect(printed.split('\n')).toEqual([
      `user     ${USER}`,
      'balance  7 credits',
      'opened   2026-11-01T09:00:00.000Z',
      '',
      'generations  succeeded  pending  failed  error codes',
      '-----------  ---------  -------  ------  ------------------------------',
      'last 7 days         12        0       3  internal 1, content_filtered 2',
      'all                140        1       7  internal 1, content_filtered 6',
      '',
      'time                      kind      credits  reference  details',
      '------------------------  --------  -------  ---------  --------------------------------------------------',
      '2026-11-20T09:00:00.000Z  grant           5  g-1        Images failed; arn:aws:iam::000000000000:user/jane',
      '2026-11-19T09:00:00.000Z  clawback      -20  re_1       shortfall 5',
    ]);
  });

  it('marks a balance that differs from the ledger', async () => {
    mockAnswers(createAccount({ ledgerSum: 3 }));

    expect((await runOnDev(showCommand, '--user', USER)).printed).toContain(
      "balance  7 credits; the ledger's sum is 3: run an audit",
    );
  });

  it('prints when the account was closed', async () => {
    mockAnswers(createAccount({ closedAt: '2026-11-20T10:00:00.000Z' }));

    expect((await runOnDev(showCommand, '--user', USER)).printed).toContain(
      'closed   2026-11-20T10:00:00.000Z',
    );
  });

  it('prints the number of older entries', async () => {
    mockAnswers(createAccount({ entryCount: 40 }));

    const { printed } = await runOnDev(showCommand, '--user', USER, '--entries', '2');

    expect(listInvocations()).toMatchObject([{ request: { entries: 2 } }]);
    expect(printed).toContain('38 older entries are not listed; use --entries.');
  });

  it('ends with 1 for an account that does not exist', async () => {
    mockAnswers({ kind: 'no_account' });

    const { exitCode, printed } = await runOnDev(showCommand, '--user', USER);

    expect(exitCode).toBe(1);
    expect(printed).toContain(`There is no account ${USER}.`);
  });
});

it.each([
  [[], '--user is required'],
  [['--user', USER, '--entries', 'all'], '--entries must be a number from 0 to 1000.'],
  [['--user', USER, '--entries', '1001'], '--entries must be a number from 0 to 1000.'],
])('npm run credits -- show rejects the options %j without any call', async (args, sentence) => {
  const { exitCode, warned } = await runOnDev(showCommand, ...args);

  expect(exitCode).toBe(2);
  expect(warned).toContain(sentence);
  expect(listCalls()).toEqual([]);
});

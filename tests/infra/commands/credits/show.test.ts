import { beforeEach, describe, expect, it } from 'vitest';
import type { ShowAnswer } from '../../../../contract/operators.ts';
import { showCommand } from '../../../../infra/commands/credits/show.ts';
import { callsMade, functionsAnswer, invocations, onDev, stageWorks, USER } from '../../support/operators.ts';

type Account = Extract<ShowAnswer, { kind: 'account' }>;

const account = (more: Partial<Account> = {}): Account => ({
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
      why: 'Pictures failed',
      by: 'arn:aws:iam::000000000000:user/jane',
    },
    { createdAt: '2026-11-19T09:00:00.000Z', kind: 'clawback', amount: -20, ref: 're_1', shortfall: 5 },
  ],
  generations: {
    lastWeek: { pending: 0, succeeded: 12, failed: { internal: 1, content_filtered: 2 } },
    ever: { pending: 1, succeeded: 140, failed: { internal: 1, content_filtered: 6 } },
  },
  ...more,
});

beforeEach(() => {
  stageWorks();
});

describe('an account', () => {
  it('is shown in three parts: itself, its thumbnails, its ledger', async () => {
    functionsAnswer(account());

    const { exitCode, said, warned } = await onDev(showCommand, '--user', USER);

    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: '' });
    expect(said.split('\n')).toEqual([
      `user     ${USER}`,
      'balance  7 credits',
      'opened   2026-11-01T09:00:00.000Z',
      '',
      'thumbnails   succeeded  pending  failed  with',
      '-----------  ---------  -------  ------  ------------------------------',
      'last 7 days         12        0       3  internal 1, content_filtered 2',
      'ever               140        1       7  internal 1, content_filtered 6',
      '',
      'when                      what      credits  of    more',
      '------------------------  --------  -------  ----  ----------------------------------------------------',
      '2026-11-20T09:00:00.000Z  grant           5  g-1   Pictures failed; arn:aws:iam::000000000000:user/jane',
      '2026-11-19T09:00:00.000Z  clawback      -20  re_1  short of 5',
    ]);
  });

  it('says when its balance is not what the ledger says', async () => {
    functionsAnswer(account({ ledgerSum: 3 }));

    expect((await onDev(showCommand, '--user', USER)).said).toContain(
      "balance  7 credits; the ledger's rows come to 3: audit it",
    );
  });

  it('says when it was closed', async () => {
    functionsAnswer(account({ closedAt: '2026-11-20T10:00:00.000Z' }));

    expect((await onDev(showCommand, '--user', USER)).said).toContain('closed   2026-11-20T10:00:00.000Z');
  });

  it('says how many older rows there are', async () => {
    functionsAnswer(account({ entryCount: 40 }));

    const { said } = await onDev(showCommand, '--user', USER, '--entries', '2');

    expect(invocations()).toMatchObject([{ request: { entries: 2 } }]);
    expect(said).toContain('and 38 older; --entries says how many to list.');
  });

  it('that there is not ends with 1', async () => {
    functionsAnswer({ kind: 'no_account' });

    const { exitCode, said } = await onDev(showCommand, '--user', USER);

    expect(exitCode).toBe(1);
    expect(said).toContain(`There is no account ${USER}.`);
  });
});

it.each([
  [[], 'Whose? --user ID'],
  [['--user', USER, '--entries', 'all'], '--entries takes a number from 0 to 1000.'],
  [['--user', USER, '--entries', '1001'], '--entries takes a number from 0 to 1000.'],
])('asked for wrongly, %j, nothing is asked', async (args, sentence) => {
  const { exitCode, warned } = await onDev(showCommand, ...args);

  expect(exitCode).toBe(2);
  expect(warned).toContain(sentence);
  expect(callsMade()).toEqual([]);
});

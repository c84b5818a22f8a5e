import { beforeEach, expect, it } from 'vitest';
import { releaseCommand, resumeCommand, suspendCommand } from '../../../../infra/commands/credits/suspend.ts';
import {
  ADDRESS,
  listInvocations,
  mockAnswers,
  mockStage,
  OPERATOR,
  runOnDev,
  USER,
} from '../../support/operators.ts';

const WHY = 'chargebacks';

beforeEach(() => mockStage());

it.each([
  [suspendCommand, 'suspend', 'The account is suspended.'],
  [resumeCommand, 'resume', 'The suspension has ended.'],
  [releaseCommand, 'release', 'The account is released.'],
] as const)(
  'sends the operator and the reason of the action, found by address: %#',
  async (command, action, text) => {
    mockAnswers({ kind: 'changed' });

    const { exitCode, printed } = await runOnDev(command, '--user', ADDRESS, '--why', ` ${WHY} `);

    expect(listInvocations()).toEqual([['suspend', { userId: USER, action, by: OPERATOR, why: WHY }]]);
    expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: `${USER}: ${text}` });
  },
);

it.each([
  [{ kind: 'unchanged', since: '2026-11-20' }, 0, 'the account has been suspended since 2026-11-20.'],
  [{ kind: 'unchanged' }, 0, 'the account is not suspended.'],
  [{ kind: 'no_account' }, 1, 'the account does not exist.'],
  [{ kind: 'closed_account', closedAt: '2026-11-20' }, 1, 'the account was closed at 2026-11-20.'],
])('explains the answer %j, and ends with %i', async (answer, code, text) => {
  mockAnswers(answer);

  const { exitCode, printed } = await runOnDev(suspendCommand, '--user', USER, '--why', WHY);

  expect({ exitCode, printed }).toEqual({ exitCode: code, printed: `${USER}: Nothing was changed: ${text}` });
});

it.each([
  [['--user', USER], 'the reason must not be empty'],
  [['--why', WHY], '--user is required'],
])('needs a user and a reason: %j', async (args, text) => {
  const { exitCode, warned } = await runOnDev(suspendCommand, ...args);

  expect(exitCode).toBe(2);
  expect(warned).toContain(text);
  expect(listInvocations()).toEqual([]);
});

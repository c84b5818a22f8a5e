import { beforeEach, describe, expect, it } from 'vitest';
import { listCalls } from '../../support/aws.ts';
import {
  ADDRESS,
  listInvocations,
  mockAnswers,
  mockFunctionError,
  mockStage,
  OPERATOR,
  runActionOnDev,
  USER,
} from '../../support/operators.ts';

const WHY = 'Images failed on 3 May';
const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const grant = (...args: string[]) =>
  runActionOnDev('grant', '--user', USER, '--why', WHY, '--id', ID, ...args);

beforeEach(() => {
  mockStage();
  mockAnswers({ kind: 'granted', balance: 8 });
});

describe('a grant of credits', () => {
  it("carries the operator's identity and the reason, and prints the result", async () => {
    const { exitCode, printed, warned } = await grant('--credits', '5');

    expect(listInvocations()).toEqual([
      ['grant', { userId: USER, grantId: ID, credits: 5, by: OPERATOR, why: WHY, dryRun: false }],
    ]);
    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: '' });
    expect(printed.split('\n')).toEqual([
      `grant    ${ID}`,
      `user     ${USER}`,
      'credits  +5',
      `reason   ${WHY}`,
      `by       ${OPERATOR}`,
      '',
      'Done. The balance is 8 credits.',
    ]);
  });

  it('without --id has a new ID each time, and prints it', async () => {
    const args = ['--user', ADDRESS, '--credits', '5', '--why', WHY];

    const { printed } = await runActionOnDev('grant', ...args);
    await runActionOnDev('grant', ...args);

    const [first, second] = listInvocations().map(([, request]) => request as Record<string, unknown>);
    expect(first).toMatchObject({ userId: USER });
    expect(printed).toContain(`grant    ${String(first?.['grantId'])}`);
    expect(second?.['grantId']).not.toBe(first?.['grantId']);
  });

  it.each([
    ['--credits=-5', -5],
    ['--credits=+5', 5],
  ])('with %s requests %i credits', async (option, credits) => {
    await grant(option);

    expect(listInvocations()).toMatchObject([['grant', { credits }]]);
  });

  it('with --dry-run requests a dry run', async () => {
    mockAnswers({ kind: 'would_grant', balance: 8 });

    const { exitCode, printed } = await grant('--credits', '5', '--dry-run');

    expect(listInvocations()).toMatchObject([['grant', { dryRun: true }]]);
    expect(exitCode).toBe(0);
    expect(printed).toContain('Dry run: nothing was changed. The balance would be 8 credits.');
  });

  const GRANTED = { kind: 'already_granted', by: 'jane', why: 'sorry', createdAt: '2026-11-20' };
  const ALREADY = (credits: number) =>
    `this ID already granted +${credits} credits at 2026-11-20. Reason: "sorry". By: jane.`;
  it.each([
    [{ kind: 'no_account' }, 1, 'the account does not exist.'],
    [{ kind: 'closed_account', closedAt: '2026-11-20' }, 1, 'the account was closed at 2026-11-20.'],
    [{ kind: 'insufficient', balance: 2 }, 1, 'the balance is 2 credits and must not become negative.'],
    // The same grant was repeated, or its ID belongs to another grant.
    [{ ...GRANTED, credits: 5 }, 0, ALREADY(5)],
    [{ ...GRANTED, credits: 50 }, 1, ALREADY(50)],
  ])('of 5 credits that is refused with %j ends with %i and prints: %s', async (answer, code, message) => {
    mockAnswers(answer);

    const { exitCode, printed } = await grant('--credits', '5');

    expect(exitCode).toBe(code);
    expect(printed).toContain(`Nothing was changed: ${message}`);
  });

  it('whose response is lost is not repeated, and prints how to repeat it', async () => {
    mockFunctionError('Sandbox.Timedout', 'Task timed out');

    const { exitCode, warned } = await grant('--credits', '5');

    expect(exitCode).toBe(1);
    expect(warned).toContain(`Repeat the command with --id ${ID}: the same ID grants only once.`);
    expect(listInvocations()).toHaveLength(1);
  });

  it.each([
    ['--credits 5 --why x', '--user is required'],
    ['--user x --why x', '--credits is required'],
    ['--user x --credits many --why x', '--credits is required'],
    ['--user x --credits 1.5 --why x', '--credits is required'],
    ['--user x --credits -5 --why x', "'--credits' argument is ambiguous"],
    ['--user x --credits 0 --why x', 'credits must not be 0'],
    ['--user x --credits 1001 --why x', 'credits must be at most 1000'],
    ['--user x --credits 5', '--why is required'],
    ['--user x --credits 5 --why x --id first', 'must be a UUID'],
  ])('with the options "%s" is rejected without any call: %s', async (args, message) => {
    const { exitCode, printed, warned } = await runActionOnDev('grant', ...args.split(' '));

    expect({ exitCode, printed }).toEqual({ exitCode: 2, printed: '' });
    expect(warned).toContain(message);
    expect(listCalls()).toEqual([]);
  });

  it('with a blank reason is rejected', async () => {
    expect(await grant('--credits', '5', '--why', ' ')).toMatchObject({
      exitCode: 2,
      warned: expect.stringContaining('the reason must not be empty') as string,
    });
  });
});

describe('the suspension of an account', () => {
  it.each([
    ['suspend', 'The account is suspended.'],
    ['resume', 'The suspension has ended.'],
    ['release', 'The account is released.'],
  ])('sends the operator and the reason of the action, found by address: %s', async (action, text) => {
    mockAnswers({ kind: 'changed' });

    const { exitCode, printed } = await runActionOnDev(action, '--user', ADDRESS, '--why', ` ${WHY} `);

    expect(listInvocations()).toEqual([['suspend', { userId: USER, action, by: OPERATOR, why: WHY }]]);
    expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: `${USER}: ${text}` });
  });

  it.each([
    [{ kind: 'unchanged', since: '2026-11-20' }, 0, 'the account has been suspended since 2026-11-20.'],
    [{ kind: 'unchanged' }, 0, 'the account is not suspended.'],
    [{ kind: 'no_account' }, 1, 'the account does not exist.'],
    [{ kind: 'closed_account', closedAt: '2026-11-20' }, 1, 'the account was closed at 2026-11-20.'],
  ])('explains the answer %j, and ends with %i', async (answer, code, text) => {
    mockAnswers(answer);

    const { exitCode, printed } = await runActionOnDev('suspend', '--user', USER, '--why', WHY);

    expect({ exitCode, printed }).toEqual({
      exitCode: code,
      printed: `${USER}: Nothing was changed: ${text}`,
    });
  });

  it.each([
    [['--user', USER], 'the reason must not be empty'],
    [['--why', WHY], '--user is required'],
  ])('needs a user and a reason: %j', async (args, text) => {
    const { exitCode, warned } = await runActionOnDev('suspend', ...args);

    expect(exitCode).toBe(2);
    expect(warned).toContain(text);
    expect(listInvocations()).toEqual([]);
  });
});

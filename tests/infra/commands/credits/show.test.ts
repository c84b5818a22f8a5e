import { beforeEach, describe, expect, it } from 'vitest';
import type { ShowAnswer } from '#contract/operators.ts';
import { listCalls, resetAws } from '../../support/aws.ts';
import {
  listInvocations,
  mockAnswers,
  mockFunctionError,
  mockStage,
  runActionOnDev,
  USER,
} from '../../support/operators.ts';
import { runAction } from '../../support/terminal.ts';

type Account = Extract<ShowAnswer, { kind: 'account' }>;

const createAccount = (changes: Partial<Account> = {}): Account => ({
  kind: 'account',
  userId: USER,
  balance: 7,
  ledgerSum: 7,
  openedAt: '2026-11-01T09:00:00.000Z',
  otherAccounts: [],
  operatorActions: [],
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
    lastWeek: {
      pending: 0,
      waiting: 0,
      succeeded: 12,
      failed: { internal: 1, content_filtered: 2 },
      deleted: 0,
    },
    ever: {
      pending: 1,
      waiting: 2,
      succeeded: 140,
      failed: { internal: 1, content_filtered: 6 },
      deleted: 4,
    },
  },
  ...changes,
});
const show = (...args: string[]) => runActionOnDev('show', '--user', USER, ...args);

beforeEach(() => {
  mockStage();
  mockAnswers(createAccount());
});

describe('npm run credits -- show', () => {
  it('prints the account, its generations and its ledger', async () => {
    const { exitCode, printed, warned } = await show();

    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: '' });
    expect(printed.split('\n')).toEqual([
      `user     ${USER}`,
      'balance  7 credits',
      'opened   2026-11-01T09:00:00.000Z',
      '',
      'generations  succeeded  pending  waiting  failed  deleted  error codes',
      '-----------  ---------  -------  -------  ------  -------  ------------------------------',
      'last 7 days         12        0        0       3        0  internal 1, content_filtered 2',
      'all                140        1        2       7        4  internal 1, content_filtered 6',
      '',
      'time                      kind      credits  reference  details',
      '------------------------  --------  -------  ---------  --------------------------------------------------',
      '2026-11-20T09:00:00.000Z  grant           5  g-1        Images failed; arn:aws:iam::000000000000:user/jane',
      '2026-11-19T09:00:00.000Z  clawback      -20  re_1       shortfall 5',
    ]);
  });

  it.each<[string, object, number, string]>([
    [
      'marks a balance that differs from the ledger',
      createAccount({ ledgerSum: 3 }),
      0,
      "balance  7 credits; the ledger's sum is 3: run an audit",
    ],
    [
      'prints when the account was closed',
      createAccount({ closedAt: '2026-11-20T10:00:00.000Z' }),
      0,
      'closed   2026-11-20T10:00:00.000Z',
    ],
    [
      'prints the number of older entries',
      createAccount({ entryCount: 40 }),
      0,
      '38 older entries are not listed; use --entries.',
    ],
    ['ends with 1 if the account does not exist', { kind: 'no_account' }, 1, `There is no account ${USER}.`],
  ])('%s', async (_, answer, code, line) => {
    mockAnswers(answer);

    const { exitCode, printed } = await show('--entries', '2');

    expect(exitCode).toBe(code);
    expect(printed).toContain(line);
    expect(listInvocations()).toEqual([['show', { userId: USER, entries: 2 }]]);
  });

  it.each([
    ['without --user', [], '--user is required'],
    [
      'with --entries all',
      ['--user', USER, '--entries', 'all'],
      '--entries must be a number from 0 to 1000.',
    ],
    [
      'with --entries 1001',
      ['--user', USER, '--entries', '1001'],
      '--entries must be a number from 0 to 1000.',
    ],
  ])('%s is rejected without any call', async (_, args, message) => {
    const { exitCode, warned } = await runActionOnDev('show', ...args);

    expect(exitCode).toBe(2);
    expect(warned).toContain(message);
    expect(listCalls()).toEqual([]);
  });
});

describe('the connection of npm run credits to a stage', () => {
  it("uses the functions that the outputs of the stage's stack name, and shows 25 entries by default", async () => {
    mockStage('Thumbforge-prod');

    await runAction('show', '--stage', 'prod', '--user', USER);

    expect(listInvocations()).toEqual([['show', { userId: USER, entries: 25 }]]);
  });

  it('asks for a deployment if the stack is missing', async () => {
    resetAws();

    expect(await runActionOnDev('audit')).toEqual({
      exitCode: 1,
      printed: '',
      warned:
        'The stage dev is not deployed, or its version is too old. Deploy it: npm run deploy -- --stage dev',
    });
  });

  it.each([
    ['without a stage', [], '--stage is required: dev or prod.'],
    ['with both --stage and --local', ['--stage', 'dev', '--local'], 'Use either --stage or --local.'],
  ])('is rejected %s, without any call', async (_, args, message) => {
    const { exitCode, warned } = await runAction('audit', ...args);

    expect(exitCode).toBe(2);
    expect(warned).toContain(message);
    expect(listCalls()).toEqual([]);
  });

  it('reports an unknown e-mail address, without an invocation', async () => {
    expect(await runActionOnDev('audit', '--user', 'unknown@example.com')).toMatchObject({
      exitCode: 1,
      warned: 'No user has this e-mail address.',
    });
    expect(listInvocations()).toEqual([]);
  });

  it('does not look up a user ID, so that an audit needs no permission for the user pool', async () => {
    await show();

    expect(listCalls('AdminGetUser')).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    [
      'a function that fails, with its error',
      () => mockFunctionError('CodedError', 'Too many requests at once.'),
      'ShowAccount failed; see its log for details. CodedError: Too many requests at once.',
    ],
    [
      'a function of another version',
      () => mockAnswers({ kind: 'account', credits: 3 }),
      'ShowAccount is deployed in another version. Deploy the stage again.',
    ],
    [
      'a missing permission to invoke the function, with the message of AWS',
      () => mockAnswers(new Error('jane is not authorized to perform: lambda:InvokeFunction')),
      'jane is not authorized to perform: lambda:InvokeFunction',
    ],
  ])('reports %s', async (_, mock, warned) => {
    mock();

    expect(await show()).toEqual({ exitCode: 1, printed: '', warned });
  });
});

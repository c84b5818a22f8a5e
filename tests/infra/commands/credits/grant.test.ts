import { beforeEach, describe, expect, it } from 'vitest';
import { grantCommand } from '../../../../infra/commands/credits/grant.ts';
import {
  ADDRESS,
  callsMade,
  functionFails,
  functionsAnswer,
  invocations,
  onDev,
  OPERATOR,
  stageWorks,
  USER,
} from '../../support/operators.ts';

const WHY = 'Pictures failed on 3 May';
const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const grant = (...args: string[]) => onDev(grantCommand, '--user', USER, '--why', WHY, '--id', ID, ...args);

beforeEach(() => {
  stageWorks();
  functionsAnswer({ kind: 'granted', balance: 8 });
});

describe('a grant', () => {
  it('carries who asks, as AWS names them, and why; and says what was done', async () => {
    const { exitCode, said, warned } = await grant('--credits', '5');

    expect(invocations()).toEqual([
      {
        name: 'grant',
        request: { userId: USER, grantId: ID, credits: 5, by: OPERATOR, why: WHY, dryRun: false },
      },
    ]);
    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: '' });
    expect(said.split('\n')).toEqual([
      `grant    ${ID}`,
      `to       ${USER}`,
      'credits  +5',
      `because  ${WHY}`,
      `by       ${OPERATOR}`,
      '',
      'Done. The balance is 8 credits.',
    ]);
  });

  it('without an id gets a new one each time, and tells it', async () => {
    const typed = ['--user', ADDRESS, '--credits', '5', '--why', WHY];

    const { said } = await onDev(grantCommand, ...typed);
    await onDev(grantCommand, ...typed);

    const [first, second] = invocations().map(({ request }) => request as Record<string, unknown>);
    expect(first).toMatchObject({ userId: USER });
    expect(said).toContain(`grant    ${String(first?.['grantId'])}`);
    expect(second?.['grantId']).not.toBe(first?.['grantId']);
  });

  it.each([
    ['--credits=-5', -5],
    ['--credits=+5', 5],
  ])('%s', async (typed, credits) => {
    await grant(typed);

    expect(invocations()).toMatchObject([{ request: { credits } }]);
  });

  it('dry asks for no more than what would be', async () => {
    functionsAnswer({ kind: 'would_grant', balance: 8 });

    const { exitCode, said } = await grant('--credits', '5', '--dry-run');

    expect(invocations()).toMatchObject([{ request: { dryRun: true } }]);
    expect(exitCode).toBe(0);
    expect(said).toContain('A dry run: nothing was done. The balance would be 8 credits.');
  });

  it.each([
    [{ kind: 'no_account' }, 'there is no such account'],
    [{ kind: 'closed_account', closedAt: '2026-11-20' }, 'the account was closed at 2026-11-20'],
    [{ kind: 'insufficient', balance: 2 }, 'the balance is 2 credits, and must not fall below 0'],
  ])('that was not made says why, and ends with 1: %j', async (answer, sentence) => {
    functionsAnswer(answer);

    const { exitCode, said } = await grant('--credits', '5');

    expect(exitCode).toBe(1);
    expect(said).toContain(`Nothing was done: ${sentence}`);
  });

  it.each([
    [5, 0],
    [50, 1],
  ])('made before, of %i credits, is told as such and ends with %i', async (credits, expected) => {
    functionsAnswer({ kind: 'already_granted', credits, by: 'jane', why: 'sorry', createdAt: '2026-11-20' });

    const { exitCode, said } = await grant('--credits', '5');

    expect(exitCode).toBe(expected);
    expect(said).toContain(
      `Nothing was done now: this id moved +${credits} credits at 2026-11-20, because "sorry", by jane.`,
    );
  });

  it('whose answer is lost says how to repeat it', async () => {
    functionFails('Sandbox.Timedout', 'Task timed out');

    const { exitCode, warned } = await grant('--credits', '5');

    expect(exitCode).toBe(1);
    expect(warned).toContain(`Repeat it with --id ${ID}: it is done once.`);
    expect(invocations()).toHaveLength(1);
  });
});

it.each([
  [['--credits', '5', '--why', WHY], 'To whom?'],
  [['--user', USER, '--why', WHY], 'How many?'],
  [['--user', USER, '--credits', 'many', '--why', WHY], 'How many?'],
  [['--user', USER, '--credits', '1.5', '--why', WHY], 'How many?'],
  [['--user', USER, '--credits', '-5', '--why', WHY], "'--credits' argument is ambiguous"],
  [['--user', USER, '--credits', '0', '--why', WHY], 'credits must not be 0'],
  [['--user', USER, '--credits', '1001', '--why', WHY], 'credits must be at most 1000'],
  [['--user', USER, '--credits', '5'], 'Why?'],
  [['--user', USER, '--credits', '5', '--why', ' '], 'the reason must not be empty'],
  [['--user', USER, '--credits', '5', '--why', WHY, '--id', 'first'], 'the id of a grant must be a UUID'],
])('asked for wrongly, %j, nothing is asked', async (args, sentence) => {
  const { exitCode, said, warned } = await onDev(grantCommand, ...args);

  expect({ exitCode, said }).toEqual({ exitCode: 2, said: '' });
  expect(warned).toContain(sentence);
  expect(callsMade()).toEqual([]);
});

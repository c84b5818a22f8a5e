import { beforeEach, describe, expect, it } from 'vitest';
import { grantAnswer, type GrantRequest } from '#contract/operators.ts';
import { handler } from '../../../functions/events/grant-credits.ts';
import * as metrics from '../../../functions/platform/metrics.ts';
import { timedOut } from '../support/aws-errors.ts';
import { lambdaContext } from '../support/event.ts';
import { captureLogs } from '../support/logs.ts';
import * as db from './support/database.ts';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const BY = 'arn:aws:sts::000000000000:assumed-role/Support/jane@example.com';
const WHY = 'Pictures failed on 3 May';
const CLOSED_AT = '2026-11-20T09:00:00.000Z';

let user: string;
const grant = async (changes: Partial<GrantRequest> = {}) => {
  const request = { userId: user, grantId: ID, credits: 5, by: BY, why: WHY, dryRun: false, ...changes };
  return grantAnswer.parse(await handler(request, lambdaContext()));
};
const amounts = () => db.ledgerAmounts(user);
const writes = () => db.operations().filter((name) => name === 'TransactWriteItems');

beforeEach(async () => {
  user = db.newUser();
  await db.putUser(user, 3);
});

describe('an operator who grants credits', () => {
  it('changes the balance and adds a ledger entry with the operator and the reason, in one transaction', async () => {
    await expect(grant()).resolves.toEqual({ kind: 'granted', balance: 8 });

    expect(writes()).toHaveLength(1);
    expect(await db.listItems('ledger', user)).toMatchObject([
      { userId: user, entryId: `grant#${ID}`, kind: 'grant', amount: 5, ref: ID, by: BY, why: WHY },
    ]);
    expect(await db.readBalance(user)).toBe(8);
    expect(metrics.countCreditsGranted).toHaveBeenCalledExactlyOnceWith(5);
  });

  it('gets the earlier grant back when the grant id is repeated, and nothing is granted again', async () => {
    await grant();

    await expect(grant({ credits: 50, why: 'another' })).resolves.toMatchObject({
      kind: 'already_granted',
      credits: 5,
      by: BY,
      why: WHY,
    });
    expect(await amounts()).toEqual({ [`grant#${ID}`]: 5 });
    expect(await db.readBalance(user)).toBe(8);
    expect(metrics.countCreditsGranted).toHaveBeenCalledOnce();
  });

  it('grants once when two requests with one grant id are concurrent', async () => {
    const answers = await Promise.all([grant(), grant()]);

    expect(answers.map(({ kind }) => kind).sort()).toEqual(['already_granted', 'granted']);
    expect(await db.readBalance(user)).toBe(8);
  });

  const CLOSED = { kind: 'closed_account', closedAt: CLOSED_AT };

  it.each<[string, number, object, { balance?: number; closedAt?: string; dryRun?: boolean }?]>([
    ['can take the whole balance', -3, { kind: 'granted', balance: 0 }],
    ['takes nothing when the correction exceeds the balance', -4, { kind: 'insufficient', balance: 3 }],
    [
      'can raise a balance that is below zero because of an error',
      5,
      { kind: 'granted', balance: -15 },
      { balance: -20 },
    ],
    ['is told when the account was closed', 5, CLOSED, { closedAt: CLOSED_AT }],
    ['is told what a dry run would grant', 5, { kind: 'would_grant', balance: 8 }, { dryRun: true }],
    ['is told what a dry run would take', -3, { kind: 'would_grant', balance: 0 }, { dryRun: true }],
    [
      'is told that a dry run exceeds the balance',
      -4,
      { kind: 'insufficient', balance: 3 },
      { dryRun: true },
    ],
  ])('%s (%i credits)', async (_, credits, answer, { balance = 3, dryRun = false, ...account } = {}) => {
    await db.putUser(user, balance, account);

    await expect(grant({ credits, dryRun })).resolves.toEqual(answer);

    const isGranted = 'kind' in answer && answer.kind === 'granted';
    expect(await amounts()).toEqual(isGranted ? { [`grant#${ID}`]: credits } : {});
    expect(await db.readBalance(user)).toBe(isGranted ? balance + credits : balance);
    expect(writes()).toHaveLength(isGranted ? 1 : 0);
    expect(metrics.countCreditsGranted).toHaveBeenCalledTimes(isGranted ? 1 : 0);
  });

  it('takes nothing when the credits are spent between the preview and the transaction', async () => {
    db.interceptCall({ operation: 'TransactWriteItems', before: () => db.changeBalance(user, -1) });

    await expect(grant({ credits: -3 })).resolves.toEqual({ kind: 'insufficient', balance: 2 });
    expect(await amounts()).toEqual({});
  });

  it('is told that a user has no account, and no account is created', async () => {
    const unknown = db.newUser();

    await expect(grant({ userId: unknown })).resolves.toEqual({ kind: 'no_account' });
    expect(await db.findUserItem(unknown)).toBeUndefined();
    expect(await db.ledgerAmounts(unknown)).toEqual({});
  });

  it.each([5, -3])(
    'grants nothing (%i) when the account is closed between preview and transaction',
    async (credits) => {
      db.interceptCall({
        operation: 'TransactWriteItems',
        before: () => db.putUser(user, 3, { closedAt: CLOSED_AT }),
      });

      await expect(grant({ credits })).resolves.toEqual({ kind: 'closed_account', closedAt: CLOSED_AT });
      expect(await amounts()).toEqual({});
      expect(await db.readBalance(user)).toBe(3);
    },
  );

  it('still sees a grant that was made before the account was closed, also in a dry run', async () => {
    await grant();
    await db.putUser(user, 0, { closedAt: CLOSED_AT });

    for (const dryRun of [false, true])
      expect(await grant({ dryRun })).toMatchObject({ kind: 'already_granted', credits: 5 });
  });

  it.each([0, 1, 2, 3])('grants once on retry when the response of call %i is lost', async (skip) => {
    db.failCall(timedOut(), { skip, isWritten: true });

    await expect(grant()).rejects.toThrow('socket hang up');
    await grant();

    expect(await amounts()).toEqual({ [`grant#${ID}`]: 5 });
    expect(await db.readBalance(user)).toBe(8);
  });
});

describe('an invalid grant request is refused before anything is read', () => {
  it.each([
    ['0 credits', { credits: 0 }],
    ['half a credit', { credits: 1.5 }],
    ['more than 1,000 credits', { credits: 1_001 }],
    ['less than -1,000 credits', { credits: -1_001 }],
    ['a blank reason', { why: '  ' }],
    ['a reason of two lines', { why: 'one\ntwo' }],
    ['a reason of 201 characters', { why: 'x'.repeat(201) }],
    ['no operator', { by: '' }],
    ['a grant id that is not a UUID', { grantId: 'first' }],
    ['no user', { userId: '' }],
  ])('with %s', async (_, changes) => {
    await expect(grant(changes)).rejects.toThrow();

    expect(db.operations()).toEqual([]);
  });

  it.each([1_000, -1_000])('but not a grant of %i credits', async (credits) => {
    await expect(grant({ credits, dryRun: true })).resolves.toBeDefined();
  });
});

it('the log of a grant contains the outcome, and neither the operator nor the reason, which may contain an address', async () => {
  const logs = captureLogs();

  await grant();

  expect(logs.lines('grant')).toMatchObject([
    { userId: user, grantId: ID, credits: 5, dryRun: false, outcome: 'granted' },
  ]);
  expect(logs.text()).not.toContain('jane@example.com');
  expect(logs.text()).not.toContain(WHY);
});

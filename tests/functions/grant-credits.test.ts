import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { grantAnswer, type GrantRequest } from '../../contract/operators.ts';
import { handler } from '../../functions/grant-credits.ts';
import * as metrics from '../../functions/shared/metrics.ts';
import { cancelled, conflict, dynamodb, timedOut, transactions, untouched } from './support/cloud.ts';
import { lambdaContext, USER } from './support/event.ts';
import { history } from './support/history.ts';
import { captureLogs } from './support/logs.ts';
import {
  account,
  changeBalance,
  failCall,
  intervene,
  movements,
  rowsOf,
  tablesWork,
} from './support/tables.ts';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const BY = 'arn:aws:sts::000000000000:assumed-role/Support/jane@example.com';
const WHY = 'Pictures failed on 3 May';

const grant = async (order: Partial<GrantRequest> = {}) => {
  const request = { userId: USER, grantId: ID, credits: 5, by: BY, why: WHY, dryRun: false, ...order };
  return grantAnswer.parse(await handler(request, lambdaContext()));
};
const balance = () => account()?.['credits'];

beforeEach(() => {
  vi.clearAllMocks();
  tablesWork();
  history(3);
});

describe('a grant', () => {
  it('is one transaction: the row that says who and why, and the balance', async () => {
    await expect(grant()).resolves.toEqual({ kind: 'granted', balance: 8 });

    expect(transactions()).toHaveLength(1);
    expect(rowsOf('ledger')).toMatchObject([
      { userId: USER, entryId: `grant#${ID}`, kind: 'grant', amount: 5, ref: ID, by: BY, why: WHY },
    ]);
    expect(balance()).toBe(8);
    expect(metrics.countCreditsGranted).toHaveBeenCalledExactlyOnceWith(5);
  });

  it('again, with the same id, moves nothing and tells what was moved', async () => {
    await grant();

    await expect(grant({ credits: 50, why: 'another' })).resolves.toMatchObject({
      kind: 'already_granted',
      credits: 5,
      by: BY,
      why: WHY,
    });
    expect(movements()).toEqual({ [`grant#${ID}`]: 5 });
    expect(balance()).toBe(8);
    expect(metrics.countCreditsGranted).toHaveBeenCalledTimes(1);
  });

  it('twice at the same time is done once', async () => {
    const answers = await Promise.all([grant(), grant()]);

    expect(answers.map(({ kind }) => kind).sort()).toEqual(['already_granted', 'granted']);
    expect(balance()).toBe(8);
  });

  it('with another id is another grant', async () => {
    await grant();
    await grant({ grantId: '16fd2706-8baf-433b-82eb-8c7fada847da' });

    expect(balance()).toBe(13);
  });

  it('below zero takes, as far as nothing', async () => {
    await expect(grant({ credits: -3 })).resolves.toEqual({ kind: 'granted', balance: 0 });
  });

  it('of more than there is takes nothing', async () => {
    await expect(grant({ credits: -4 })).resolves.toEqual({ kind: 'insufficient', balance: 3 });

    expect(transactions()).toEqual([]);
    expect(balance()).toBe(3);
  });

  it('of what was spent meanwhile takes nothing', async () => {
    intervene({ command: 'TransactWriteCommand', before: () => changeBalance(-1) });

    await expect(grant({ credits: -3 })).resolves.toEqual({ kind: 'insufficient', balance: 2 });
    expect(movements()).toEqual({});
  });

  it('reaches a balance below zero, which only a mistake can make', async () => {
    history(-20);

    await expect(grant()).resolves.toEqual({ kind: 'granted', balance: -15 });
  });

  it('to nobody moves nothing', async () => {
    await expect(grant({ userId: 'nobody' })).resolves.toEqual({ kind: 'no_account' });

    expect(rowsOf('users')).toHaveLength(1);
    expect(movements()).toEqual({});
  });

  it('to a closed account moves nothing, and says since when it is closed', async () => {
    const closedAt = '2026-11-20T09:00:00.000Z';
    history(3, { account: { closedAt } });

    await expect(grant()).resolves.toEqual({ kind: 'closed_account', closedAt });
    expect(movements()).toEqual({});
  });

  it.each([5, -3])('(%i) to an account that is closed meanwhile moves nothing', async (credits) => {
    const closedAt = '2026-11-21T09:00:00.000Z';
    intervene({ command: 'TransactWriteCommand', before: () => history(3, { account: { closedAt } }) });

    await expect(grant({ credits })).resolves.toEqual({ kind: 'closed_account', closedAt });
    expect(movements()).toEqual({});
    expect(balance()).toBe(3);
  });

  it('that was made before the account was closed still tells what it moved', async () => {
    await grant();
    history(0, { account: { closedAt: '2026-11-20T09:00:00.000Z' } });

    await expect(grant()).resolves.toMatchObject({ kind: 'already_granted', credits: 5 });
  });
});

describe('a dry run', () => {
  it.each([
    [5, { kind: 'would_grant', balance: 8 }],
    [-3, { kind: 'would_grant', balance: 0 }],
    [-4, { kind: 'insufficient', balance: 3 }],
  ])('of %i answers, and writes nothing', async (credits, answer) => {
    await expect(grant({ credits, dryRun: true })).resolves.toEqual(answer);

    expect(transactions()).toEqual([]);
    expect(metrics.countCreditsGranted).not.toHaveBeenCalled();
  });

  it('of one that was made says so', async () => {
    await grant();

    await expect(grant({ dryRun: true })).resolves.toMatchObject({ kind: 'already_granted' });
  });
});

describe('a grant that fails', () => {
  it.each([0, 1, 2, 3])('at call %i, its answer lost, is done once when it is repeated', async (skip) => {
    failCall(timedOut(), { skip, done: true });

    await expect(grant()).rejects.toThrow();
    await grant();

    expect(movements()).toEqual({ [`grant#${ID}`]: 5 });
    expect(balance()).toBe(8);
  });

  it('is tried again where a generation is at work on the balance', async () => {
    intervene({
      command: 'TransactWriteCommand',
      before: () => {
        throw cancelled(untouched, conflict);
      },
    });

    await expect(grant()).resolves.toEqual({ kind: 'granted', balance: 8 });
  });
});

describe('a request for a grant', () => {
  it.each([
    ['of nothing', { credits: 0 }],
    ['of a part', { credits: 1.5 }],
    ['of too much', { credits: 1_001 }],
    ['that takes too much', { credits: -1_001 }],
    ['without a reason', { why: '  ' }],
    ['with a reason over two lines', { why: 'one\ntwo' }],
    ['with a reason without an end', { why: 'x'.repeat(201) }],
    ['by nobody', { by: '' }],
    ['with an id that is none', { grantId: 'first' }],
    ['to nobody', { userId: '' }],
  ])('%s is refused before anything is read', async (_, wrong) => {
    await expect(grant(wrong)).rejects.toThrow();

    expect(dynamodb.calls()).toEqual([]);
  });
});

describe('the log of a grant', () => {
  let logs: ReturnType<typeof captureLogs>;
  beforeEach(() => {
    logs = captureLogs();
  });
  afterEach(() => {
    logs.release();
  });

  it('tells what was done, and neither who nor why: a name may be an address', async () => {
    await grant();

    expect(logs.lines('grant')).toMatchObject([
      { userId: USER, grantId: ID, credits: 5, dryRun: false, outcome: 'granted' },
    ]);
    expect(logs.text()).not.toContain('jane@example.com');
    expect(logs.text()).not.toContain(WHY);
  });
});

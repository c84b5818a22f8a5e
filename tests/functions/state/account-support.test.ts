import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showAnswer } from '#contract/operators.ts';
import { handler as showAccount } from '../../../functions/events/show-account.ts';
import { handler as changeSuspension } from '../../../functions/events/suspend-account.ts';
import { lambdaContext } from '../support/event.ts';
import * as db from './support/database.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

let user: string;
const show = async (entries = 25) =>
  showAnswer.parse(JSON.parse(JSON.stringify(await showAccount({ userId: user, entries }, lambdaContext()))));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  db.resetCalls();
  user = db.newUser();
});

describe('the summary of an account for support', () => {
  const putHistory = () =>
    Promise.all([
      db.putUser(user, 14, { email: 'creator@example.com' }),
      ...[
        ledgerItem(user, 'welcome', 'sign-up', 3, { createdAt: daysAgo(9) }),
        ledgerItem(user, 'clawback', 're_1', -20, { createdAt: daysAgo(2), shortfall: 5 }),
        ledgerItem(user, 'purchase', 'cs_1', 25, { createdAt: daysAgo(3) }),
        ledgerItem(user, 'grant', 'g-1', 5, {
          createdAt: daysAgo(1),
          by: 'arn:aws:iam::0:user/jane',
          why: 'sorry',
        }),
      ].map((item) => db.putItem('ledger', item)),
    ]);

  it('contains the balance, the sum of the ledger and all entries, newest first, but no address', async () => {
    await putHistory();
    db.setPageSize(2);

    const answer = await show();

    expect(answer).toEqual({
      kind: 'account',
      userId: user,
      balance: 14,
      ledgerSum: 13,
      openedAt: db.OPENED_AT,
      otherAccounts: [],
      operatorActions: [],
      entryCount: 4,
      entries: [
        {
          createdAt: daysAgo(1),
          kind: 'grant',
          amount: 5,
          ref: 'g-1',
          by: 'arn:aws:iam::0:user/jane',
          why: 'sorry',
        },
        { createdAt: daysAgo(2), kind: 'clawback', amount: -20, ref: 're_1', shortfall: 5 },
        { createdAt: daysAgo(3), kind: 'purchase', amount: 25, ref: 'cs_1' },
        { createdAt: daysAgo(9), kind: 'welcome', amount: 3, ref: 'sign-up' },
      ],
      generations: {
        lastWeek: { pending: 0, waiting: 0, succeeded: 0, failed: {}, deleted: 0 },
        ever: { pending: 0, waiting: 0, succeeded: 0, failed: {}, deleted: 0 },
      },
    });
  });

  it('lists as many entries as requested, but counts and sums all', async () => {
    await putHistory();

    expect(await show(2)).toMatchObject({
      entryCount: 4,
      ledgerSum: 13,
      entries: [{ kind: 'grant' }, { kind: 'clawback' }],
    });
  });

  it('counts the generations of the last week and of all time, without their prompts', async () => {
    const generations: [status: string, days: number, more?: object][] = [
      ['succeeded', 8],
      ['succeeded', 6],
      ['failed', 8, { failure: 'content_filtered' }],
      ['failed', 1, { failure: 'internal' }],
      ['failed', 1, { failure: 'internal' }],
      ['pending', 0],
      ['deleted', 8],
    ];
    await db.putUser(user, 3);
    for (const [index, [status, days, more]] of generations.entries()) {
      await db.putItem(
        'thumbnails',
        thumbnailItem(user, String(index), status, { createdAt: daysAgo(days), ...more }),
      );
    }
    db.setPageSize(2);

    const answer = await show();

    expect(answer).toMatchObject({
      generations: {
        lastWeek: { pending: 1, waiting: 0, succeeded: 1, failed: { internal: 2 }, deleted: 0 },
        ever: {
          pending: 1,
          waiting: 0,
          succeeded: 2,
          failed: { content_filtered: 1, internal: 2 },
          deleted: 1,
        },
      },
    });
    expect(JSON.stringify(answer)).not.toContain('castle');
  });

  it('contains the closing time of a closed account', async () => {
    await db.putUser(user, 0, { closedAt: daysAgo(1) });

    await expect(show()).resolves.toMatchObject({ closedAt: daysAgo(1) });
  });

  it('reports that a user has no account', async () => {
    await expect(show()).resolves.toEqual({ kind: 'no_account' });
  });

  it('fails when an entry does not match its schema, because the sum would be wrong', async () => {
    await putHistory();
    await db.putItem('ledger', { ...ledgerItem(user, 'purchase', 'cs_2', 1), amount: 'many' });

    await expect(show()).rejects.toThrow();
  });

  it.each([
    {},
    { userId: '', entries: 5 },
    { userId: 'user' },
    { userId: 'user', entries: 1_001 },
    { userId: 'user', entries: -1 },
  ])('refuses the request %j', async (event) => {
    await expect(showAccount(event, lambdaContext())).rejects.toThrow();
  });
});

describe('the suspension of an account', () => {
  const BY = 'arn:aws:sts::000000000000:assumed-role/Support/jane';
  const CLOSED_AT = '2026-11-21T09:00:00.000Z';
  const ISO = expect.stringMatching(/^20.*Z$/) as string;
  const change = (action: string, why = 'chargebacks') =>
    changeSuspension({ userId: user, action, by: BY, why }, lambdaContext());

  beforeEach(() => db.putUser(user, 3));

  it('is recorded with the operator and the reason, and shown by show-account', async () => {
    expect(await change('suspend')).toEqual({ kind: 'changed' });
    expect(await db.findUserItem(user)).toMatchObject({ credits: 3, suspendedAt: ISO });
    expect(await change('resume', 'settled')).toEqual({ kind: 'changed' });

    expect(await db.findUserItem(user)).not.toHaveProperty('suspendedAt');
    expect(await show()).toMatchObject({
      operatorActions: [
        { action: 'suspend', at: ISO, by: BY, why: 'chargebacks' },
        { action: 'resume', at: ISO, by: BY, why: 'settled' },
      ],
    });
  });

  it('is not changed by repeating it', async () => {
    await change('suspend');
    const before = await db.findUserItem(user);

    expect(await change('suspend', 'again')).toEqual({ kind: 'unchanged', since: before?.['suspendedAt'] });
    expect(await db.findUserItem(user)).toEqual(before);
  });

  it('is not ended for an account that is not suspended', async () => {
    expect(await change('resume')).toEqual({ kind: 'unchanged', since: undefined });
  });

  it('is refused for a closed account and for a user without an account', async () => {
    await db.putUser(user, 0, { closedAt: CLOSED_AT });
    expect(await change('suspend')).toEqual({ kind: 'closed_account', closedAt: CLOSED_AT });
    user = db.newUser();
    expect(await change('suspend')).toEqual({ kind: 'no_account' });
    expect(await db.findUserItem(user)).toBeUndefined();
  });

  it('needs a reason', async () => {
    await expect(change('suspend', ' ')).rejects.toThrow('the reason must not be empty');
  });
});

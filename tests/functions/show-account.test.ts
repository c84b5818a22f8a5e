import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showAnswer } from '../../contract/operators.ts';
import { handler } from '../../functions/show-account.ts';
import { lambdaContext, USER } from './support/event.ts';
import { entryRow, history, OPENED_AT, recordRow } from './support/history.ts';
import { putRow, tablesWork } from './support/tables.ts';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

const show = async (entries = 25) =>
  showAnswer.parse(JSON.parse(JSON.stringify(await handler({ userId: USER, entries }, lambdaContext()))));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  tablesWork();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an account', () => {
  const entries = [
    entryRow('welcome', 'sign-up', 3, { createdAt: ago(9) }),
    entryRow('clawback', 're_1', -20, { createdAt: ago(2), shortfall: 5 }),
    entryRow('purchase', 'cs_1', 25, { createdAt: ago(3) }),
    entryRow('grant', 'g-1', 5, { createdAt: ago(1), by: 'arn:aws:iam::0:user/jane', why: 'sorry' }),
  ];

  it('tells its balance, what the ledger says, and its rows from the newest on', async () => {
    history(14, { entries, account: { email: 'creator@example.com' } });

    const answer = await show();

    expect(answer).toMatchObject({
      kind: 'account',
      userId: USER,
      balance: 14,
      ledgerSum: 13,
      openedAt: OPENED_AT,
      entryCount: 4,
    });
    expect(answer).toHaveProperty('entries', [
      {
        createdAt: ago(1),
        kind: 'grant',
        amount: 5,
        ref: 'g-1',
        by: 'arn:aws:iam::0:user/jane',
        why: 'sorry',
      },
      { createdAt: ago(2), kind: 'clawback', amount: -20, ref: 're_1', shortfall: 5 },
      { createdAt: ago(3), kind: 'purchase', amount: 25, ref: 'cs_1' },
      { createdAt: ago(9), kind: 'welcome', amount: 3, ref: 'sign-up' },
    ]);
    expect(JSON.stringify(answer)).not.toContain('creator@example.com');
  });

  it('lists as many rows as are asked for, and counts all', async () => {
    history(13, { entries });

    const answer = await show(2);

    expect(answer).toMatchObject({
      entryCount: 4,
      ledgerSum: 13,
      entries: [{ kind: 'grant' }, { kind: 'clawback' }],
    });
  });

  it('counts its generations, of the last week and ever, and tells no prompt', async () => {
    history(3, {
      records: [
        recordRow('1', 'succeeded', { createdAt: ago(8) }),
        recordRow('2', 'succeeded', { createdAt: ago(6) }),
        recordRow('3', 'failed', { createdAt: ago(8), failure: 'content_filtered' }),
        recordRow('4', 'failed', { createdAt: ago(1), failure: 'internal' }),
        recordRow('5', 'failed', { createdAt: ago(1), failure: 'internal' }),
        recordRow('6', 'pending', { createdAt: ago(0) }),
      ],
    });

    const answer = await show();

    expect(answer).toHaveProperty('generations', {
      lastWeek: { pending: 1, succeeded: 1, failed: { internal: 2 } },
      ever: { pending: 1, succeeded: 2, failed: { content_filtered: 1, internal: 2 } },
    });
    expect(JSON.stringify(answer)).not.toContain('castle');
  });

  it('that is closed says since when', async () => {
    history(0, { account: { closedAt: ago(1) } });

    await expect(show()).resolves.toMatchObject({ closedAt: ago(1) });
  });

  it('that there is not is told as such', async () => {
    await expect(show()).resolves.toEqual({ kind: 'no_account' });
  });

  it('with a row that cannot be read fails: what it would show is not all', async () => {
    history(3, { entries });
    putRow('ledger', entryRow('purchase', 'cs_2', Number.NaN, { amount: 'many' }));

    await expect(show()).rejects.toThrow();
  });
});

it.each([{}, { userId: '', entries: 5 }, { userId: USER }, { userId: USER, entries: 5_000 }])(
  'refuses %j',
  async (event) => {
    await expect(handler(event, lambdaContext())).rejects.toThrow();
  },
);

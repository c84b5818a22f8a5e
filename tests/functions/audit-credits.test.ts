import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as metrics from '../../functions/shared/metrics.ts';
import { audit } from './support/audit-credits.ts';
import { dynamodb } from './support/cloud.ts';
import { USER } from './support/event.ts';
import { entryRow, history, recordRow } from './support/history.ts';
import { captureLogs } from './support/logs.ts';
import { scansWork } from './support/scans.ts';
import { dropAccount, openAccount, putRow, rowsOf, tablesWork } from './support/tables.ts';

/** Nothing is left for a second page. */
const NO_TIME = 60_000;
const GENERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const welcome = entryRow('welcome', 'sign-up', 3);
const spend = entryRow('spend', GENERATION, -1);
const refund = entryRow('refund', GENERATION, 1);
const FAILED = { entries: [welcome, spend, refund], records: [recordRow(GENERATION, 'failed')] };

const queries = (table: string) =>
  dynamodb.commandCalls(QueryCommand).filter(({ args: [{ input }] }) => input.TableName === table);

/** Accounts in the order of a scan. */
function fiveAccounts(): string[] {
  const ids = ['user-1', 'user-2', 'user-3', 'user-4', 'user-5'];
  for (const id of ids) history(3, { id, entries: [welcome] });
  return ids;
}

beforeEach(() => {
  vi.clearAllMocks();
  // The pauses between two looks pass at once.
  vi.useFakeTimers({ toFake: ['Date'] });
  tablesWork();
  scansWork();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an audit of all accounts', () => {
  it('that add up finds nothing', async () => {
    history(2, { entries: [welcome, spend], records: [recordRow(GENERATION, 'succeeded')] });
    history(0, { id: 'poor' });

    await expect(audit()).resolves.toEqual({
      accounts: 2,
      drifting: 0,
      findings: [],
      more: 0,
      unsettled: [],
    });
  });

  it('of none finds nothing', async () => {
    await expect(audit()).resolves.toMatchObject({ accounts: 0, drifting: 0 });
  });

  it('finds exactly the account that is off, whatever page it is on', async () => {
    const ids = fiveAccounts();
    openAccount(8, { id: ids[3], createdAt: '2026-11-01T09:00:00.000Z' });

    const { accounts, drifting, findings } = await audit();

    expect({ accounts, drifting }).toEqual({ accounts: 5, drifting: 1 });
    expect(findings).toEqual([{ kind: 'drift', userId: ids[3], balance: 8, ledgerSum: 3, difference: 5 }]);
  });

  it('counts an account once, however much is wrong with it', async () => {
    history(-2, { entries: [welcome, spend], records: [recordRow(GENERATION, 'failed')] });

    const { drifting, findings } = await audit();

    expect(drifting).toBe(1);
    expect(findings).toEqual([
      { kind: 'drift', userId: USER, balance: -2, ledgerSum: 2, difference: -4 },
      { kind: 'negative', userId: USER, balance: -2 },
      { kind: 'generation', userId: USER, generationId: GENERATION, problem: 'failed_and_not_refunded' },
    ]);
  });

  it('finds rows of the ledger whose account is gone, once, over the pages of their rows', async () => {
    history(3, { id: 'a-first', entries: [welcome] });
    history(5, {
      id: 'b-gone',
      entries: [welcome, ...['1', '2', '3', '4'].map((cause) => entryRow('purchase', cause, 1))],
    });
    history(3, { id: 'c-last', entries: [welcome] });
    dropAccount('b-gone');

    await expect(audit()).resolves.toMatchObject({
      accounts: 3,
      drifting: 1,
      findings: [{ kind: 'no_account', userId: 'b-gone', ledgerSum: 7 }],
    });
  });

  it('reads what is, not what was a moment ago', async () => {
    history(5, FAILED);

    await audit();

    for (const { args } of [...dynamodb.commandCalls(ScanCommand), ...dynamodb.commandCalls(QueryCommand)]) {
      expect(args[0].input.ConsistentRead).toBe(true);
    }
    expect(queries('thumbnails')[0]?.args[0].input.ProjectionExpression).not.toContain('prompt');
  });

  it.each([
    ['users', () => openAccount(3, { id: USER, createdAt: 7 })],
    ['ledger', () => putRow('ledger', { ...spend, amount: 'one' })],
    ['thumbnails', () => putRow('thumbnails', recordRow(GENERATION, 'lost'))],
  ])('tells of a row of %s that cannot be read, and goes on', async (table, spoil) => {
    history(3, { entries: [welcome] });
    history(9, { id: 'z-last', entries: [welcome] });
    spoil();

    await expect(audit()).resolves.toMatchObject({
      drifting: 2,
      findings: [{ kind: 'unreadable', userId: USER, table }, { userId: 'z-last' }],
    });
  });

  it('lists five hundred findings, and counts the others', async () => {
    const records = Array.from({ length: 502 }, (_, index) => recordRow(`g-${index}`, 'succeeded'));
    history(0, { records });

    const { findings, more, drifting } = await audit();

    expect([findings.length, more, drifting]).toEqual([500, 2, 1]);
  });

  it('fails where a table cannot be read, begins nothing more, and reports no half of it', async () => {
    for (let count = 0; count < 40; count += 1) history(3, { id: `user-${count}`, entries: [welcome] });
    dynamodb.on(ScanCommand, { TableName: 'users' }).resolves({ Items: rowsOf('users') });
    dynamodb
      .on(QueryCommand, { TableName: 'ledger' })
      .rejects(new InternalServerError({ message: 'x', $metadata: {} }));

    await expect(audit()).rejects.toThrow(InternalServerError);
    expect(queries('ledger').length).toBeLessThan(40);
    const made = dynamodb.calls().length;
    await new Promise(setImmediate);
    expect(dynamodb.calls()).toHaveLength(made);
  });
});

describe('an audit in slices', () => {
  it('takes up where it was, and sees every account once', async () => {
    const ids = fiveAccounts();
    for (const id of ids) openAccount(4, { id, createdAt: '2026-11-01T09:00:00.000Z' });
    history(3, { id: 'gone', entries: [welcome] });
    dropAccount('gone');

    const found: string[] = [];
    let slices = 0;
    let cursor: string | undefined;
    do {
      const slice = await audit({ ...(cursor !== undefined && { cursor }) }, NO_TIME);
      found.push(...slice.findings.map(({ userId }) => userId));
      ({ cursor } = slice);
      slices += 1;
    } while (cursor !== undefined);

    expect(found.sort()).toEqual(['gone', ...ids].sort());
    expect(slices).toBeGreaterThan(3);
  });

  it('ends its slice when the time that was asked for is over', async () => {
    fiveAccounts();
    dynamodb.on(ScanCommand, { TableName: 'users' }).callsFake(() => {
      vi.setSystemTime(Date.now() + 6_000);
      return Promise.resolve({ Items: [], LastEvaluatedKey: { id: 'somebody' } });
    });

    const { cursor } = await audit({ seconds: 10 });

    expect(cursor).toBeDefined();
    expect(dynamodb.commandCalls(ScanCommand)).toHaveLength(2);
  });

  it.each(['nonsense', Buffer.from('{"phase":"other"}').toString('base64url')])(
    'takes no cursor that is not its own: %s',
    async (cursor) => {
      await expect(audit({ cursor })).rejects.toThrow('The cursor does not come from an audit.');
    },
  );

  it.each([{ seconds: 0 }, { seconds: 900 }, { userId: '' }, { cursor: 7 }])(
    'refuses %j before it reads anything',
    async (event) => {
      await expect(audit(event)).rejects.toThrow();
      expect(dynamodb.calls()).toEqual([]);
    },
  );
});

describe('an audit of one account', () => {
  it('reads no other', async () => {
    history(4, { entries: [welcome] });
    history(9, { id: 'other' });

    await expect(audit({ userId: USER })).resolves.toMatchObject({
      accounts: 1,
      findings: [{ kind: 'drift', userId: USER, difference: 1 }],
    });
    expect(dynamodb.commandCalls(ScanCommand)).toEqual([]);
  });

  it('that there is not counts none', async () => {
    await expect(audit({ userId: 'nobody' })).resolves.toMatchObject({ accounts: 0, findings: [] });
  });

  it('of which the ledger is left tells that', async () => {
    history(0, FAILED);
    dropAccount(USER);

    await expect(audit({ userId: USER })).resolves.toMatchObject({
      accounts: 1,
      findings: [{ kind: 'no_account', ledgerSum: 3 }],
    });
  });
});

describe('the daily audit', () => {
  const daily = (remainingMs?: number) => audit({ source: 'aws.events' }, remainingMs);
  let logs: ReturnType<typeof captureLogs>;
  beforeEach(() => {
    logs = captureLogs();
  });
  afterEach(() => {
    logs.release();
  });

  it('says with a metric of 0 that everything was looked at', async () => {
    fiveAccounts();

    await daily();

    expect(metrics.countLedgerDrift).toHaveBeenCalledExactlyOnceWith(0);
    expect(logs.lines('audit')).toMatchObject([{ accounts: 5, drifting: 0, unsettled: 0, complete: true }]);
  });

  it('says how many accounts are off, and which, without anything personal', async () => {
    history(9, FAILED);

    await daily();

    expect(metrics.countLedgerDrift).toHaveBeenCalledExactlyOnceWith(1);
    expect(logs.lines('audit finding')).toMatchObject([
      { level: 'ERROR', found: { kind: 'drift', userId: USER, difference: 6 } },
    ]);
    expect(logs.text()).not.toContain('castle');
  });

  it('that did not come to its end fails, and does not say that all is well', async () => {
    fiveAccounts();

    await expect(daily(NO_TIME)).rejects.toThrow('is incomplete');
    expect(metrics.countLedgerDrift).not.toHaveBeenCalled();

    history(9, { id: 'user-1' });
    await expect(daily(NO_TIME)).rejects.toThrow();
    expect(metrics.countLedgerDrift).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('is the only one that counts: whoever asks reads the answer', async () => {
    history(9, FAILED);

    await audit();

    expect(metrics.countLedgerDrift).not.toHaveBeenCalled();
  });
});

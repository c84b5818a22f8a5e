import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as metrics from '../../../functions/platform/metrics.ts';
import { captureLogs } from '../support/logs.ts';
import {
  audit,
  GENERATION,
  putAccount,
  putAccounts,
  REFUND,
  SPEND,
  WELCOME,
  type Entry,
} from './support/audit.ts';
import * as db from './support/database.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';

/** Too short for a second page. */
const ONE_MINUTE = 60_000;
const record = (status: string) => thumbnailItem(user, GENERATION, status);
const failedGeneration = () => ({ entries: [WELCOME, SPEND, REFUND], records: [record('failed')] });

let user: string;

beforeEach(async () => {
  // With a fake clock, the pauses between two attempts end immediately.
  vi.useFakeTimers({ toFake: ['Date'] });
  // An audit reads all accounts.
  await db.createTables();
  user = db.newUser();
});

describe('an audit of all accounts', () => {
  it('finds nothing when every balance equals its ledger', async () => {
    await putAccount(user, 2, { entries: [WELCOME, SPEND], records: [record('succeeded')] });
    await putAccount(db.newUser(), 0, { entries: [] });

    await expect(audit()).resolves.toEqual({
      accounts: 2,
      drifting: 0,
      findings: [],
      more: 0,
      unsettled: [],
    });
  });

  it('finds the one account whose balance differs from its ledger, on any page', async () => {
    const [, , , wrong = ''] = await putAccounts(5);
    await db.putUser(wrong, 8);
    db.setPageSize(2);

    await expect(audit()).resolves.toMatchObject({
      accounts: 5,
      drifting: 1,
      findings: [{ kind: 'drift', userId: wrong, balance: 8, ledgerSum: 3, difference: 5 }],
    });
    // Only the daily audit writes the metric.
    expect(metrics.countLedgerDrift).not.toHaveBeenCalled();
  });

  it('counts an account with several findings once', async () => {
    await putAccount(user, -2, { entries: [WELCOME, SPEND], records: [record('failed')] });

    const { drifting, findings } = await audit();

    expect(drifting).toBe(1);
    expect(findings).toEqual([
      { kind: 'drift', userId: user, balance: -2, ledgerSum: 2, difference: -4 },
      { kind: 'negative', userId: user, balance: -2 },
      { kind: 'generation', userId: user, generationId: GENERATION, problem: 'failed_and_not_refunded' },
    ]);
  });

  it('finds ledger entries without an account once, even if they extend over several pages', async () => {
    const purchases = ['1', '2', '3', '4'].map((ref): Entry => ['purchase', ref, 1]);
    await putAccounts(5);
    await putAccount(user, 7, { entries: [WELCOME, ...purchases] });
    await db.deleteUserItem(user);
    db.setPageSize(2);

    await expect(audit()).resolves.toMatchObject({
      accounts: 6,
      drifting: 1,
      findings: [{ kind: 'no_account', userId: user, ledgerSum: 7 }],
    });
  });

  it('reads consistently, and no prompts', async () => {
    await putAccount(user, 5, failedGeneration());

    await audit();

    const reads = [...db.callInputs('Scan'), ...db.callInputs('Query')];
    expect(reads.length).toBeGreaterThan(4);
    for (const input of reads) expect(input).toMatchObject({ ConsistentRead: true });
    const projections = db.callInputs('Query').map(({ ProjectionExpression: text }) => String(text));
    expect(projections.filter((text) => text.includes('prompt'))).toEqual([]);
  });

  it.each([
    ['users', () => db.putUser(user, 3, { createdAt: 7 })],
    ['ledger', () => db.putItem('ledger', { ...ledgerItem(user, ...SPEND), amount: 'one' })],
    ['thumbnails', () => db.putItem('thumbnails', record('lost'))],
  ])('reports an item of %s that does not match its schema, and continues', async (table, putInvalid) => {
    await putAccount(user, 3);
    const other = await putAccount(db.newUser(), 9);
    await putInvalid();

    const { drifting, findings } = await audit();

    expect(drifting).toBe(2);
    expect(findings).toContainEqual({ kind: 'unreadable', userId: user, table });
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'drift', userId: other }));
  });

  it('lists 500 findings and counts the others', async () => {
    const records = Array.from({ length: 502 }, (_, index) =>
      thumbnailItem(user, `generation-${index}`, 'succeeded'),
    );
    await db.putUser(user, 0);
    await Promise.all(records.map((item) => db.putItem('thumbnails', item)));

    const { findings, more, drifting } = await audit();

    expect([findings.length, more, drifting]).toEqual([500, 2, 1]);
  });

  it('fails without starting further work when a table cannot be read', async () => {
    await Promise.all(Array.from({ length: 40 }, () => db.putUser(db.newUser(), 0)));
    db.failCall(new InternalServerError({ message: 'x', $metadata: {} }), {
      operation: 'Query',
      table: 'ledger',
    });

    await expect(audit()).rejects.toThrow(InternalServerError);
    const count = db.operations().length;
    expect(db.callInputs('Query').length).toBeLessThan(80);
    await new Promise(setImmediate);
    expect(db.operations()).toHaveLength(count);
  });
});

describe('an audit of one account', () => {
  it('reads no other account', async () => {
    await putAccount(user, 4);
    await putAccount(db.newUser(), 9);

    await expect(audit({ userId: user })).resolves.toMatchObject({
      accounts: 1,
      findings: [{ kind: 'drift', userId: user, difference: 1 }],
    });
    expect(db.operations()).not.toContain('Scan');
  });

  it('counts 0 accounts for an unknown user', async () => {
    await expect(audit({ userId: user })).resolves.toMatchObject({ accounts: 0, findings: [] });
  });
});

describe('the daily audit', () => {
  const auditDaily = (remainingMs?: number) => audit({ source: 'aws.events' }, remainingMs);
  let logs: ReturnType<typeof captureLogs>;
  beforeEach(() => {
    logs = captureLogs();
  });

  it('writes a metric of 0 when it has found nothing', async () => {
    await putAccounts(5);

    await auditDaily();

    expect(metrics.countLedgerDrift).toHaveBeenCalledExactlyOnceWith(0);
    expect(logs.lines('audit')).toMatchObject([{ accounts: 5, drifting: 0, unsettled: 0, complete: true }]);
  });

  it('writes the number of accounts with findings, and logs the findings without personal data', async () => {
    await putAccount(user, 9, failedGeneration());

    await auditDaily();

    expect(metrics.countLedgerDrift).toHaveBeenCalledExactlyOnceWith(1);
    expect(logs.lines('audit finding')).toMatchObject([
      { level: 'ERROR', found: { kind: 'drift', userId: user, difference: 6 } },
    ]);
    expect(logs.text()).not.toContain('castle');
  });

  it('logs at most 20 findings', async () => {
    await Promise.all(Array.from({ length: 21 }, () => db.putUser(db.newUser(), 1)));

    await auditDaily();

    expect(logs.lines('audit finding')).toHaveLength(20);
  });

  it.each([
    ['without a metric of 0', 3, []],
    ['after it has written its findings', 9, [[1]]],
  ])('fails %s when it is incomplete', async (_, credits, metric) => {
    await putAccounts(5, credits);
    db.setPageSize(1);

    await expect(auditDaily(ONE_MINUTE)).rejects.toThrow('The daily audit is incomplete.');
    expect(vi.mocked(metrics.countLedgerDrift).mock.calls).toEqual(metric);
  });
});

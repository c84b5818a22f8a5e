import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as metrics from '../../../functions/shared/metrics.ts';
import { captureLogs } from '../support/logs.ts';
import { audit, GENERATION, putAccount, REFUND, SPEND, WELCOME, type Entry } from './support/audit.ts';
import {
  callInputs,
  createTables,
  databaseCalls,
  deleteUserItem,
  failCall,
  interceptCall,
  newUser,
  putItem,
  putUser,
  setPageSize,
} from './support/database.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';

/** Too short for a second page. */
const ONE_MINUTE = 60_000;
const record = (status: string) => thumbnailItem(user, GENERATION, status);
const failedGeneration = () => ({ entries: [WELCOME, SPEND, REFUND], records: [record('failed')] });

async function putFiveAccounts(credits = 3): Promise<string[]> {
  const ids = Array.from({ length: 5 }, newUser);
  for (const userId of ids) await putAccount(userId, credits);
  return ids;
}

let user: string;

beforeEach(async () => {
  vi.clearAllMocks();
  // With a fake clock, the pauses between two attempts end immediately.
  vi.useFakeTimers({ toFake: ['Date'] });
  // An audit reads all accounts.
  await createTables();
  user = newUser();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an audit of all accounts', () => {
  it('finds nothing when every balance equals its ledger', async () => {
    await putAccount(user, 2, { entries: [WELCOME, SPEND], records: [record('succeeded')] });
    await putAccount(newUser(), 0, { entries: [] });

    await expect(audit()).resolves.toEqual({
      accounts: 2,
      drifting: 0,
      findings: [],
      more: 0,
      unsettled: [],
    });
  });

  it('finds nothing without accounts', async () => {
    await expect(audit()).resolves.toMatchObject({ accounts: 0, drifting: 0 });
  });

  it('finds the one account whose balance differs from its ledger, on any page', async () => {
    const [, , , wrong = ''] = await putFiveAccounts();
    await putUser(wrong, 8);
    setPageSize(2);

    await expect(audit()).resolves.toMatchObject({
      accounts: 5,
      drifting: 1,
      findings: [{ kind: 'drift', userId: wrong, balance: 8, ledgerSum: 3, difference: 5 }],
    });
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
    await putFiveAccounts();
    await putAccount(user, 7, { entries: [WELCOME, ...purchases] });
    await deleteUserItem(user);
    setPageSize(2);

    await expect(audit()).resolves.toMatchObject({
      accounts: 6,
      drifting: 1,
      findings: [{ kind: 'no_account', userId: user, ledgerSum: 7 }],
    });
  });

  it('reads consistently, and no prompts', async () => {
    await putAccount(user, 5, failedGeneration());

    await audit();

    const reads = [...callInputs('Scan'), ...callInputs('Query')];
    expect(reads.length).toBeGreaterThan(4);
    for (const input of reads) expect(input).toMatchObject({ ConsistentRead: true });
    const projections = callInputs('Query').map(({ ProjectionExpression: text }) => String(text));
    expect(projections.filter((text) => text.includes('prompt'))).toEqual([]);
  });

  it.each([
    ['users', () => putUser(user, 3, { createdAt: 7 })],
    ['ledger', () => putItem('ledger', { ...ledgerItem(user, ...SPEND), amount: 'one' })],
    ['thumbnails', () => putItem('thumbnails', record('lost'))],
  ])('reports an item of %s that does not match its schema, and continues', async (table, putInvalid) => {
    await putAccount(user, 3);
    const other = await putAccount(newUser(), 9);
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
    await putUser(user, 0);
    await Promise.all(records.map((item) => putItem('thumbnails', item)));

    const { findings, more, drifting } = await audit();

    expect([findings.length, more, drifting]).toEqual([500, 2, 1]);
  });

  it('fails without starting further work when a table cannot be read', async () => {
    await Promise.all(Array.from({ length: 40 }, () => putUser(newUser(), 0)));
    failCall(new InternalServerError({ message: 'x', $metadata: {} }), {
      operation: 'Query',
      table: 'ledger',
    });

    await expect(audit()).rejects.toThrow(InternalServerError);
    const count = databaseCalls().length;
    expect(callInputs('Query').length).toBeLessThan(80);
    await new Promise(setImmediate);
    expect(databaseCalls()).toHaveLength(count);
  });
});

describe('an audit in slices', () => {
  it('sees every account once', async () => {
    const ids = await putFiveAccounts(4);
    await putAccount(user, 3);
    await deleteUserItem(user);
    setPageSize(2);

    const found: string[] = [];
    let slices = 0;
    let cursor: string | undefined;
    do {
      const slice = await audit({ ...(cursor !== undefined && { cursor }) }, ONE_MINUTE);
      found.push(...slice.findings.map(({ userId }) => userId));
      ({ cursor } = slice);
      slices += 1;
    } while (cursor !== undefined);

    expect(found.sort()).toEqual([user, ...ids].sort());
    expect(slices).toBeGreaterThan(3);
  });

  it('ends its slice after the requested number of seconds', async () => {
    await putFiveAccounts();
    setPageSize(1);
    for (const skip of [0, 1]) {
      interceptCall({ operation: 'Scan', skip, after: () => vi.setSystemTime(Date.now() + 6_000) });
    }

    const { cursor, accounts } = await audit({ seconds: 10 });

    expect(cursor).toBeDefined();
    expect(accounts).toBe(2);
  });

  it.each(['nonsense', Buffer.from('{"phase":"other"}').toString('base64url')])(
    'refuses a cursor that does not come from an audit: %s',
    async (cursor) => {
      await expect(audit({ cursor })).rejects.toThrow('The cursor does not come from an audit.');
    },
  );

  it.each([{ seconds: 0 }, { seconds: 841 }, { userId: '' }, { cursor: 7 }])(
    'refuses the request %j before it reads anything',
    async (event) => {
      await expect(audit(event)).rejects.toThrow();
      expect(databaseCalls()).toEqual([]);
    },
  );
});

describe('an audit of one account', () => {
  it('reads no other account', async () => {
    await putAccount(user, 4);
    await putAccount(newUser(), 9);

    await expect(audit({ userId: user })).resolves.toMatchObject({
      accounts: 1,
      findings: [{ kind: 'drift', userId: user, difference: 1 }],
    });
    expect(databaseCalls()).not.toContain('Scan');
  });

  it('counts 0 accounts for an unknown user', async () => {
    await expect(audit({ userId: user })).resolves.toMatchObject({ accounts: 0, findings: [] });
  });

  it('finds ledger entries without an account', async () => {
    await putAccount(user, 0, failedGeneration());
    await deleteUserItem(user);

    await expect(audit({ userId: user })).resolves.toMatchObject({
      accounts: 1,
      findings: [{ kind: 'no_account', ledgerSum: 3 }],
    });
  });
});

describe('the daily audit', () => {
  const auditDaily = (remainingMs?: number) => audit({ source: 'aws.events' }, remainingMs);
  let logs: ReturnType<typeof captureLogs>;
  beforeEach(() => {
    logs = captureLogs();
  });
  afterEach(() => {
    logs.release();
  });

  it('writes a metric of 0 when it has found nothing', async () => {
    await putFiveAccounts();

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
    await Promise.all(Array.from({ length: 21 }, () => putUser(newUser(), 1)));

    await auditDaily();

    expect(logs.lines('audit finding')).toHaveLength(20);
  });

  it('fails without a metric of 0 when it is incomplete', async () => {
    await putFiveAccounts();
    setPageSize(1);

    await expect(auditDaily(ONE_MINUTE)).rejects.toThrow('The daily audit is incomplete.');
    expect(metrics.countLedgerDrift).not.toHaveBeenCalled();
  });

  it('writes its findings even when it is incomplete', async () => {
    await putFiveAccounts(9);
    setPageSize(1);

    await expect(auditDaily(ONE_MINUTE)).rejects.toThrow('The daily audit is incomplete.');
    expect(metrics.countLedgerDrift).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('writes a metric, and an audit by an operator writes none', async () => {
    await putAccount(user, 9, failedGeneration());

    await audit();

    expect(metrics.countLedgerDrift).not.toHaveBeenCalled();
  });
});

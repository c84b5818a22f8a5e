import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelled, conflict } from '../support/aws-errors.ts';
import { audit, GENERATION, putAccount, putAccounts, REFUND, SPEND, WELCOME } from './support/audit.ts';
import * as db from './support/database.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';

/** Too short for a second page. */
const ONE_MINUTE = 60_000;

let user: string;

beforeEach(async () => {
  // With a fake clock, the pauses between two attempts end immediately.
  vi.useFakeTimers({ toFake: ['Date'] });
  // An audit reads all accounts.
  await db.createTables();
  user = db.newUser();
});

describe('an audit during concurrent changes', () => {
  const record = (status: string) => thumbnailItem(user, GENERATION, status);
  const buy = async () => {
    await db.putItem('ledger', ledgerItem(user, 'purchase', 'cs_1', 25));
    await db.putUser(user, 28);
  };

  it.each([
    ['before', { before: buy }],
    ['after', { after: buy }],
  ])('finds no drift when a purchase is booked %s the ledger is read', async (_, moment) => {
    await putAccount(user, 3);
    db.interceptCall({ operation: 'Query', table: 'ledger', ...moment });

    await expect(audit()).resolves.toMatchObject({ accounts: 1, findings: [], unsettled: [] });
  });

  /** Books one credit before each of the next reads of the ledger. */
  const bookDuringReads = (reads: number) => {
    for (let skip = 0; skip < reads; skip += 1) {
      const before = () => db.putItem('ledger', ledgerItem(user, 'purchase', `cs_${skip}`, 1));
      db.interceptCall({ operation: 'Query', table: 'ledger', skip, before });
    }
  };

  it.each([2, 3, 5])('finds no drift when the ledger changes during %i attempts', async (attempts) => {
    // The scan reads the ledger once, and each attempt reads it twice.
    const reads = 1 + 2 * attempts;
    await putAccount(user, reads, { entries: [] });
    bookDuringReads(reads);

    await expect(audit()).resolves.toMatchObject({ accounts: 1, findings: [], unsettled: [] });
  });

  it('reports the account as unsettled when the ledger changes during every attempt', async () => {
    await putAccount(user, 4, { entries: [] });
    bookDuringReads(20);

    await expect(audit()).resolves.toMatchObject({ accounts: 1, drifting: 0, unsettled: [user] });
  });

  it.each([
    [2, { findings: [{ kind: 'drift', difference: 1 }], unsettled: [] }],
    [12, { findings: [], unsettled: true }],
  ])('retries when %i reads of the account meet a transaction', async (count, { findings, unsettled }) => {
    await putAccount(user, 4);
    for (let skip = 0; skip < count; skip += 1) {
      db.failCall(cancelled(conflict), { operation: 'TransactGetItems', skip });
    }

    await expect(audit()).resolves.toMatchObject({
      findings,
      unsettled: unsettled === true ? [user] : unsettled,
    });
  });

  it('finds no problem when a generation fails between the reads of its entries and its record', async () => {
    await putAccount(user, 2, { entries: [WELCOME, SPEND], records: [record('pending')] });
    db.interceptCall({
      operation: 'Query',
      table: 'thumbnails',
      before: async () => {
        await db.putItem('thumbnails', record('failed'));
        await db.putItem('ledger', ledgerItem(user, ...REFUND));
        await db.putUser(user, 3);
      },
    });

    await expect(audit()).resolves.toMatchObject({ accounts: 1, findings: [] });
  });

  it('finds no entries without an account when the account is opened concurrently', async () => {
    await putAccount(user, 3);
    await db.deleteUserItem(user);
    db.interceptCall({ operation: 'GetItem', table: 'users', after: () => db.putUser(user, 3) });

    await expect(audit()).resolves.toMatchObject({ findings: [] });
  });
});

describe('an audit in slices', () => {
  it('sees every account once', async () => {
    const ids = await putAccounts(5, 4);
    await putAccount(user, 3);
    await db.deleteUserItem(user);
    db.setPageSize(2);

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
    await putAccounts(5);
    db.setPageSize(1);
    for (const skip of [0, 1]) {
      db.interceptCall({ operation: 'Scan', skip, after: () => vi.setSystemTime(Date.now() + 6_000) });
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
      expect(db.operations()).toEqual([]);
    },
  );
});

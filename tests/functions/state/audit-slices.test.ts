import { beforeEach, describe, expect, it, vi } from 'vitest';
import { audit, putAccount, putAccounts } from './support/audit.ts';
import {
  createTables,
  databaseCalls,
  deleteUserItem,
  interceptCall,
  newUser,
  setPageSize,
} from './support/database.ts';

/** Too short for a second page. */
const ONE_MINUTE = 60_000;

beforeEach(async () => {
  // With a fake clock, the pauses between two attempts end immediately.
  vi.useFakeTimers({ toFake: ['Date'] });
  // An audit reads all accounts.
  await createTables();
});

describe('an audit in slices', () => {
  it('sees every account once', async () => {
    const ids = await putAccounts(5, 4);
    const user = await putAccount(newUser(), 3);
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
    await putAccounts(5);
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

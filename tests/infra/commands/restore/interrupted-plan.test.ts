import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ACCOUNT_TABLES,
  compact,
  type Account,
  type AccountTable,
} from '../../../../infra/commands/restore/account.ts';
import { planAccount } from '../../../../infra/commands/restore/rules.ts';

const some = <T>(values: readonly T[]) => fc.constantFrom(undefined, ...values);
const user = fc.record({
  id: fc.constant('user'),
  createdAt: fc.constant('01'),
  tokensValidFrom: some(['02', '12']),
  keyCount: some([0, 2]),
  suspendedAt: some(['03']),
  operatorActions: some([
    [{ action: 'suspend', at: '03' }],
    [
      { action: 'suspend', at: '03' },
      { action: 'resume', at: '04' },
    ],
  ]),
  mailbox: some(['m']),
  stripeCustomerId: some(['cus_1', 'cus_2']),
  closedAt: some(['05']),
  closing: some(['yes']),
});
const entry = fc.record({
  entryId: fc.constantFrom('welcome', 'closed', 'spend#a', 'refund#a', 'refund#e', 'grant#g'),
  amount: fc.constantFrom(-1, 1, 2),
  shortfall: some([0, 3]),
  createdAt: fc.constantFrom('01', '02'),
});
const generation = fc.record({
  generationId: fc.constantFrom('a', 'e'),
  status: fc.constantFrom('pending', 'waiting', 'succeeded', 'failed', 'deleted'),
  endedAs: some(['succeeded', 'failed']),
  deletedAt: some(['06']),
  startedAt: some(['06']),
  expiresAt: some([0, 9e9]),
  cost: fc.constantFrom(1, 2),
});
const account: fc.Arbitrary<Account> = fc.record({
  users: fc.array(user, { maxLength: 1 }).map((rows) => rows.map(compact)),
  ledger: fc.uniqueArray(entry, { selector: (row) => row.entryId, maxLength: 5 }).map((rows) =>
    rows.map((row) => {
      const [kind = '', ref] = row.entryId.split('#');
      return compact({ ...row, userId: 'user', kind, ref });
    }),
  ),
  purchases: fc.constant([]),
  thumbnails: fc
    .uniqueArray(generation, { selector: (row) => row.generationId })
    .map((rows) =>
      rows.map((row) => compact({ ...row, thumbnailId: row.generationId === 'e' ? 'a' : undefined })),
    ),
  brandKits: fc.constant([]),
});

const KEYS: Readonly<Record<AccountTable, string>> = {
  users: 'id',
  ledger: 'entryId',
  purchases: 'id',
  thumbnails: 'generationId',
  brandKits: 'userId',
};

/** The rows after some writes of a restoration, which writes and deletes row after row. */
function* interrupt(found: Account, planned: Account): Generator<Account> {
  let rows = found;
  for (const table of ACCOUNT_TABLES) {
    const key = KEYS[table];
    const ids = [...planned[table], ...found[table]].map((row) => row[key]);
    for (const id of new Set(ids)) {
      const row = planned[table].filter((each) => each[key] === id);
      rows = { ...rows, [table]: [...rows[table].filter((each) => each[key] !== id), ...row] };
      yield rows;
    }
  }
}

const withThumbnail = (status: string): Account => ({
  ...{ users: [], ledger: [], purchases: [], brandKits: [] },
  thumbnails: [{ generationId: 'a', status, cost: 1 }],
});
/** The status or the refund is wrong, and the generation runs again. */
const withRefund: Account = {
  ...withThumbnail('succeeded'),
  ledger: [{ userId: 'user', entryId: 'refund#a', kind: 'refund', amount: 1, ref: 'a', createdAt: '02' }],
};

it('decides the same when it is interrupted after any write', () => {
  fc.assert(
    fc.property(account.map(repair), account, fc.boolean(), (copy, found, hasUser) => {
      const plan = (rows: Account, now: string) =>
        planAccount(copy, rows, { userId: 'user', now: new Date(now), hasUser });
      const planned = plan(found, '2026-11-24T12:00:00Z');
      for (const rows of interrupt(found, planned)) {
        expect(sort(plan(rows, '2026-11-24T12:00:00Z'))).toEqual(sort(planned));
      }
    }),
    { numRuns: 2_000, examples: [[withThumbnail('pending'), withRefund, true]] },
  );
});

const sort = (rows: Account) =>
  Object.fromEntries(
    ACCOUNT_TABLES.map((table) => [table, new Map(rows[table].map((row) => [row[KEYS[table]], row]))]),
  );

/** The rows of a copy agree with each other. */
function repair(rows: Account): Account {
  const hasEdit = rows.thumbnails.some(({ generationId }) => generationId === 'e');
  const thumbnails = rows.thumbnails.map(({ generationId, thumbnailId, cost, status, expiresAt }) => {
    const isThumbnail = hasEdit && generationId === 'a';
    const common = { generationId, thumbnailId, cost };
    if (status === 'failed' && !isThumbnail) return compact({ ...common, status, expiresAt });
    if (status === 'deleted') return { ...common, status, endedAs: 'succeeded', deletedAt: '06' };
    return compact({ ...common, status: isThumbnail ? 'succeeded' : status });
  });
  const failed = thumbnails.filter(({ status }) => status === 'failed');
  const isFailed = (ref: unknown) => failed.some(({ generationId }) => generationId === ref);
  return {
    ...rows,
    thumbnails,
    ledger: rows.ledger.filter(({ kind, ref }) => kind !== 'refund' || isFailed(ref)),
  };
}

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { TABLE_NAMES, type TableName } from '../../../../contract/tables.ts';
import type { LedgerEntry } from '../../../../functions/ledger/ledger-table.ts';
import type { User } from '../../../../functions/ledger/users-table.ts';
import { planAccount, RULES, type Account, type Row } from '../../../../infra/commands/restore/rules.ts';

/** A new kind of entry or attribute without a rule is a type error. */
type Ruled =
  | `ledger: ${LedgerEntry['kind']}`
  | `users: ${Exclude<keyof User, 'id'> | 'closing' | 'keyCount'}`
  | Exclude<TableName, 'ledger' | 'users' | 'thumbnails'>;
const RULED: Readonly<Record<Ruled, string>> = RULES;

const NOW = new Date('2026-11-24T12:00:00Z');
const EMPTY: Account = { users: [], ledger: [], purchases: [], thumbnails: [], brandKits: [] };

const entry = (kind: string, ref: string, amount: number, more: Row = {}): Row => ({
  entryId: `${kind}#${ref}`,
  kind,
  ref,
  amount,
  createdAt: '2026-11-01',
  ...more,
});
const WELCOME = entry('welcome', 'sign-up', 3);
const account = (users: Row, rows: Partial<Account> = {}): Account => ({
  ...EMPTY,
  ledger: [WELCOME],
  ...rows,
  users: [{ id: 'user', credits: 3, packs: {}, createdAt: '2026-11-01', ...users }],
});
const plan = (copy: Account, found: Account, hasUser = true) =>
  planAccount(copy, found, { userId: 'user', now: NOW, hasUser });
const planUser = (before: Row, current: Row) => plan(account(before), account(current)).users[0];
const planThumbnails = (copy: Row[], found: Row[], refunds: string[] = []) => {
  const made = { ledger: [WELCOME, ...refunds.map((id) => entry('refund', id, 1))] };
  const { thumbnails, ledger } = plan(
    account({}, { thumbnails: copy }),
    account({}, { thumbnails: found, ...made }),
  );
  return { thumbnails, refunds: ledger.filter(({ kind }) => kind === 'refund').map(({ ref }) => ref) };
};

const generation = (status: string, more: Row = {}): Row => ({ generationId: 'a', status, cost: 1, ...more });

describe('the rules of a restoration', () => {
  it('are the table of the documents, and name every table, kind of entry and attribute of an account', async () => {
    const page = await readFile(new URL('../../../../docs/recovery.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\|[^|]+\| `([^`]+)` +\| ([a-z ]+?) +\|/gm)];

    expect(Object.fromEntries(rows.map(([, row = '', rule]) => [row, rule]))).toEqual(RULES);
    expect(rows).toHaveLength(Object.keys(RULES).length);
    const tables = Object.keys(RULED).map((name) => name.split(':')[0]);
    expect(new Set(tables)).toEqual(new Set(TABLE_NAMES));
  });

  it('bring every entry of that time back, keep welcomes and grants since, and add the balance up', () => {
    const since = [
      entry('welcome', 'late', 5),
      entry('grant', 'one', 4),
      entry('grant', 'correction', -2),
      ...['spend', 'refund', 'purchase', 'collect', 'clawback', 'restore', 'carry', 'closed', 'unknown'].map(
        (kind) => entry(kind, 'since', 7, { shortfall: 3, pack: 'pro', packCredits: 7 }),
      ),
    ];
    const old = entry('clawback', 'old', -2, { shortfall: 6, pack: 'starter', packCredits: -8 });

    const { users, ledger } = plan(
      account({}, { ledger: [WELCOME, old] }),
      account({ credits: 99, packs: { pro: 7 } }, { ledger: [{ ...WELCOME, amount: 50 }, ...since] }),
    );

    expect(ledger).toEqual([WELCOME, old, ...since.slice(0, 2)]);
    expect(users).toEqual([
      { id: 'user', credits: 10, shortfall: 6, packs: { starter: -8 }, createdAt: '2026-11-01' },
    ]);
  });

  it('leave an account as it is to which nothing has happened', () => {
    const same = account(
      { shortfall: 0, keyCount: 2, mailbox: 'm', tokensValidFrom: '1', suspendedAt: '2' },
      {
        ledger: [
          WELCOME,
          entry('clawback', 'a', -1, { shortfall: 1 }),
          entry('carry', 'b', 1, { shortfall: -1 }),
        ],
        thumbnails: [generation('succeeded'), generation('pending', { generationId: 'b' })],
        purchases: [{ id: 'cs_1', receiptUrl: 'https://receipt' }],
        brandKits: [{ brand: '{}' }],
      },
    );

    expect(plan(same, same)).toEqual(same);
  });

  it('keep the access of an account: sessions, suspensions, mailbox, customer and deferred welcome', () => {
    const action = { action: 'suspend', at: '11' };
    const before = { tokensValidFrom: '08', mailbox: 'm', stripeCustomerId: 'cus_1', keyCount: 3 };
    const since = {
      tokensValidFrom: '11',
      suspendedAt: '11',
      operatorActions: [action],
      mailbox: 'm',
      stripeCustomerId: 'cus_2',
      welcomeDueAt: '12',
    };

    expect(planUser(before, since)).toEqual(account(since).users[0]);
    expect(planUser({}, { createdAt: 'wrong', unknown: 1 })).toEqual(account({}).users[0]);
    // The same attributes, lost.
    expect(planUser(since, {})).toEqual(account(since).users[0]);
    expect(planUser(since, { ...since, tokensValidFrom: '01', operatorActions: [] })).toEqual(
      account(since).users[0],
    );
    const resumed = { operatorActions: [action, { action: 'resume', at: '12' }] };
    expect(planUser(since, { ...since, ...resumed, suspendedAt: undefined })).toEqual(
      account({ ...since, ...resumed, suspendedAt: undefined }).users[0],
    );
  });

  it('end the sessions and revoke the keys of an account that has lost its row', () => {
    const [before] = account({ tokensValidFrom: '2026-11-01', keyCount: 2, suspendedAt: '1' }).users;
    const user = { ...before, keyCount: undefined, tokensValidFrom: NOW.toISOString() };

    expect(
      plan(account({ tokensValidFrom: '2026-11-01', keyCount: 2, suspendedAt: '1' }), EMPTY).users,
    ).toEqual([user]);
  });

  it('open an account again that was opened since and has lost its row, and nothing without an entry', () => {
    expect(plan(EMPTY, { ...EMPTY, ledger: [WELCOME, entry('spend', 'a', -1)] })).toEqual({
      ...EMPTY,
      ledger: [WELCOME],
      users: [
        { id: 'user', credits: 3, packs: {}, createdAt: '2026-11-01', tokensValidFrom: NOW.toISOString() },
      ],
    });
    expect(plan(EMPTY, { ...EMPTY, ledger: [entry('spend', 'a', -1)] })).toEqual(EMPTY);
  });

  it('close an account whose user the pool does not have, and erase nothing of what the deletion needs', () => {
    const copy = account(
      { mailbox: 'm' },
      { thumbnails: [generation('succeeded')], brandKits: [{ brand: '{}' }] },
    );

    const { users, thumbnails, brandKits } = plan(copy, EMPTY, false);

    expect(users).toMatchObject([{ credits: 3, mailbox: 'm', closedAt: NOW.toISOString(), closing: 'yes' }]);
    expect([thumbnails, brandKits]).toEqual([[], []]);
    // Nothing but a thumbnail is left.
    const left = { ...EMPTY, thumbnails: [generation('succeeded')], brandKits: [{ brand: '{}' }] };
    const user = { credits: 0, createdAt: NOW.toISOString(), closing: 'yes' };
    expect(plan(EMPTY, left, false)).toMatchObject({ ...EMPTY, users: [user] });
    expect(plan(EMPTY, left)).toEqual({ ...EMPTY, brandKits: left.brandKits });
  });

  it('keep a deletion since, bring nothing of its creator back, and repeat it', () => {
    const copy = account(
      { mailbox: 'm', stripeCustomerId: 'cus_1' },
      {
        ledger: [WELCOME, entry('spend', 'a', -1)],
        thumbnails: [generation('succeeded')],
        purchases: [{ id: 'cs_1', receiptUrl: 'https://receipt' }],
        brandKits: [{ brand: '{}' }],
      },
    );
    const found = account(
      { credits: 0, closedAt: '11' },
      { ledger: [WELCOME, entry('closed', 'closing', -2)] },
    );

    expect(plan(copy, found)).toEqual({
      ...account({ credits: 2, closedAt: '11', closing: 'yes' }, { ledger: copy.ledger }),
      purchases: [{ id: 'cs_1' }],
    });
  });

  it('bring the lost ledger and purchases of an account back that was closed before, without its receipts', () => {
    const purchases = [{ id: 'cs_1', state: 'disputed' }];
    const ledger = [WELCOME, entry('closed', 'closing', -3)];
    const copy = account({ credits: 0, closedAt: '08' }, { ledger, purchases });

    expect(plan(copy, { ...copy, ledger: [], purchases: [] })).toEqual(copy);
    expect(plan(copy, EMPTY).users).toMatchObject([{ closedAt: '08' }]);
    expect(plan(copy, EMPTY).users[0]).not.toHaveProperty('closing');
  });

  it('bring lost and changed thumbnails back, without those that were made since', () => {
    const row = generation('succeeded', { prompt: 'a castle', name: 'old' });

    expect(planThumbnails([row], [generation('made', { generationId: 'b' })]).thumbnails).toEqual([row]);
    expect(planThumbnails([row], [{ ...row, name: 'new', cost: 9 }]).thumbnails).toEqual([row]);
  });

  it('keep a thumbnail deleted, as the ledger says that it ended', () => {
    const deleted = generation('deleted', { endedAs: 'failed', deletedAt: '11' });
    const as = (endedAs: string) => [{ ...deleted, endedAs }];

    expect(planThumbnails([generation('succeeded', { prompt: 'p' })], [deleted]).thumbnails).toEqual(
      as('succeeded'),
    );
    expect(planThumbnails([generation('pending')], [deleted], ['a'])).toEqual({
      thumbnails: as('failed'),
      refunds: ['a'],
    });
    expect(planThumbnails([generation('pending')], [deleted])).toEqual({
      thumbnails: as('succeeded'),
      refunds: [],
    });
  });

  it('keep the edits of a deleted thumbnail deleted, also those that have lost their rows', () => {
    const edit = generation('succeeded', { generationId: 'e', thumbnailId: 'a', kind: 'edit', prompt: 'p' });
    const deleted = generation('deleted', { endedAs: 'succeeded', deletedAt: '11' });

    expect(planThumbnails([generation('succeeded'), edit], [deleted]).thumbnails).toEqual([
      deleted,
      { ...deleted, generationId: 'e', kind: 'edit' },
    ]);
  });

  it('keep the end of a generation that ran, if its refund agrees; otherwise it runs again', () => {
    const running = generation('waiting');
    const [succeeded, failed] = [generation('succeeded'), generation('failed')];

    expect(planThumbnails([running], [succeeded])).toEqual({ thumbnails: [succeeded], refunds: [] });
    expect(planThumbnails([running], [failed], ['a'])).toEqual({ thumbnails: [failed], refunds: ['a'] });
    for (const [row, refunds] of [
      [succeeded, ['a']],
      [failed, []],
      [{ ...succeeded, cost: 2 }, []],
      [{ ...failed, cost: 2 }, ['a']],
    ] as const) {
      expect(planThumbnails([running], [row], [...refunds])).toEqual({ thumbnails: [running], refunds: [] });
    }
    expect(planThumbnails([running], [], ['a'])).toEqual({ thumbnails: [running], refunds: [] });
  });

  it('bring no generation back that has expired', () => {
    const seconds = NOW.getTime() / 1_000;
    const [expired, kept] = [seconds, seconds + 1].map((expiresAt) => generation('failed', { expiresAt }));

    expect(planThumbnails([expired ?? {}], []).thumbnails).toEqual([]);
    expect(planThumbnails([kept ?? {}], []).thumbnails).toEqual([kept]);
  });

  it('keep a brand, and bring a lost one back', () => {
    const brand = (text: string) => account({}, { brandKits: [{ brand: text }] });

    expect(plan(brand('old'), brand('new')).brandKits).toEqual([{ brand: 'new' }]);
    expect(plan(brand('old'), account({})).brandKits).toEqual([{ brand: 'old' }]);
  });
});

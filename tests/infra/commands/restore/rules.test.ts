import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { TABLE_NAMES, type TableName } from '#contract/tables.ts';
import type { LedgerEntry } from '../../../../functions/credits/ledger/ledger-entry.ts';
import type { User } from '../../../../functions/credits/ledger/users-table.ts';
import type { Row } from '../../../../infra/commands/restore/account.ts';
import { RULES } from '../../../../infra/commands/restore/rules.ts';
import { account, EMPTY, entry, generation, NOW, plan, WELCOME } from '../../support/restored-account.ts';

/** A new kind of entry or attribute without a rule is a type error. */
type Ruled =
  | `ledger: ${LedgerEntry['kind']}`
  | `users: ${Exclude<keyof User, 'id'> | 'closing' | 'keyCount'}`
  | Exclude<TableName, 'ledger' | 'users' | 'thumbnails'>;
const RULED: Readonly<Record<Ruled, string>> = RULES;

const planUser = (before: Row, current: Row) => plan(account(before), account(current)).users[0];
describe('the rules of a restoration', () => {
  it('are the lists of the documents, and name every table, kind of entry and attribute of an account', async () => {
    const page = await readFile(new URL('../../../../docs/recovery.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^### A row that ([a-z ]+)$([^#]+)/gm)].flatMap(([, rule, list = '']) =>
      [...list.matchAll(/^- [^`]+: `([^`]+)`\./gm)].map(([, row = '']) => [row, rule]),
    );

    expect(Object.fromEntries(rows)).toEqual(RULES);
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
          entry('carry', 'b', 0, { shortfall: -1 }),
          entry('refund', 'c', 1),
        ],
        thumbnails: [
          generation('succeeded'),
          generation('pending', { generationId: 'b' }),
          generation('failed', { generationId: 'c', expiresAt: 9e9 }),
        ],
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
    expect(plan(EMPTY, left)).toEqual(EMPTY);
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

  it('bring the brand of that time back, whose layouts name no cut-out that was made since', () => {
    const brand = (text: string) => account({}, { brandKits: [{ brand: text }] });

    expect(plan(brand('old'), brand('new')).brandKits).toEqual([{ brand: 'old' }]);
    expect(plan(brand('old'), account({})).brandKits).toEqual([{ brand: 'old' }]);
    expect(plan(account({}), brand('new')).brandKits).toEqual([]);
  });

  it('bring the purchases of that time back, which the replay saves again', () => {
    const purchases = [{ id: 'cs_1', state: 'paid', revision: 2, receiptUrl: 'https://receipt' }];
    const since = [
      { id: 'cs_1', state: 'refunded', revision: 3 },
      { id: 'cs_2', state: 'paid' },
    ];

    expect(plan(account({}, { purchases }), account({}, { purchases: since })).purchases).toEqual(purchases);
  });

  it('let an account join its mailbox again that has joined since, because the row of the mailbox may be lost', () => {
    expect(planUser({}, { mailbox: 'm' })).toEqual(account({}).users[0]);
    expect(plan(EMPTY, account({ mailbox: 'm' })).users).toEqual(account({}).users);
    expect(planUser({ mailbox: 'm' }, { mailbox: 'wrong' })).toEqual(account({ mailbox: 'm' }).users[0]);
    // The deletion needs it.
    expect(planUser({}, { mailbox: 'm', closedAt: '11' })).toMatchObject({ mailbox: 'm', closing: 'yes' });
  });

  it('keep an account suspended whose operator suspended it, whatever was lost', () => {
    const operatorActions = [{ action: 'suspend', at: '11' }];
    const suspended = { suspendedAt: '11', operatorActions };

    expect(planUser({}, { operatorActions })).toEqual(account(suspended).users[0]);
    // Closed since: its suspension counts for the next account of the mailbox.
    const links = { mailbox: 'm', stripeCustomerId: 'cus_1' };
    expect(planUser({ ...suspended, ...links }, { closedAt: '12' })).toEqual(
      account({ ...suspended, closedAt: '12', closing: 'yes' }).users[0],
    );
  });

  it('bring a lost count of keys back, unless the keys were revoked since', () => {
    expect(planUser({ keyCount: 2 }, {})).toEqual(account({ keyCount: 2 }).users[0]);
    expect(planUser({ keyCount: 2 }, { tokensValidFrom: '11' })).toEqual(
      account({ tokensValidFrom: '11' }).users[0],
    );
  });

  it('know a deletion by its entry, also if the user pool still has the user', () => {
    const closed = entry('closed', 'closing', -3, { entryId: 'closed', createdAt: '11' });

    const { users, thumbnails } = plan(account({}, { thumbnails: [generation('succeeded')] }), {
      ...EMPTY,
      ledger: [WELCOME, closed],
    });

    expect(users).toMatchObject([{ closedAt: '11', closing: 'yes', credits: 3 }]);
    expect(thumbnails).toEqual([]);
  });
});

import type { Account, Row } from '../../../infra/commands/restore/account.ts';
import { planAccount } from '../../../infra/commands/restore/rules.ts';

export const NOW = new Date('2026-11-24T12:00:00Z');
export const EMPTY: Account = { users: [], ledger: [], purchases: [], thumbnails: [], brandKits: [] };

export const entry = (kind: string, ref: string, amount: number, more: Row = {}): Row => ({
  userId: 'user',
  entryId: `${kind}#${ref}`,
  kind,
  ref,
  amount,
  createdAt: '2026-11-01',
  ...more,
});
export const WELCOME = entry('welcome', 'sign-up', 3);
export const account = (users: Row, rows: Partial<Account> = {}): Account => ({
  ...EMPTY,
  ledger: [WELCOME],
  ...rows,
  users: [{ id: 'user', credits: 3, packs: {}, createdAt: '2026-11-01', ...users }],
});
export const plan = (copy: Account, found: Account, hasUser = true) =>
  planAccount(copy, found, { userId: 'user', now: NOW, hasUser });
export const generation = (status: string, more: Row = {}): Row => ({
  userId: 'user',
  generationId: 'a',
  status,
  cost: 1,
  ...more,
});

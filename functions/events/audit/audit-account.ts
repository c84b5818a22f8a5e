import { setTimeout as delay } from 'node:timers/promises';
import { $ZodError } from 'zod/v4/core';
import type { Finding } from '#contract/operators.ts';
import { listEntries } from '../../credits/ledger/entries.ts';
import type { LedgerEntry } from '../../credits/ledger/ledger-entry.ts';
import { findUserInTransaction, parseUser } from '../../credits/ledger/users-table.ts';
import { listOutcomes } from '../../thumbnails/table/outcomes.ts';
import { checkAccount, listCarried } from './check-account.ts';

/** The result of an audit. `unsettled`: the credits changed during every attempt to read them. */
export type AuditResult =
  | { kind: 'settled'; findings: Finding[] }
  | { kind: 'unsettled' }
  | { kind: 'no_user' };

/** The pauses before the attempts, in ms, so that operations in progress can end. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1_600];

type TableName = 'users' | 'ledger' | 'thumbnails';

/** Thrown if an item does not match its schema. */
class UnreadableItemError extends Error {
  override name = 'UnreadableItemError';
  readonly table: TableName;

  constructor(table: TableName, options: ErrorOptions) {
    super(`An item of the table ${table} does not match its schema.`, options);
    this.table = table;
  }
}

/**
 * Audits one account of a scan. The function reads the three tables one after another, so a finding may only mean that data changed between
 * two reads. In case of a finding, the function audits the account again.
 * @param item the item that the scan of the Users table returned.
 */
export function auditScannedUser(userId: string, item: unknown): Promise<AuditResult> {
  return reportUnreadable(userId, async () => {
    const user = await parseFrom('users', () => parseUser(item));
    const [entries, outcomes] = await Promise.all([readEntries(userId), readOutcomes(userId)]);
    const others = await readOthers(entries);
    const findings = checkAccount({ userId, user, entries, others, outcomes }, Date.now());
    return findings.length === 0 ? { kind: 'settled', findings } : auditWithRetry(userId);
  });
}

/** Audits one user. Returns `no_user` if the user has no account and no ledger entry. */
export function auditUser(userId: string): Promise<AuditResult> {
  return reportUnreadable(userId, () => auditWithRetry(userId));
}

/**
 * Reads the ledger and the account before and after the thumbnails, until nothing changes between the reads. Entries are never removed, so
 * an equal number of entries means that the entries are equal. The balance that was read between them then belongs to these entries.
 */
async function auditWithRetry(userId: string): Promise<AuditResult> {
  for (const pause of PAUSES_MS) {
    await delay(pause);
    const before = await readEntries(userId);
    const user = await readUser(userId);
    const outcomes = await readOutcomes(userId);
    const others = await readOthers(before);
    const userAfter = await readUser(userId);
    const entries = await readEntries(userId);
    if (user === 'conflict' || userAfter === 'conflict' || entries.length !== before.length) continue;
    if (user === undefined && entries.length === 0) return { kind: 'no_user' };
    return {
      kind: 'settled',
      findings: checkAccount({ userId, user, entries, others, outcomes }, Date.now()),
    };
  }
  return { kind: 'unsettled' };
}

async function reportUnreadable(userId: string, audit: () => Promise<AuditResult>): Promise<AuditResult> {
  try {
    return await audit();
  } catch (error) {
    if (!(error instanceof UnreadableItemError)) throw error;
    return { kind: 'settled', findings: [{ kind: 'unreadable', userId, table: error.table }] };
  }
}

const readUser = (userId: string) => parseFrom('users', () => findUserInTransaction(userId));
const readEntries = (userId: string) => parseFrom('ledger', () => listEntries(userId));
/** Reads the entries of the other accounts. Only few accounts have carried a shortfall. */
const readOthers = async (entries: readonly LedgerEntry[]) =>
  (await Promise.all(listCarried(entries).map(readEntries))).flat();
const readOutcomes = (userId: string) => parseFrom('thumbnails', () => listOutcomes(userId));

async function parseFrom<T>(table: TableName, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof $ZodError) throw new UnreadableItemError(table, { cause: error });
    throw error;
  }
}

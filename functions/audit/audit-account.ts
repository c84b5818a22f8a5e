import { setTimeout as delay } from 'node:timers/promises';
import { $ZodError } from 'zod/v4/core';
import type { Finding } from '../../contract/operators.ts';
import { findAccountAtRest, parseAccountRow, type AccountRow } from '../ledger/account-rows.ts';
import { readEntries } from '../ledger/entries.ts';
import { readOutcomes } from '../thumbnails/outcomes.ts';
import { checkAccount } from './check-account.ts';

/** What there is to say of a user; `unsettled` when the credits kept moving while they were read. */
export type Verdict = { kind: 'settled'; findings: Finding[] } | { kind: 'unsettled' } | { kind: 'nobody' };

/** Before each second look, in ms: what is under way ends meanwhile. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1_600];

type TableName = 'users' | 'ledger' | 'thumbnails';

/** Carries the finding that a row which cannot be read makes. */
class UnreadableRowError extends Error {
  override name = 'UnreadableRowError';
  readonly table: TableName;

  constructor(table: TableName, options: ErrorOptions) {
    super(`A row of the table ${table} is not as the code writes it.`, options);
    this.table = table;
  }
}

/**
 * Audits one account of a scan. The three tables are read one after another, so what does not add up may only have
 * moved between two reads: then it is looked at again.
 * @param row as it stood in the Users table.
 * @throws what a read throws.
 */
export function auditRow(userId: string, row: unknown): Promise<Verdict> {
  return verdictOf(userId, async () => {
    const account = await readable('users', () => parseAccountRow(row));
    const [entries, outcomes] = await Promise.all([entriesOf(userId), outcomesOf(userId)]);
    const findings = checkAccount({ userId, account, entries, outcomes }, Date.now());
    return findings.length === 0 ? { kind: 'settled', findings } : lookAgain(userId);
  });
}

/** Audits one user by the id: `nobody` without an account and without a row in the ledger. @throws what a read throws. */
export function auditUser(userId: string): Promise<Verdict> {
  return verdictOf(userId, () => lookAgain(userId));
}

/**
 * Reads the ledger, the account, and both once more, until they stood still: the ledger's rows are never removed, so as
 * many as before are the same ones, and the balance between them is theirs. A generation that ends well moves no credits;
 * the account tells of it.
 */
async function lookAgain(userId: string): Promise<Verdict> {
  for (const pause of PAUSES_MS) {
    await delay(pause);
    const before = await entriesOf(userId);
    const account = await readable('users', () => findAccountAtRest(userId));
    const outcomes = await outcomesOf(userId);
    const after = await readable('users', () => findAccountAtRest(userId));
    const entries = await entriesOf(userId);
    if (account === 'moving' || after === 'moving' || entries.length !== before.length) continue;
    if (!sameInFlight(account, after)) continue;
    if (account === undefined && entries.length === 0) return { kind: 'nobody' };
    return {
      kind: 'settled',
      findings: checkAccount({ userId, account, entries, outcomes }, Date.now()),
    };
  }
  return { kind: 'unsettled' };
}

async function verdictOf(userId: string, look: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    return { kind: 'settled', findings: [{ kind: 'unreadable', userId, table: error.table }] };
  }
}

const entriesOf = (userId: string) => readable('ledger', () => readEntries(userId));
const outcomesOf = (userId: string) => readable('thumbnails', () => readOutcomes(userId));

async function readable<T>(table: TableName, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof $ZodError) throw new UnreadableRowError(table, { cause: error });
    throw error;
  }
}

function sameInFlight(one: AccountRow | undefined, other: AccountRow | undefined): boolean {
  const [before, after] = [one?.inFlight ?? new Set(), other?.inFlight ?? new Set()];
  return before.size === after.size && [...before].every((id) => after.has(id));
}

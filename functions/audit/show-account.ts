import type { GenerationCounts, ShowAnswer } from '../../contract/operators.ts';
import { findAccount } from '../ledger/account-rows.ts';
import { readEntries, type Entry } from '../ledger/entries.ts';
import { readOutcomes, type Outcome } from '../thumbnails/outcomes.ts';
import { sumOf } from './check-account.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/**
 * An account as support needs it: what moved, newest first, and how the generations went.
 * @param limit rows of the ledger to tell of. @param now in ms since the epoch.
 * @throws a zod error when a row cannot be read.
 */
export async function showAccount(userId: string, limit: number, now: number): Promise<ShowAnswer> {
  const [account, entries, outcomes] = await Promise.all([
    findAccount(userId),
    readEntries(userId),
    readOutcomes(userId),
  ]);
  if (account === undefined) return { kind: 'no_account' };
  const { credits: balance, createdAt: openedAt, closedAt } = account;
  const weekAgo = new Date(now - WEEK_MS).toISOString();
  return {
    kind: 'account',
    userId,
    balance,
    openedAt,
    closedAt,
    ledgerSum: sumOf(entries),
    entryCount: entries.length,
    entries: entries.sort(newestFirst).slice(0, limit),
    generations: {
      lastWeek: count(outcomes.filter(({ createdAt }) => createdAt >= weekAgo)),
      ever: count(outcomes),
    },
  };
}

function newestFirst(one: Entry, other: Entry): number {
  return one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0;
}

function count(outcomes: readonly Outcome[]): GenerationCounts {
  const counts = { pending: 0, succeeded: 0, failed: {} as Record<string, number> };
  for (const { status, failure = 'unknown' } of outcomes) {
    if (status === 'failed') counts.failed[failure] = (counts.failed[failure] ?? 0) + 1;
    else counts[status] += 1;
  }
  return counts;
}

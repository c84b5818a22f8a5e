import type { Context } from 'aws-lambda';
import { type GenerationCounts, type ShowAnswer, showRequest } from '#contract/operators.ts';
import { listAccounts } from '../accounts/welcomed-addresses-table.ts';
import { sumAmounts } from './audit/check-account.ts';
import { compareNewestFirst, listEntries } from '../credits/ledger/entries.ts';
import { findUser } from '../credits/ledger/users-table.ts';
import { logger } from '../platform/logger.ts';
import { type GenerationOutcome, listOutcomes } from '../thumbnails/table/outcomes.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/**
 * Summarizes an account for support: its ledger entries, newest first, and the outcomes of its generations.
 * @param limit the most entries. @param now in ms since the epoch.
 * @throws a zod error if an item does not match its schema.
 */
async function showAccount(userId: string, limit: number, now: number): Promise<ShowAnswer> {
  const [user, entries, outcomes] = await Promise.all([
    findUser(userId),
    listEntries(userId),
    listOutcomes(userId),
  ]);
  if (user === undefined) return { kind: 'no_account' };
  const {
    credits: balance,
    createdAt: openedAt,
    closedAt,
    suspendedAt,
    mailbox,
    shortfall,
    operatorActions = [],
  } = user;
  const accounts = mailbox === undefined ? [] : await listAccounts(mailbox);
  const weekAgo = new Date(now - WEEK_MS).toISOString();
  return {
    kind: 'account',
    userId,
    balance,
    openedAt,
    closedAt,
    suspendedAt,
    otherAccounts: accounts.filter((id) => id !== userId),
    operatorActions,
    shortfall,
    ledgerSum: sumAmounts(entries),
    entryCount: entries.length,
    entries: entries.sort(compareNewestFirst).slice(0, limit),
    generations: {
      lastWeek: countOutcomes(outcomes.filter(({ createdAt }) => createdAt >= weekAgo)),
      ever: countOutcomes(outcomes),
    },
  };
}

function countOutcomes(outcomes: readonly GenerationOutcome[]): GenerationCounts {
  const counts = { pending: 0, waiting: 0, succeeded: 0, failed: {} as Record<string, number>, deleted: 0 };
  for (const thumbnail of outcomes) {
    if (thumbnail.status !== 'failed') counts[thumbnail.status] += 1;
    else counts.failed[thumbnail.failure] = (counts.failed[thumbnail.failure] ?? 0) + 1;
  }
  return counts;
}

/** Shows one account to support, without personal data. @throws a zod error for an invalid request. */
export async function handler(event: unknown, context: Context): Promise<ShowAnswer> {
  logger.addContext(context);
  const { userId, entries } = showRequest.parse(event);
  return showAccount(userId, entries, Date.now());
}

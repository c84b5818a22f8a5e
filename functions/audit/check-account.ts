import type { Finding, GenerationProblem } from '../../contract/operators.ts';
import type { LedgerEntry } from '../ledger/ledger-table.ts';
import type { User } from '../ledger/users-table.ts';
import type { ThumbnailOutcome } from '../thumbnails/thumbnails-table.ts';

/** The items of one user in the three tables. */
export interface AccountState {
  userId: string;
  user: User | undefined;
  entries: readonly LedgerEntry[];
  outcomes: readonly ThumbnailOutcome[];
}

/**
 * refund-abandoned runs every five minutes and ends generations that are older than two minutes. After this time, in ms,
 * two runs have failed to end the generation.
 */
const STUCK_AFTER_MS = 15 * 60_000;

/**
 * Compares the balance with the sum of the ledger entries, and each generation's record with its entries.
 * @param now in ms since the epoch.
 */
export function checkAccount(state: AccountState, now: number): Finding[] {
  return [...checkBalance(state), ...checkGenerations(state, now)];
}

export function sumAmounts(entries: readonly LedgerEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

function checkBalance({ userId, user, entries }: AccountState): Finding[] {
  const ledgerSum = sumAmounts(entries);
  if (user === undefined) {
    return entries.length === 0 ? [] : [{ kind: 'no_account', userId, ledgerSum }];
  }
  const { credits: balance } = user;
  const findings: Finding[] = [];
  if (balance !== ledgerSum) {
    findings.push({ kind: 'drift', userId, balance, ledgerSum, difference: balance - ledgerSum });
  }
  if (balance < 0) findings.push({ kind: 'negative', userId, balance });
  return findings;
}

function checkGenerations({ userId, user, entries, outcomes }: AccountState, now: number): Finding[] {
  // A closed account keeps only its ledger.
  if (user?.closedAt !== undefined) return [];
  const spends = indexByGeneration('spend', entries);
  const refunds = indexByGeneration('refund', entries);
  const records = new Map(outcomes.map((outcome) => [outcome.generationId, outcome]));
  const ids = new Set([...spends.keys(), ...refunds.keys(), ...records.keys()]);
  return [...ids].flatMap((generationId): Finding[] => {
    const record = records.get(generationId);
    const problem = findProblem(spends.get(generationId), refunds.get(generationId), record, now);
    return problem === undefined ? [] : [{ kind: 'generation', userId, generationId, problem }];
  });
}

function indexByGeneration(
  kind: 'spend' | 'refund',
  entries: readonly LedgerEntry[],
): Map<string, LedgerEntry> {
  return new Map(entries.filter((entry) => entry.kind === kind).map((entry) => [entry.ref, entry]));
}

/** Returns one problem of a generation; of several, the one that explains the others. */
function findProblem(
  spend: LedgerEntry | undefined,
  refund: LedgerEntry | undefined,
  record: ThumbnailOutcome | undefined,
  now: number,
): GenerationProblem | undefined {
  if (spend === undefined) {
    if (refund !== undefined) return 'refund_without_spend';
    return record && 'record_without_spend';
  }
  if (refund !== undefined && refund.amount !== -spend.amount) return 'refund_differs_from_spend';
  if (record === undefined) return 'spend_without_record';
  if (spend.amount !== -record.cost) return 'spend_differs_from_cost';
  switch (record.status) {
    case 'succeeded':
      return refund && 'succeeded_and_refunded';
    case 'failed':
      return refund === undefined ? 'failed_and_not_refunded' : undefined;
    case 'pending':
      if (refund !== undefined) return 'pending_and_refunded';
      return now - Date.parse(record.startedAt ?? record.createdAt) > STUCK_AFTER_MS
        ? 'pending_for_too_long'
        : undefined;
  }
}

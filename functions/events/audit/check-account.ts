import { isUploaded } from '#contract/photo.ts';
import type { Finding, GenerationProblem } from '#contract/operators.ts';
import type { LedgerEntry } from '../../credits/ledger/ledger-entry.ts';
import { sumPacks } from '../../credits/ledger/packs.ts';
import type { User } from '../../credits/ledger/users-table.ts';
import { FAILED_KEPT_MS } from '../../thumbnails/table/rows.ts';
import type { GenerationOutcome } from '../../thumbnails/table/outcomes.ts';

/** The items of one user in the three tables. */
export interface AccountState {
  userId: string;
  user: User | undefined;
  entries: readonly LedgerEntry[];
  /** The entries of the other accounts that gave a shortfall to this account, or took a shortfall from this account. */
  others: readonly LedgerEntry[];
  outcomes: readonly GenerationOutcome[];
}

/**
 * The age, in ms, after which an unfinished generation or deletion is stuck. refund-abandoned runs every five minutes, and ends generations
 * and deletions that are older than two minutes. After 15 minutes, two runs have failed to end them.
 */
const STUCK_AFTER_MS = 15 * 60_000;

/**
 * The time, in ms, after which a generation is stuck in the waiting line. A generation waits for at most 15 minutes (the setting
 * longestWaitSeconds). After 30 minutes, two runs of refund-abandoned have failed to end it.
 */
const STUCK_IN_LINE_AFTER_MS = 30 * 60_000;

/**
 * Compares the balance, the shortfall and the packs with the sums of the ledger entries. Compares each carried shortfall with the entries
 * of the other account, and each generation with its entries.
 * @param now the time in ms since the epoch.
 */
export function checkAccount(state: AccountState, now: number): Finding[] {
  return [...checkBalance(state), ...checkCarried(state), ...checkGenerations(state, now)];
}

/** Checks that the other account took each shortfall that this account gave, and the reverse. */
function checkCarried({ userId, entries, others }: AccountState): Finding[] {
  const sum = (rows: readonly LedgerEntry[], ref: string) =>
    rows.reduce(
      (total, row) => total + (row.kind === 'carry' && row.ref === ref ? (row.shortfall ?? 0) : 0),
      0,
    );
  return listCarried(entries).flatMap((otherId): Finding[] => {
    const [carried, counterpart] = [
      sum(entries, otherId),
      sum(
        others.filter((entry) => entry.userId === otherId),
        userId,
      ),
    ];
    return carried === -counterpart ? [] : [{ kind: 'carry', userId, otherId, carried, counterpart }];
  });
}

/** Lists the accounts that a shortfall was carried to or from. */
export function listCarried(entries: readonly LedgerEntry[]): string[] {
  return [...new Set(entries.filter(({ kind }) => kind === 'carry').map(({ ref }) => ref))];
}

export function sumAmounts(entries: readonly LedgerEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

function checkBalance({ userId, user, entries }: AccountState): Finding[] {
  const ledgerSum = sumAmounts(entries);
  if (user === undefined) {
    return entries.length === 0 ? [] : [{ kind: 'no_account', userId, ledgerSum }];
  }
  const { credits: balance, shortfall = 0 } = user;
  const ledgerShortfall = entries.reduce((sum, entry) => sum + (entry.shortfall ?? 0), 0);
  const findings: Finding[] = [];
  if (balance !== ledgerSum) {
    findings.push({ kind: 'drift', userId, balance, ledgerSum, difference: balance - ledgerSum });
  }
  if (balance < 0) findings.push({ kind: 'negative', userId, balance });
  if (shortfall !== ledgerShortfall || shortfall < 0) {
    findings.push({ kind: 'shortfall', userId, shortfall, ledgerSum: ledgerShortfall });
  }
  return [...findings, ...checkPacks(userId, user, entries)];
}

function checkPacks(userId: string, { packs }: User, entries: readonly LedgerEntry[]): Finding[] {
  const sums = sumPacks(entries);
  return [...new Set([...sums.keys(), ...Object.keys(packs)])].flatMap((pack): Finding[] => {
    const [credits, ledgerSum] = [packs[pack] ?? 0, sums.get(pack) ?? 0];
    return credits === ledgerSum ? [] : [{ kind: 'packs', userId, pack, credits, ledgerSum }];
  });
}

function checkGenerations({ userId, user, entries, outcomes }: AccountState, now: number): Finding[] {
  // A deleted account keeps only its ledger.
  if (user?.closedAt !== undefined) return [];
  const spends = indexByGeneration('spend', entries);
  const refunds = indexByGeneration('refund', entries);
  const byId = new Map(outcomes.map((outcome) => [outcome.generationId, outcome]));
  const ids = new Set([...spends.keys(), ...refunds.keys(), ...byId.keys()]);
  return [...ids].flatMap((generationId): Finding[] => {
    const outcome = byId.get(generationId);
    const problem = findProblem(spends.get(generationId), refunds.get(generationId), outcome, now);
    return problem === undefined ? [] : [{ kind: 'generation', userId, generationId, problem }];
  });
}

function indexByGeneration(
  kind: 'spend' | 'refund',
  entries: readonly LedgerEntry[],
): Map<string, LedgerEntry> {
  return new Map(entries.filter((entry) => entry.kind === kind).map((entry) => [entry.ref, entry]));
}

/** Returns one problem of a generation. If there are several problems, returns the problem that explains the others. */
function findProblem(
  spend: LedgerEntry | undefined,
  refund: LedgerEntry | undefined,
  outcome: GenerationOutcome | undefined,
  now: number,
): GenerationProblem | undefined {
  if (spend === undefined) {
    if (refund !== undefined) return 'refund_without_spend';
    return outcome && findUnpaidProblem(outcome, now);
  }
  if (refund !== undefined && refund.amount !== -spend.amount) return 'refund_differs_from_spend';
  if (outcome === undefined) {
    return isOlder(refund?.createdAt, FAILED_KEPT_MS, now) ? undefined : 'spend_without_record';
  }
  // An earlier generation with this id failed, and its row has expired. Its entries remain.
  if (refund !== undefined && isUnpaid(outcome)) return findUnpaidProblem(outcome, now);
  if (spend.amount !== -outcome.cost) return 'spend_differs_from_cost';
  switch (outcome.status) {
    case 'succeeded':
    case 'failed':
      return findRefundProblem(outcome.status, refund);
    case 'pending':
      if (refund !== undefined) return 'unfinished_and_refunded';
      return isOlder(outcome.startedAt, STUCK_AFTER_MS, now) ? 'pending_for_too_long' : undefined;
    case 'waiting':
      if (refund !== undefined) return 'unfinished_and_refunded';
      return isOlder(outcome.waitingSince, STUCK_IN_LINE_AFTER_MS, now) ? 'waiting_for_too_long' : undefined;
    case 'deleted':
      return (
        findRefundProblem(outcome.endedAs, refund) ??
        (isOlder(outcome.startedAt, STUCK_AFTER_MS, now) ? 'deletion_unfinished' : undefined)
      );
  }
}

/** Only a copy of a thumbnail and a photo cost nothing and have no spend. */
const isUnpaid = (outcome: GenerationOutcome): boolean =>
  (outcome.status === 'succeeded' || outcome.status === 'deleted') &&
  (outcome.copyOf !== undefined || isUploaded(outcome.model)) &&
  outcome.cost === 0;

/** Returns the problem of a generation without a spend. */
function findUnpaidProblem(outcome: GenerationOutcome, now: number): GenerationProblem | undefined {
  if (!isUnpaid(outcome)) return 'record_without_spend';
  const isStuck = outcome.status === 'deleted' && isOlder(outcome.startedAt, STUCK_AFTER_MS, now);
  return isStuck ? 'deletion_unfinished' : undefined;
}

function findRefundProblem(
  status: 'succeeded' | 'failed',
  refund: LedgerEntry | undefined,
): GenerationProblem | undefined {
  if (status === 'succeeded') return refund && 'succeeded_and_refunded';
  return refund === undefined ? 'failed_and_not_refunded' : undefined;
}

/** Returns true if the time is older than the given milliseconds. @param time ISO 8601, or undefined if the event did not happen. */
function isOlder(time: string | undefined, milliseconds: number, now: number): boolean {
  return time !== undefined && now - Date.parse(time) > milliseconds;
}

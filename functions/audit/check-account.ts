import type { Finding, GenerationProblem } from '../../contract/operators.ts';
import type { AccountRow } from '../ledger/account-rows.ts';
import type { Entry } from '../ledger/entries.ts';
import type { Outcome } from '../thumbnails/outcomes.ts';

/** What the three tables say of one user. */
export interface AccountState {
  userId: string;
  account: AccountRow | undefined;
  entries: readonly Entry[];
  outcomes: readonly Outcome[];
}

/**
 * refund-abandoned takes what is older than two minutes, every five: what it has met twice and not ended, in ms, is
 * stuck.
 */
const STUCK_AFTER_MS = 15 * 60_000;

/**
 * What does not add up: the balance against the sum of the ledger's rows, and each generation's record against its own
 * rows and against what is in flight.
 * @param now in ms since the epoch.
 */
export function checkAccount(state: AccountState, now: number): Finding[] {
  return [...checkBalance(state), ...checkGenerations(state, now)];
}

export function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

function checkBalance({ userId, account, entries }: AccountState): Finding[] {
  const ledgerSum = sumOf(entries);
  if (account === undefined) {
    return entries.length === 0 ? [] : [{ kind: 'no_account', userId, ledgerSum }];
  }
  const { credits: balance } = account;
  const findings: Finding[] = [];
  if (balance !== ledgerSum) {
    findings.push({ kind: 'drift', userId, balance, ledgerSum, difference: balance - ledgerSum });
  }
  if (balance < 0) findings.push({ kind: 'negative', userId, balance });
  return findings;
}

function checkGenerations({ userId, account, entries, outcomes }: AccountState, now: number): Finding[] {
  // A closed account keeps its ledger and nothing else.
  if (account?.closedAt !== undefined) return [];
  const spends = ofKind('spend', entries);
  const refunds = ofKind('refund', entries);
  const records = new Map(outcomes.map((outcome) => [outcome.generationId, outcome]));
  const inFlight = account?.inFlight ?? new Set();
  const ids = new Set([...spends.keys(), ...refunds.keys(), ...records.keys(), ...inFlight]);
  return [...ids].flatMap((generationId): Finding[] => {
    const record = records.get(generationId);
    const rows = { spend: spends.get(generationId), refund: refunds.get(generationId) };
    const problem = problemOf(rows, record, now) ?? flightProblemOf(inFlight.has(generationId), record);
    return problem === undefined ? [] : [{ kind: 'generation', userId, generationId, problem }];
  });
}

/** Rows of one kind, by the generation that caused them. */
function ofKind(kind: 'spend' | 'refund', entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.filter((entry) => entry.kind === kind).map((entry) => [entry.ref, entry]));
}

/** What is wrong with one generation; of several things, what explains the others. */
function problemOf(
  { spend, refund }: { spend: Entry | undefined; refund: Entry | undefined },
  record: Outcome | undefined,
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
      return refund === undefined ? undefined : 'succeeded_and_refunded';
    case 'failed':
      return refund === undefined ? 'failed_and_not_refunded' : undefined;
    case 'pending':
      if (refund !== undefined) return 'pending_and_refunded';
      return now - Date.parse(record.startedAt ?? record.createdAt) > STUCK_AFTER_MS
        ? 'pending_for_too_long'
        : undefined;
  }
}

/** What is in flight takes a place of the account's few: it has to be what is pending. */
function flightProblemOf(inFlight: boolean, record: Outcome | undefined): GenerationProblem | undefined {
  const pending = record?.status === 'pending';
  if (pending === inFlight) return undefined;
  return pending ? 'pending_and_not_in_flight' : 'in_flight_and_not_pending';
}

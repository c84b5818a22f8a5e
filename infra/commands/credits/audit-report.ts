import type { AuditReport, Finding, GenerationProblem } from '../../../contract/operators.ts';
import { table, type Terminal } from '../command-line.ts';

const GENERATION_PROBLEMS: Record<GenerationProblem, string> = {
  refund_without_spend: 'refunded, and never paid for',
  refund_differs_from_spend: 'refunded another number of credits than it took',
  spend_without_record: 'paid for, and there is no record of it',
  record_without_spend: 'recorded, and never paid for',
  spend_differs_from_cost: 'took another number of credits than its record says',
  succeeded_and_refunded: 'succeeded, and was refunded',
  failed_and_not_refunded: 'failed, and was not refunded',
  pending_and_refunded: 'refunded, and still pending',
  pending_for_too_long: 'pending for more than 15 minutes',
};

/** Lists what an audit found, and sums it up. */
export function tellReport(
  { accounts, drifting, findings, more, unsettled }: AuditReport,
  terminal: Terminal,
): void {
  const balances = findings.flatMap(balanceRow);
  if (balances.length > 0) {
    terminal.say(table(['user', 'account', 'balance', 'ledger', 'difference'], balances));
    terminal.say('');
  }
  const generations = findings.flatMap(generationRow);
  if (generations.length > 0) {
    terminal.say(table(['user', 'generation', 'what is wrong'], generations));
    terminal.say('');
  }
  if (more > 0) terminal.say(`${more} more findings are not listed.\n`);
  for (const userId of unsettled) {
    terminal.say(`${userId} kept moving while it was read. Ask again: audit --user ${userId}\n`);
  }
  const audited = accounts === 1 ? '1 account audited' : `${accounts} accounts audited`;
  if (drifting > 0) terminal.say(`${audited}, ${drifting} with findings: see docs/operations.md.`);
  else terminal.say(unsettled.length > 0 ? `${audited}.` : `${audited}: everything adds up.`);
}

function balanceRow(finding: Finding): (string | number)[][] {
  const { userId } = finding;
  switch (finding.kind) {
    case 'drift':
      return [[userId, 'not the sum', finding.balance, finding.ledgerSum, finding.difference]];
    case 'negative':
      return [[userId, 'below zero', finding.balance, '', '']];
    case 'no_account':
      return [[userId, 'gone', '', finding.ledgerSum, '']];
    case 'unreadable':
      return [[userId, `a row of ${finding.table} cannot be read`, '', '', '']];
    case 'generation':
      return [];
  }
}

function generationRow(finding: Finding): string[][] {
  if (finding.kind !== 'generation') return [];
  return [[finding.userId, finding.generationId, GENERATION_PROBLEMS[finding.problem]]];
}

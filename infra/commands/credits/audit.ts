import {
  auditReport,
  type AuditReport,
  type AuditRequest,
  type Finding,
  type GenerationProblem,
} from '#contract/operators.ts';
import { EXIT, type ExitCode, type Terminal } from '../command-line.ts';
import { formatTable, type Cell } from '../table.ts';
import type { Cloud } from './connect.ts';

/** Duration of one slice in seconds. Short enough that no proxy closes the connection as idle. */
const SLICE_SECONDS = 45;

/** Audits all accounts, or one account, and prints the findings. @throws Error if the function fails; the SDK's errors. */
export async function audit(
  cloud: Pick<Cloud, 'invoke'>,
  userId: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const report = await auditInSlices(cloud, userId, terminal);
  if (userId !== undefined && report.accounts === 0) {
    terminal.print(`There is no account ${userId}, and no ledger entry for it.`);
    return EXIT.failure;
  }
  printReport(report, terminal);
  return report.drifting === 0 && report.unsettled.length === 0 ? EXIT.ok : EXIT.failure;
}

async function auditInSlices(cloud: Pick<Cloud, 'invoke'>, userId: string | undefined, terminal: Terminal) {
  const total: AuditReport = { accounts: 0, drifting: 0, findings: [], more: 0, unsettled: [] };
  let cursor: string | undefined;
  do {
    const request: AuditRequest = { userId, cursor, seconds: SLICE_SECONDS };
    const slice = await cloud.invoke('AuditCredits', request, auditReport).catch((error: unknown) => {
      if (total.drifting > 0) printReport(total, terminal);
      if (total.accounts > 0)
        terminal.warn(`Incomplete: the audit stopped after ${total.accounts} accounts.`);
      throw error;
    });
    total.accounts += slice.accounts;
    total.drifting += slice.drifting;
    total.findings.push(...slice.findings);
    total.more += slice.more;
    total.unsettled.push(...slice.unsettled);
    ({ cursor } = slice);
    if (cursor !== undefined) terminal.warn(`${total.accounts} accounts audited so far.`);
  } while (cursor !== undefined);
  return total;
}

const GENERATION_PROBLEMS: Record<GenerationProblem, string> = {
  refund_without_spend: 'refunded without a spend',
  refund_differs_from_spend: 'refund differs from the spend',
  spend_without_record: 'spend without a thumbnail record',
  record_without_spend: 'thumbnail record without a spend',
  spend_differs_from_cost: 'spend differs from the cost in the record',
  succeeded_and_refunded: 'succeeded, but refunded',
  failed_and_not_refunded: 'failed, but not refunded',
  unfinished_and_refunded: 'pending or waiting, but refunded',
  pending_for_too_long: 'pending for more than 15 minutes',
  waiting_for_too_long: 'waiting for more than 30 minutes',
  deletion_unfinished: 'its deletion is unfinished after 15 minutes',
};

function printReport(
  { accounts, drifting, findings, more, unsettled }: AuditReport,
  terminal: Terminal,
): void {
  const print = (head: string[], formatRow: (finding: Finding) => Cell[] | undefined) => {
    const rows = findings.flatMap((finding) => {
      const row = formatRow(finding);
      return row === undefined ? [] : [[finding.userId, ...row]];
    });
    if (rows.length > 0) terminal.print(`${formatTable(['user', ...head], rows)}\n`);
  };
  print(['problem', 'balance', 'ledger', 'difference'], formatBalance);
  print(['generation', 'problem'], (finding) =>
    finding.kind === 'generation' ? [finding.generationId, GENERATION_PROBLEMS[finding.problem]] : undefined,
  );
  if (more > 0) terminal.print(`${more} more findings are not listed.\n`);
  for (const userId of unsettled) {
    terminal.print(`${userId} kept changing during the audit. Audit it again: --user ${userId}\n`);
  }
  const audited = accounts === 1 ? '1 account audited' : `${accounts} accounts audited`;
  if (drifting > 0) terminal.print(`${audited}, ${drifting} with findings: see docs/operations.md.`);
  else terminal.print(unsettled.length > 0 ? `${audited}.` : `${audited}, no findings.`);
}

/** Returns the columns after the user; undefined for a finding about a generation. */
function formatBalance(finding: Finding): Cell[] | undefined {
  switch (finding.kind) {
    case 'drift':
      return ['balance differs from ledger', finding.balance, finding.ledgerSum, finding.difference];
    case 'negative':
      return ['negative balance', finding.balance, '', ''];
    case 'shortfall': {
      const { shortfall, ledgerSum } = finding;
      return ['shortfall differs from ledger', shortfall, ledgerSum, shortfall - ledgerSum];
    }
    case 'carry': {
      const { otherId, carried, counterpart } = finding;
      return [`shortfall differs from that of ${otherId}`, carried, -counterpart, carried + counterpart];
    }
    case 'packs': {
      const { pack, credits, ledgerSum } = finding;
      return [`${pack} credits differ from ledger`, credits, ledgerSum, credits - ledgerSum];
    }
    case 'no_account':
      return ['no account', '', finding.ledgerSum, ''];
    case 'unreadable':
      return [`invalid row in ${finding.table}`, '', '', ''];
    case 'generation':
      return undefined;
  }
}

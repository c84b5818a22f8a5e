import {
  auditReport,
  type AuditReport,
  type AuditRequest,
  type Finding,
  type GenerationProblem,
} from '#contract/operators.ts';
import { defineCommand, EXIT, text, type ExitCode, type Terminal } from '../command-line.ts';
import { CLOUD_OPTIONS, connect, EXIT_CODES, type Cloud } from './connect.ts';
import { formatTable } from '../table.ts';

export const auditCommand = defineCommand({
  usage: 'npm run credits -- audit --stage NAME [--user USER]',
  description: `Compares every balance with the sum of its ledger entries, carried shortfalls in pairs, and every generation with its ledger
entries. Changes no row. Reads an account again if it changed during the audit.`,
  options: {
    ...CLOUD_OPTIONS,
    user: text('USER', "one account, by the user's ID or e-mail address"),
  },
  exitCodes: EXIT_CODES,
  async run(values, terminal) {
    const cloud = await connect(values);
    const userId = values.user === undefined ? undefined : await cloud.findUserId(values.user);
    return audit(cloud, userId, terminal);
  },
});

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
  const balances = findings.flatMap(formatBalance);
  if (balances.length > 0) {
    terminal.print(formatTable(['user', 'problem', 'balance', 'ledger', 'difference'], balances));
    terminal.print('');
  }
  const generations = findings.flatMap(formatGeneration);
  if (generations.length > 0) {
    terminal.print(formatTable(['user', 'generation', 'problem'], generations));
    terminal.print('');
  }
  if (more > 0) terminal.print(`${more} more findings are not listed.\n`);
  for (const userId of unsettled) {
    terminal.print(`${userId} kept changing during the audit. Audit it again: --user ${userId}\n`);
  }
  const audited = accounts === 1 ? '1 account audited' : `${accounts} accounts audited`;
  if (drifting > 0) terminal.print(`${audited}, ${drifting} with findings: see docs/operations.md.`);
  else terminal.print(unsettled.length > 0 ? `${audited}.` : `${audited}, no findings.`);
}

function formatBalance(finding: Finding): (string | number)[][] {
  const { userId } = finding;
  switch (finding.kind) {
    case 'drift':
      return [
        [userId, 'balance differs from ledger', finding.balance, finding.ledgerSum, finding.difference],
      ];
    case 'negative':
      return [[userId, 'negative balance', finding.balance, '', '']];
    case 'shortfall': {
      const { shortfall, ledgerSum } = finding;
      return [[userId, 'shortfall differs from ledger', shortfall, ledgerSum, shortfall - ledgerSum]];
    }
    case 'carry': {
      const { otherId, carried, counterpart } = finding;
      return [
        [userId, `shortfall differs from that of ${otherId}`, carried, -counterpart, carried + counterpart],
      ];
    }
    case 'packs': {
      const { pack, credits, ledgerSum } = finding;
      return [[userId, `${pack} credits differ from ledger`, credits, ledgerSum, credits - ledgerSum]];
    }
    case 'no_account':
      return [[userId, 'no account', '', finding.ledgerSum, '']];
    case 'unreadable':
      return [[userId, `invalid row in ${finding.table}`, '', '', '']];
    case 'generation':
      return [];
  }
}

function formatGeneration(finding: Finding): string[][] {
  if (finding.kind !== 'generation') return [];
  return [[finding.userId, finding.generationId, GENERATION_PROBLEMS[finding.problem]]];
}

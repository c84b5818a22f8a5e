import { auditReport, type AuditReport, type AuditRequest } from '../../../contract/operators.ts';
import { EXIT, type Command, type ExitCode, type Terminal } from '../command-line.ts';
import { tellReport } from './audit-report.ts';
import { EXITS_HELP, reach, WHERE, WHERE_HELP, type Cloud } from './cloud.ts';

const HELP = `npm run credits -- audit --stage NAME [--user USER]

Adds up the ledger of every account and compares it with the balance, and holds every generation against its rows.
Reads only. What moves while it is read is read again before it counts.

${WHERE_HELP}
  --user USER    one account alone, by its id or by the e-mail address its user signs in with
  --help         this text

${EXITS_HELP}`;

const OPTIONS = { ...WHERE, user: { type: 'string' } } as const;

export const auditCommand: Command<typeof OPTIONS> = {
  help: HELP,
  options: OPTIONS,
  async run({ values }, terminal) {
    const cloud = await reach(values);
    const user = values.user === undefined ? undefined : await cloud.userIdOf(values.user);
    return audit(cloud, user, terminal);
  },
};

/**
 * How long one slice may take, in seconds: short enough that no wire between here and there takes the silence for the
 * end.
 */
const SLICE_SECONDS = 45;

/** Audits all accounts, or one. @param user its id. */
async function audit(cloud: Cloud, user: string | undefined, terminal: Terminal): Promise<ExitCode> {
  const report = await auditInSlices(cloud, user, terminal);
  if (user !== undefined && report.accounts === 0) {
    terminal.say(`There is no account ${user}, and no row of the ledger is theirs.`);
    return EXIT.trouble;
  }
  tellReport(report, terminal);
  return report.drifting === 0 && report.unsettled.length === 0 ? EXIT.ok : EXIT.trouble;
}

async function auditInSlices(cloud: Cloud, userId: string | undefined, terminal: Terminal) {
  const total: AuditReport = { accounts: 0, drifting: 0, findings: [], more: 0, unsettled: [] };
  let cursor: string | undefined;
  do {
    const request: AuditRequest = { userId, cursor, seconds: SLICE_SECONDS };
    const slice = await cloud.invoke('AuditCredits', request, auditReport).catch((error: unknown) => {
      if (total.drifting > 0) tellReport(total, terminal);
      if (total.accounts > 0) terminal.warn(`Not the end: it stopped after ${total.accounts} accounts.`);
      throw error;
    });
    total.accounts += slice.accounts;
    total.drifting += slice.drifting;
    total.findings.push(...slice.findings);
    total.more += slice.more;
    total.unsettled.push(...slice.unsettled);
    ({ cursor } = slice);
    if (cursor !== undefined) terminal.warn(`${total.accounts} accounts so far.`);
  } while (cursor !== undefined);
  return total;
}

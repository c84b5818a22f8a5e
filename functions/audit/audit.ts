import * as z from 'zod/mini';
import type { AuditReport } from '../../contract/operators.ts';
import { hasAccount, scanAccounts } from '../ledger/account-rows.ts';
import { entryKey, scanOwners } from '../ledger/entries.ts';
import { auditRow, auditUser, type Verdict } from './audit-account.ts';

/** Accounts in one page of the scan: what a slice finishes before it looks at the clock. */
const PAGE_SIZE = 200;
/** Accounts that are read at once: enough that DynamoDB's answers, not the waiting for them, take the time. */
const AT_ONCE = 16;
/** Findings in one report: it has to fit into the 6 MB of a function's answer. */
const FINDINGS_LISTED = 500;

/** Accounts first, each with its ledger; then the ledger alone, for rows whose account is gone. */
const position = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('accounts'), after: z.optional(z.string()) }),
  z.object({ phase: z.literal('ledger'), after: z.optional(entryKey) }),
]);
type Position = z.infer<typeof position>;

/**
 * Audits the accounts from where an earlier slice ended, until `endAt` (ms since the epoch) or the end.
 * @throws Error for a cursor that is not ours; what a read throws.
 */
export async function auditAll(cursor: string | undefined, endAt: number): Promise<AuditReport> {
  const report = emptyReport();
  let at: Position | undefined = cursor === undefined ? { phase: 'accounts' } : decode(cursor);
  do at = await auditPage(at, report);
  while (at !== undefined && Date.now() < endAt);
  return { ...report, ...(at !== undefined && { cursor: encode(at) }) };
}

/** Audits one user; counts no account where there is nobody. @throws what a read throws. */
export async function auditOne(userId: string): Promise<AuditReport> {
  const report = emptyReport();
  note(report, userId, await auditUser(userId));
  return report;
}

/** @returns where to go on; undefined at the end. */
async function auditPage(at: Position, report: AuditReport): Promise<Position | undefined> {
  if (at.phase === 'accounts') {
    const { rows, next } = await scanAccounts(at.after, PAGE_SIZE);
    await severalAtOnce(rows, async (row) => {
      const userId = String(row['id']);
      note(report, userId, await auditRow(userId, row));
    });
    return next === undefined ? { phase: 'ledger' } : { phase: 'accounts', after: next };
  }
  const { userIds, next } = await scanOwners(at.after);
  await severalAtOnce(userIds, async (userId) => {
    if (!(await hasAccount(userId))) note(report, userId, await auditUser(userId));
  });
  return next && { phase: 'ledger', after: next };
}

function note(report: AuditReport, userId: string, verdict: Verdict): void {
  if (verdict.kind === 'nobody') return;
  report.accounts += 1;
  if (verdict.kind === 'unsettled') {
    report.unsettled.push(userId);
    return;
  }
  if (verdict.findings.length > 0) report.drifting += 1;
  for (const finding of verdict.findings) {
    if (report.findings.length < FINDINGS_LISTED) report.findings.push(finding);
    else report.more += 1;
  }
}

/** Does something for every item, a few at a time. After the first failure nothing is begun, and nothing left behind. */
async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const workers = Array.from({ length: AT_ONCE }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

function emptyReport(): AuditReport {
  return { accounts: 0, drifting: 0, findings: [], more: 0, unsettled: [] };
}

function encode(at: Position): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

function decode(cursor: string): Position {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw new Error('The cursor is not one that an audit gave.', { cause: error });
  }
}

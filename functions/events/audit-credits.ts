import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { auditRequest, type AuditReport } from '#contract/operators.ts';
import { auditScannedUser, auditUser, type AuditResult } from './audit/audit-account.ts';
import { entryKey, scanLedgerUsers } from '../credits/ledger/entries.ts';
import { hasUser, scanUsers } from '../credits/ledger/users-table.ts';
import { logger } from '../platform/logger.ts';
import { countLedgerDrift } from '../platform/metrics.ts';

/** Accounts per page of the scan. A slice checks its time limit after each page. */
const PAGE_SIZE = 200;
/** Accounts audited concurrently, to hide the latency of DynamoDB. */
const CONCURRENCY = 16;
/** Maximum number of findings in one report, which must fit into a Lambda response (6 MB). */
const MAX_FINDINGS = 500;

/**
 * The position of an audit. The first phase reads the accounts, each with its ledger. The second phase reads the ledger, to find entries of
 * users without an account.
 */
const position = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('accounts'), after: z.optional(z.string()) }),
  z.object({ phase: z.literal('ledger'), after: z.optional(entryKey) }),
]);
type Position = z.infer<typeof position>;

/**
 * Audits the accounts after the end of an earlier slice, until `endAt` (ms since the epoch) or until the last account.
 * @throws Error for an invalid cursor; any error of a read.
 */
async function auditAll(cursor: string | undefined, endAt: number): Promise<AuditReport> {
  const report = createReport();
  let at: Position | undefined = cursor === undefined ? { phase: 'accounts' } : decodeCursor(cursor);
  do at = await auditPage(at, report);
  while (at !== undefined && Date.now() < endAt);
  return { ...report, ...(at !== undefined && { cursor: encodeCursor(at) }) };
}

/** Audits one user. The report counts 0 accounts if the user does not exist. */
async function auditOne(userId: string): Promise<AuditReport> {
  const report = createReport();
  addResult(report, userId, await auditUser(userId));
  return report;
}

/** Audits one page. @returns the position of the next page, or undefined after the last page. */
async function auditPage(at: Position, report: AuditReport): Promise<Position | undefined> {
  if (at.phase === 'accounts') {
    const { items, next } = await scanUsers(at.after, PAGE_SIZE);
    await mapConcurrent(items, async (item) => {
      const userId = String(item['id']);
      addResult(report, userId, await auditScannedUser(userId, item));
    });
    return next === undefined ? { phase: 'ledger' } : { phase: 'accounts', after: next };
  }
  const { userIds, next } = await scanLedgerUsers(at.after);
  await mapConcurrent(userIds, async (userId) => {
    if (!(await hasUser(userId))) addResult(report, userId, await auditUser(userId));
  });
  return next && { phase: 'ledger', after: next };
}

function addResult(report: AuditReport, userId: string, result: AuditResult): void {
  if (result.kind === 'no_user') return;
  report.accounts += 1;
  if (result.kind === 'unsettled') {
    report.unsettled.push(userId);
    return;
  }
  if (result.findings.length > 0) report.drifting += 1;
  for (const finding of result.findings) {
    if (report.findings.length < MAX_FINDINGS) report.findings.push(finding);
    else report.more += 1;
  }
}

/**
 * Runs the work for all items concurrently. Starts no further work after the first failure. Waits for the work in progress before it
 * throws.
 */
async function mapConcurrent<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
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
  const workers = Array.from({ length: CONCURRENCY }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

function createReport(): AuditReport {
  return { accounts: 0, drifting: 0, findings: [], more: 0, unsettled: [] };
}

function encodeCursor(at: Position): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

function decodeCursor(cursor: string): Position {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw new Error('The cursor does not come from an audit.', { cause: error });
  }
}

/** Invocation time reserved for the last page of a slice, in ms. */
const TIME_RESERVE = 60_000;
/** Maximum number of findings in the log. The operator's command lists all findings. */
const MAX_LOGGED_FINDINGS = 20;

/**
 * Compares every balance with the ledger, and every generation with its entries. EventBridge invokes the function daily. The operator's
 * command invokes it slice by slice.
 * @throws a zod error for an invalid request; Error if the daily audit is incomplete.
 */
export async function handler(event: unknown, context: Context): Promise<AuditReport> {
  logger.addContext(context);
  const { userId, cursor, seconds, source } = auditRequest.parse(event);
  if (userId !== undefined) return auditOne(userId);
  const requestedMs = seconds === undefined ? Infinity : seconds * 1_000;
  const availableMs = context.getRemainingTimeInMillis() - TIME_RESERVE;
  const report = await auditAll(cursor, Date.now() + Math.min(requestedMs, availableMs));
  if (source === 'aws.events') reportDailyAudit(report);
  return report;
}

/** Writes the log and the metric of the daily audit, which triggers the alarm. EventBridge does not read the response. */
function reportDailyAudit({ cursor, findings, unsettled, ...counts }: AuditReport): void {
  for (const found of findings.slice(0, MAX_LOGGED_FINDINGS)) logger.error('audit finding', { found });
  logger.info('audit', { ...counts, unsettled: unsettled.length, complete: cursor === undefined });
  // An incomplete audit must not report 0.
  if (cursor === undefined || counts.drifting > 0) countLedgerDrift(counts.drifting);
  if (cursor !== undefined) throw new Error('The daily audit is incomplete.');
}

import type { Context } from 'aws-lambda';
import { auditRequest, type AuditReport } from '../contract/operators.ts';
import { auditAll, auditOne } from './audit/audit.ts';
import { logger } from './shared/logger.ts';
import { countLedgerDrift } from './shared/metrics.ts';

/** Invocation time reserved for the last page of a slice, in ms. */
const TIME_RESERVE = 60_000;
/** Maximum number of findings in the log. The command lists all of them. */
const MAX_LOGGED_FINDINGS = 20;

/**
 * Compares every balance with the ledger, and every generation with its entries. EventBridge invokes it daily, and the
 * operator's command invokes it slice by slice.
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

/** Writes the log and the metric of the daily audit, which triggers the alarm. Its response is not read. */
function reportDailyAudit({ cursor, findings, unsettled, ...counts }: AuditReport): void {
  for (const found of findings.slice(0, MAX_LOGGED_FINDINGS)) logger.error('audit finding', { found });
  logger.info('audit', { ...counts, unsettled: unsettled.length, complete: cursor === undefined });
  // An incomplete audit must not report 0.
  if (cursor === undefined || counts.drifting > 0) countLedgerDrift(counts.drifting);
  if (cursor !== undefined) throw new Error('The daily audit is incomplete.');
}

import type { Context } from 'aws-lambda';
import { auditRequest, type AuditReport } from '../contract/operators.ts';
import { auditAll, auditOne } from './audit/audit.ts';
import { logger } from './shared/logger.ts';
import { countLedgerDrift } from './shared/metrics.ts';

/** What the last page of a slice may take, in ms, before the function's own end. */
const TIME_KEPT = 60_000;
/** Findings that the log lists; the command lists all of them. */
const FINDINGS_LOGGED = 20;

/**
 * Audits every balance against the ledger, and every generation against its rows: daily by the clock, and when an
 * operator asks, then slice by slice.
 * @throws a zod error for a request that is not one; Error when the daily audit did not come to its end.
 */
export async function handler(event: unknown, context: Context): Promise<AuditReport> {
  logger.addContext(context);
  const { userId, cursor, seconds, source } = auditRequest.parse(event);
  if (userId !== undefined) return auditOne(userId);
  const wanted = seconds === undefined ? Infinity : seconds * 1_000;
  const possible = context.getRemainingTimeInMillis() - TIME_KEPT;
  const report = await auditAll(cursor, Date.now() + Math.min(wanted, possible));
  if (source === 'aws.events') tell(report);
  return report;
}

/** Nobody reads the daily audit's answer: its metric raises the alarm, its log says where to look. */
function tell({ cursor, findings, unsettled, ...counts }: AuditReport): void {
  for (const found of findings.slice(0, FINDINGS_LOGGED)) logger.error('credits do not add up', { found });
  logger.info('audit', { ...counts, unsettled: unsettled.length, complete: cursor === undefined });
  // An audit that was cut short has not shown that all is well.
  if (cursor === undefined || counts.drifting > 0) countLedgerDrift(counts.drifting);
  if (cursor !== undefined) throw new Error('The daily audit did not come to its end.');
}

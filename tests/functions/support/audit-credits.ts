import { auditReport, type AuditReport } from '../../../contract/operators.ts';
import { handler } from '../../../functions/audit-credits.ts';
import { lambdaContext } from './event.ts';

const FIFTEEN_MINUTES = 900_000;

/** Runs an audit, and reads its report as it is after the way through JSON. */
export async function audit(event: object = {}, remainingMs = FIFTEEN_MINUTES): Promise<AuditReport> {
  return auditReport.parse(JSON.parse(JSON.stringify(await handler(event, lambdaContext(remainingMs)))));
}

import type { Context } from 'aws-lambda';
import { reconcileRequest, type ReconcileReport } from '../contract/operators.ts';
import { recoverPayments, replayPayments } from './payments/recover-payments.ts';
import { logger } from './shared/logger.ts';

/**
 * Books the payments whose events the webhook has missed. EventBridge invokes it every five minutes, and `npm run
 * stripe:replay` slice by slice, for all payments since a time.
 * @throws a zod error for an invalid request; AggregateError after a scheduled run with failures.
 */
export async function handler(event: unknown, context: Context): Promise<ReconcileReport> {
  logger.addContext(context);
  const { since, cursor, seconds = Infinity } = reconcileRequest.parse(event);
  const end = Date.now() + Math.min(seconds * 1_000, context.getRemainingTimeInMillis());
  const remainingMs = () => end - Date.now();
  return since === undefined ? recoverPayments(remainingMs) : replayPayments({ since, cursor, remainingMs });
}

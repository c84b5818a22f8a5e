import { findClawback, isReversed } from '../ledger/clawback.ts';
import type { Dispute, Payment } from './payment.ts';

/**
 * Counts a dispute that was won and is lost again as two disputes: the won one, and a second one with its own cause,
 * because the ledger books each cause once.
 */
export async function splitReopenedDisputes(payment: Payment): Promise<Payment> {
  const disputes = await Promise.all(payment.disputes.map((dispute) => split(payment.userId, dispute)));
  return { ...payment, disputes: disputes.flat() };
}

async function split(userId: string, dispute: Dispute): Promise<Dispute[]> {
  const second = { ...dispute, id: `${dispute.id}#lost` };
  const isReopened = dispute.isLost
    ? await isReversed(userId, dispute.id)
    : !dispute.isActive && (await findClawback(userId, second.id)) !== undefined;
  return isReopened ? [{ ...dispute, isActive: false }, second] : [dispute];
}

import type { Payment, Reversal } from '../../../functions/credits/payments/payment.ts';

/** A Pro pack's payment as `readPayment` returns it: 25 credits for 7.00. */
const PAID: Payment = {
  sessionId: 'cs_1',
  userId: 'user',
  priceId: 'price_pro',
  amount: 700,
  currency: 'gbp',
  createdAt: '2026-11-21T09:00:00.000Z',
  status: 'paid',
  paymentIntentId: 'pi_1',
  receiptUrl: undefined,
  refunds: [],
  disputes: [],
};

/** The state of one reversal. Each kind has its own way to become inactive. */
type ReversalState =
  | { refund: number; state?: 'failed' | undefined }
  | { dispute: number; state?: 'won' | 'lost' | undefined };

/** A paid payment with these reversals. Refunds have the ids re_1, re_2 …, disputes du_1, du_2 …, oldest first. */
export function paymentWith(...states: ReversalState[]): Payment {
  const refunds: Reversal[] = [];
  const disputes: Reversal[] = [];
  for (const reversal of states) {
    const { state } = reversal;
    const isActive = state === undefined || state === 'lost';
    if ('refund' in reversal) {
      refunds.push({ id: `re_${refunds.length + 1}`, amount: reversal.refund, isActive });
    } else {
      const id = `du_${disputes.length + 1}`;
      disputes.push({ id, amount: reversal.dispute, isActive, canFollowEnd: state === 'lost' });
    }
  }
  return { ...PAID, refunds, disputes };
}

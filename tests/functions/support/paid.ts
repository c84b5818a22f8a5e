import type { Payment } from '../../../functions/payments/payment.ts';
import { USER } from './event.ts';

/** A Pro pack's payment, 25 credits for 7.00, of which nothing went back. */
export const PAID: Payment = {
  sessionId: 'cs_1',
  userId: USER,
  priceId: 'price_pro',
  amount: 700,
  currency: 'gbp',
  createdAt: '2026-11-21T09:00:00.000Z',
  status: 'paid',
  receiptUrl: undefined,
  refunds: [],
  disputes: [],
};

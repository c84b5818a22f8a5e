import type { PurchaseState } from '../../contract/schemas.ts';
import { welcomeUser } from '../ledger/account.ts';
import { giveBackTaken, takeBack } from '../ledger/clawback.ts';
import { move } from '../ledger/ledger.ts';
import { purchase } from '../ledger/movement.ts';
import { logger } from '../telemetry/logger.ts';
import { countClawback, countCreditsBought, countUnmatchedPayment } from '../telemetry/metrics.ts';
import { packOfPrice } from './packs.ts';
import { clawbacks, type Clawback, type Payment } from './payment.ts';
import { recordPurchase } from './purchases-table.ts';

type Pack = NonNullable<ReturnType<typeof packOfPrice>>;

/**
 * Brings the ledger in line with a payment as it stands: credits it if it is paid, takes back what was refunded or
 * disputed, restores what fell away. Every movement is keyed by its cause, so this may run any number of times, at the
 * same time and with an old look at the payment, and the end is the same. That is why one function serves every event.
 * @throws when the outcome is unknown; then the event is to be sent again.
 */
export async function reconcile(payment: Payment): Promise<void> {
  const pack = packOfPrice(payment.priceId ?? '');
  if (payment.status !== 'paid') {
    const state = payment.status === 'failed' ? 'failed' : 'pending';
    await recordPurchase(payment, pack ?? { name: 'Unknown', credits: 0 }, state);
    return;
  }
  if (pack?.amount !== payment.amount || pack.currency !== payment.currency) {
    await recordUnmatched(payment, pack);
    return;
  }
  await credit(payment, pack);
  const takings = clawbacks(payment, pack.credits);
  for (const taking of takings) await apply(taking, payment.userId);
  await recordPurchase(payment, pack, stateOf(payment, takings, pack.credits));
}

async function credit({ userId, sessionId }: Payment, { credits }: Pack): Promise<void> {
  const movement = purchase(userId, sessionId, credits);
  let outcome = await move(movement);
  if (outcome.kind === 'no_account') {
    await welcomeUser(userId);
    outcome = await move(movement);
  }
  if (outcome.kind === 'moved') countCreditsBought(credits);
  else if (outcome.kind !== 'already_moved') throw new Error(`A purchase met ${outcome.kind}.`);
}

async function apply({ causeId, credits, stands }: Clawback, userId: string): Promise<void> {
  if (!stands) {
    await giveBackTaken(userId, causeId);
    return;
  }
  const { taken, shortfall } = await takeBack(userId, causeId, credits);
  if (taken + shortfall > 0) countClawback(taken, shortfall);
}

/** Paid, but not what the pack costs: somebody has to look. Sending the event again would change nothing. */
async function recordUnmatched(payment: Payment, pack: Pack | undefined): Promise<void> {
  countUnmatchedPayment();
  const { sessionId, priceId, amount, currency } = payment;
  logger.error('payment does not match a pack', { sessionId, priceId, amount, currency });
  await recordPurchase(payment, { name: pack?.name ?? 'Unknown', credits: 0 }, 'unmatched');
}

function stateOf({ disputes }: Payment, takings: Clawback[], credits: number): PurchaseState {
  if (disputes.some(({ stands }) => stands)) return 'disputed';
  const standing = takings.filter(({ stands }) => stands);
  if (standing.length === 0) return 'paid';
  const takenBack = standing.reduce((sum, taking) => sum + taking.credits, 0);
  return takenBack === credits ? 'refunded' : 'partly_refunded';
}

import { PACK_IDS, PACKS } from '#contract/packs.ts';
import type { LedgerRow } from '../../support/cloud-inspector.ts';
import type { Purchase, Reversal } from './stripe-payments.ts';

/** Compares the ledger entries of a purchase with its payment, refunds and disputes. */
export function checkPurchase(purchase: Purchase, ledger: readonly LedgerRow[]): string[] {
  const { sessionId, pack, state } = purchase;
  const { credits } = PACKS[pack];
  const find = (entryId: string) => ledger.find((row) => row.entryId === entryId);
  const findAmount = (entryId: string) => find(entryId)?.amount ?? 0;
  const added = findAmount(`purchase#${sessionId}`);
  if (added !== (state === 'paid' ? credits : 0))
    return [`${sessionId} is ${state} and added ${added} credits`];

  const clawedBack = sumReversals(sessionId, ledger);
  const due = countDue(purchase);
  if (clawedBack === due) return [];
  return [`${sessionId}: ${clawedBack} of ${credits} credits were clawed back, ${due} were due`];
}

/** Returns the credits that a payment's refunds and disputes took or made due, less the credits that they returned or cancelled. */
function sumReversals(sessionId: string, ledger: readonly LedgerRow[]): number {
  return ledger
    .filter(({ entryId }) => entryId.startsWith(`reversal#${sessionId}#`))
    .reduce((sum, row) => sum - row.amount + Number(row['shortfall'] ?? 0), 0);
}

export const sumAmounts = (reversals: readonly Reversal[]) =>
  reversals.reduce((sum, { amount }) => sum + amount, 0);

/** An account has the packs of the purchases that were not returned in full. */
export function checkPacks(packs: readonly string[], purchases: readonly Purchase[]): string[] {
  return PACK_IDS.flatMap((id) => {
    const paid = purchases.filter(({ pack, state }) => pack === id && state === 'paid');
    const isReturned = paid.every((purchase) => countDue(purchase) === PACKS[id].credits);
    if (packs.includes(id) === !isReturned) return [];
    return [`the account has the packs ${packs.join(', ')}, but at Stripe it has ${JSON.stringify(paid)}`];
  });
}

/** The credits that the active refunds and disputes of a paid purchase take back. */
function countDue({ pack, refunds, disputes }: Purchase): number {
  const { credits, amount: price } = PACKS[pack];
  const active = [...refunds, ...disputes].filter(({ isActive }) => isActive);
  return Math.floor((credits * Math.min(price, sumAmounts(active))) / price);
}

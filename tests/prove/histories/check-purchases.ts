import { PACK_IDS, PACKS } from '../../../contract/packs.ts';
import type { LedgerRow } from '../../support/cloud-inspector.ts';
import type { Purchase, Reversal } from './stripe-payments.ts';

/** Compares the ledger entries of a purchase with its payment, refunds and disputes. */
export function checkPurchase(purchase: Purchase, ledger: readonly LedgerRow[]): string[] {
  const { sessionId, pack, state, refunds, disputes } = purchase;
  const { credits } = PACKS[pack];
  const find = (entryId: string) => ledger.find((row) => row.entryId === entryId);
  const findAmount = (entryId: string) => find(entryId)?.amount ?? 0;
  const added = findAmount(`purchase#${sessionId}`);
  if (added !== (state === 'paid' ? credits : 0))
    return [`${sessionId} is ${state} and added ${added} credits`];

  const reversals = [...refunds, ...disputes];
  const violations = reversals.flatMap(({ id, isActive }) => {
    const net = sumClawbacks(id, ledger);
    return isActive || net === 0 ? [] : [`${id} is not active and took ${net} credits`];
  });
  const active = reversals.filter(({ isActive }) => isActive);
  const clawedBack = active.reduce((sum, { id }) => sum + sumClawbacks(id, ledger), 0);
  const due = countDue(purchase);
  // Each reversal is rounded when it is booked, and not changed when another one ends.
  const isExact = reversals.every(({ wasInactive }) => !wasInactive) || due === credits;
  const tolerance = isExact ? 0 : reversals.length;
  if (Math.abs(clawedBack - due) > tolerance || clawedBack > credits) {
    violations.push(`${sessionId}: ${clawedBack} of ${credits} credits were clawed back, ${due} were due`);
  }
  return violations;
}

/** Credits that a refund or dispute took or made due, less those that it returned or cancelled. */
function sumClawbacks(id: string, ledger: readonly LedgerRow[]): number {
  // A dispute that was won and is lost again has a second cause.
  const causes = new Set([id, `${id}#lost`].flatMap((cause) => [`clawback#${cause}`, `restore#${cause}`]));
  return ledger
    .filter(({ entryId }) => causes.has(entryId))
    .reduce((sum, row) => sum - row.amount + Number(row['shortfall'] ?? 0), 0);
}

export const sumAmounts = (reversals: readonly Reversal[]) =>
  reversals.reduce((sum, { amount }) => sum + amount, 0);

/** An account has the packs of the purchases that were not returned in full. */
export function checkPacks(packs: readonly string[], purchases: readonly Purchase[]): string[] {
  return PACK_IDS.flatMap((id) => {
    const paid = purchases.filter(({ pack, state }) => pack === id && state === 'paid');
    const isReturned = paid.every((purchase) => countDue(purchase) === PACKS[id].credits);
    // The rounding of reversals that ended may leave a purchase without credits.
    const isKept = paid.some((purchase) => countDue(purchase) + countReversals(purchase) < PACKS[id].credits);
    if (packs.includes(id) ? !isReturned : !isKept) return [];
    return [`the account has the packs ${packs.join(', ')}, but at Stripe it has ${JSON.stringify(paid)}`];
  });
}

/** The credits that the active refunds and disputes of a paid purchase take back. */
function countDue({ pack, refunds, disputes }: Purchase): number {
  const { credits, amount: price } = PACKS[pack];
  const active = [...refunds, ...disputes].filter(({ isActive }) => isActive);
  return Math.floor((credits * Math.min(price, sumAmounts(active))) / price);
}

const countReversals = ({ refunds, disputes }: Purchase) => refunds.length + disputes.length;

import type { GrantAnswer } from '../../contract/operators.ts';
import { findAccount } from './account-rows.ts';
import { findEntry } from './entries.ts';
import { move } from './ledger.ts';
import { grant, type Movement } from './movement.ts';

export interface GrantOrder {
  userId: string;
  grantId: string;
  /** Signed, not 0. */
  credits: number;
  /** Kept in the ledger's row: who gives, and for what reason. */
  by: string;
  why: string;
  dryRun: boolean;
}

/**
 * Gives credits by an operator's hand, or takes them to correct an earlier grant: all of them, or none where the
 * balance is lower. The same id again moves nothing, and tells what it moved.
 * @throws what `move` throws; then the same grant may be repeated safely.
 */
export async function grantCredits({
  userId,
  grantId,
  credits,
  by,
  why,
  dryRun,
}: GrantOrder): Promise<GrantAnswer> {
  const movement = grant(userId, grantId, credits);
  const before = await assess(movement);
  if (before.kind !== 'would_grant' || dryRun) return before;

  const { kind } = await move(movement, { details: { by, why } });
  if (kind === 'moved') return { kind: 'granted', balance: (await findAccount(userId))?.credits ?? 0 };
  // Something came between: it stands in the way now.
  const after = await assess(movement);
  if (after.kind === 'would_grant') throw new Error(`A grant met ${kind}.`);
  return after;
}

/** What would become of a grant as things stand. */
async function assess(movement: Movement): Promise<GrantAnswer> {
  const account = await findAccount(movement.userId);
  if (account === undefined) return { kind: 'no_account' };
  const earlier = await findEntry(movement);
  if (earlier !== undefined) {
    const { amount: credits, by = '', why = '', createdAt } = earlier;
    return { kind: 'already_granted', credits, by, why, createdAt };
  }
  const { credits: balance, closedAt } = account;
  if (closedAt !== undefined) return { kind: 'closed_account', closedAt };
  const after = balance + movement.amount;
  if (movement.amount < 0 && after < 0) return { kind: 'insufficient', balance };
  return { kind: 'would_grant', balance: after };
}

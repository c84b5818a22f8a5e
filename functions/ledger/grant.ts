import type { GrantAnswer } from '../../contract/operators.ts';
import { findEntry, grantEntry, type NewEntry } from './ledger-table.ts';
import { OPEN_ACCOUNT, postEntry } from './ledger.ts';
import { findUser } from './users-table.ts';

export interface GrantInput {
  userId: string;
  grantId: string;
  /** Signed, not 0. */
  credits: number;
  /** The operator and the reason, both stored in the ledger entry. */
  by: string;
  why: string;
  dryRun: boolean;
}

/**
 * Grants credits, or takes credits to correct an earlier grant: all of them, or none if the balance is too low.
 * Idempotent: the same grant id returns the earlier grant.
 * @throws what `postEntry` throws; repeating the same grant is safe.
 */
export async function grantCredits({
  userId,
  grantId,
  credits,
  by,
  why,
  dryRun,
}: GrantInput): Promise<GrantAnswer> {
  const entry = grantEntry(userId, grantId, credits, { by, why });
  const preview = await previewGrant(entry);
  if (preview.kind !== 'would_grant' || dryRun) return preview;

  const refusals = await postEntry(entry, { account: { open: OPEN_ACCOUNT } });
  if (refusals === undefined) return { kind: 'granted', balance: (await findUser(userId))?.credits ?? 0 };
  // The account changed between the preview and the transaction; a second preview explains the refusal.
  const refusal = await previewGrant(entry);
  if (refusal.kind === 'would_grant')
    throw new Error(`The ledger refused a grant: ${refusals.names.join(', ')}.`);
  return refusal;
}

async function previewGrant(entry: NewEntry): Promise<GrantAnswer> {
  const user = await findUser(entry.userId);
  if (user === undefined) return { kind: 'no_account' };
  const earlier = await findEntry(entry);
  if (earlier !== undefined) {
    const { amount: credits, by = '', why = '', createdAt } = earlier;
    return { kind: 'already_granted', credits, by, why, createdAt };
  }
  const { credits: balance, closedAt } = user;
  if (closedAt !== undefined) return { kind: 'closed_account', closedAt };
  const newBalance = balance + entry.amount;
  if (entry.amount < 0 && newBalance < 0) return { kind: 'insufficient', balance };
  return { kind: 'would_grant', balance: newBalance };
}

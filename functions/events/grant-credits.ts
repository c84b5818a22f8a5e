import type { Context } from 'aws-lambda';
import { grantRequest, type GrantAnswer, type GrantRequest } from '#contract/operators.ts';
import { findEntry } from '../credits/ledger/entries.ts';
import { grantEntry } from '../credits/ledger/new-entries.ts';
import type { NewEntry } from '../credits/ledger/ledger-entry.ts';
import { OPEN_ACCOUNT, postEntry } from '../credits/ledger/ledger.ts';
import { findUser } from '../credits/ledger/users-table.ts';
import { logger } from '../platform/logger.ts';
import { countCreditsGranted } from '../platform/metrics.ts';

/**
 * Grants credits, or takes credits to correct an earlier grant. If the balance is too low, takes no credits. Idempotent: the same grant id
 * returns the earlier grant.
 * @throws the errors of `postEntry`. Repeating the same grant is safe.
 */
async function grantCredits({
  userId,
  grantId,
  credits,
  by,
  why,
  dryRun,
}: GrantRequest): Promise<GrantAnswer> {
  const entry = grantEntry(userId, grantId, credits, { by, why });
  const preview = await previewGrant(entry);
  if (preview.kind !== 'would_grant' || dryRun) return preview;

  const refusals = await postEntry(entry, { account: { open: OPEN_ACCOUNT } });
  if (refusals === undefined) return { kind: 'granted', balance: (await findUser(userId))?.credits ?? 0 };
  // The account changed between the preview and the transaction. A second preview explains the refusal.
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

/** Grants or corrects credits for an operator. @throws a zod error for an invalid request. */
export async function handler(event: unknown, context: Context): Promise<GrantAnswer> {
  logger.addContext(context);
  const input = grantRequest.parse(event);
  const answer = await grantCredits(input);
  // Only the ledger stores the operator and the reason, because a session name can contain an e-mail address.
  const { userId, grantId, credits, dryRun } = input;
  logger.info('grant', { userId, grantId, credits, dryRun, outcome: answer.kind });
  if (answer.kind === 'granted') countCreditsGranted(credits);
  return answer;
}

import * as z from 'zod/mini';
import { queryItems } from '../shared/dynamodb-reads.ts';
import { updateIf } from '../shared/dynamodb-writes.ts';
import { buildUpdate } from '../shared/expressions.ts';
import { acceptsSession, atUser, removeAttribute, USERS } from './users-table.ts';

/** Only accounts whose deletion is not finished have the attribute `closing`, which is the key of a sparse index. */
const CLOSING = 'yes';

const deletedAccount = z.object({ id: z.string() });

/**
 * Closes an account: it can no longer be spent from or opened again. Creates a closed account for a user without one,
 * because their token stays valid. Idempotent: the first time is kept.
 * @param now ISO 8601, UTC.
 * @param authenticatedAt the sign-in that requests it (ISO 8601); undefined for a deletion that is completed.
 * @returns false if the account does not accept tokens of that sign-in.
 */
export async function markAccountDeleted(
  userId: string,
  now: string,
  authenticatedAt?: string,
): Promise<boolean> {
  return updateIf({
    ...atUser(userId),
    ...buildUpdate({
      set: { closing: CLOSING },
      setIfAbsent: { closedAt: now, createdAt: now, credits: 0 },
      if: authenticatedAt === undefined ? undefined : acceptsSession(authenticatedAt),
    }),
  });
}

/** Lists the users whose accounts were closed before `closedBefore` (ISO 8601) and not yet finished, oldest first. */
export async function* listUnfinishedDeletions(closedBefore: string): AsyncGenerator<string> {
  const query = { index: 'closing', partition: CLOSING, below: closedBefore } as const;
  for await (const item of queryItems(USERS, query)) yield deletedAccount.parse(item).id;
}

/** Removes an account from the list of unfinished deletions. */
export async function markDeletionFinished(userId: string): Promise<void> {
  await removeAttribute(userId, 'closing');
}

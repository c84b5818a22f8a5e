import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import { update } from '../aws/update.ts';
import { findBalance } from './account.ts';
import { move } from './ledger.ts';
import { forfeiture } from './movement.ts';

const USERS_TABLE = environment('USERS_TABLE');

/** Accounts whose closing has to be gone through again: only they carry `closing`. */
const CLOSING_INDEX = 'closing';
const CLOSING = 'yes';

const row = z.object({ id: z.string() });

/** How often payments may change the balance under our hands before we give up. */
const ATTEMPTS = 10;

/**
 * Closes an account: from here on nothing is spent from it, and nothing opens it again. A user without one gets a
 * closed one, for their token may live on. Done twice, the account keeps the time at which it was closed first.
 * @param now ISO 8601, UTC.
 */
export async function shutAccount(userId: string, now: string): Promise<void> {
  await update({
    TableName: USERS_TABLE,
    Key: { id: userId },
    UpdateExpression:
      'SET closedAt = if_not_exists(closedAt, :now), closing = :closing, ' +
      'createdAt = if_not_exists(createdAt, :now), credits = if_not_exists(credits, :none)',
    ExpressionAttributeValues: { ':now': now, ':closing': CLOSING, ':none': 0 },
  });
}

/**
 * Takes what a closed account still holds. Done twice, it changes nothing: what came in later was paid for.
 * @returns the credits that this call took.
 */
export async function forfeitCredits(userId: string): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const credits = (await findBalance(userId))?.credits ?? 0;
    const { kind } = await move(forfeiture(userId, credits));
    if (kind === 'moved') return credits;
    if (kind === 'already_moved') return 0;
    // A payment was taken back in the meantime: look again.
  }
  throw new Error('The balance kept changing while an account was closed.');
}

/** The users whose accounts were closed before `closedBefore` (ISO 8601) and are not done with, oldest first. */
export async function* unfinishedClosings(closedBefore: string): AsyncGenerator<string> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: USERS_TABLE,
      IndexName: CLOSING_INDEX,
      KeyConditionExpression: 'closing = :closing AND closedAt < :before',
      ExpressionAttributeValues: { ':closing': CLOSING, ':before': closedBefore },
    },
  );
  for await (const { Items = [] } of pages) yield* Items.map((item) => row.parse(item).id);
}

/** Says that nothing is left to do for a closed account. */
export async function endClosing(userId: string): Promise<void> {
  await update({
    TableName: USERS_TABLE,
    Key: { id: userId },
    UpdateExpression: 'REMOVE closing',
    // Without an account there must not be one now.
    ConditionExpression: 'attribute_exists(id)',
  });
}

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import { update } from '../aws/update.ts';

const USERS_TABLE = environment('USERS_TABLE');

const row = z.object({
  credits: z.int().check(z.minimum(0)),
  /** ISO 8601, UTC. */
  closedAt: z.optional(z.string()),
  welcomeDue: z.optional(z.boolean()),
});

/** What an account holds, and how it stands. */
export interface Balance {
  credits: number;
  /** Nothing is done with it any more. */
  closed: boolean;
  /** It was opened before its owner's address was known, without the welcome. */
  welcomeDue: boolean;
}

/** The balance of an account as it stands now; undefined where there is none. */
export async function findBalance(userId: string): Promise<Balance | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: USERS_TABLE,
      Key: { id: userId },
      ProjectionExpression: 'credits, closedAt, welcomeDue',
      ConsistentRead: true,
    }),
  );
  if (Item === undefined) return undefined;
  const { credits, closedAt, welcomeDue = false } = row.parse(Item);
  return { credits, closed: closedAt !== undefined, welcomeDue };
}

/** Says that an account's welcome is no longer due: it was given, or will not be. */
export async function settleWelcome(userId: string): Promise<void> {
  await update({
    TableName: USERS_TABLE,
    Key: { id: userId },
    UpdateExpression: 'REMOVE welcomeDue',
    ConditionExpression: 'attribute_exists(id)',
  });
}

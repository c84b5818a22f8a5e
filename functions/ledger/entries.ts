import { GetCommand, paginateQuery, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import type { Movement } from './movement.ts';

const LEDGER_TABLE = environment('LEDGER_TABLE');

const entry = z.object({
  entryId: z.string(),
  kind: z.string(),
  /** Signed, in credits. */
  amount: z.int(),
  ref: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Of a clawback: what it found missing, in credits. */
  shortfall: z.optional(z.int()),
  /** Of a grant: the operator, and the reason. */
  by: z.optional(z.string()),
  why: z.optional(z.string()),
});

/** One row of the ledger: never changed, never removed. */
export type Entry = z.infer<typeof entry>;

/**
 * All rows of a user's, by entry id.
 * @throws a zod error when one cannot be read: a sum without it would be a guess.
 */
export async function readEntries(userId: string): Promise<Entry[]> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: LEDGER_TABLE,
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
      ConsistentRead: true,
    },
  );
  const entries: Entry[] = [];
  for await (const { Items = [] } of pages) entries.push(...Items.map((item) => entry.parse(item)));
  return entries;
}

/** The row of one movement; undefined where it has not been made. */
export async function findEntry({ userId, entryId }: Movement): Promise<Entry | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: LEDGER_TABLE, Key: { userId, entryId }, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : entry.parse(Item);
}

/** The key of a row of the ledger. */
export const entryKey = z.object({ userId: z.string(), entryId: z.string() });
type EntryKey = z.infer<typeof entryKey>;

/** The users of a stretch of the ledger, each once. A user's rows lie together. */
export async function scanOwners(
  after: EntryKey | undefined,
): Promise<{ userIds: string[]; next: EntryKey | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName: LEDGER_TABLE,
      ConsistentRead: true,
      ProjectionExpression: 'userId',
      ...(after !== undefined && { ExclusiveStartKey: after }),
    }),
  );
  const userIds = new Set(Items.map((item) => String(item['userId'])));
  // Its first rows were on the page before.
  if (after !== undefined) userIds.delete(after.userId);
  return { userIds: [...userIds], next: LastEvaluatedKey && entryKey.parse(LastEvaluatedKey) };
}

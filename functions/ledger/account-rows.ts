import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, ScanCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';

const USERS_TABLE = environment('USERS_TABLE');

/** As it may stand in the table: an auditor reads balances that must not be, too. */
const accountRow = z.object({
  id: z.string(),
  credits: z.int(),
  createdAt: z.string(),
  closedAt: z.optional(z.string()),
  /** The generations that are under way. */
  inFlight: z._default(z.set(z.string()), new Set()),
});
export type AccountRow = z.infer<typeof accountRow>;

/** @throws a zod error when the item is not one of ours. */
export function parseAccountRow(item: unknown): AccountRow {
  return accountRow.parse(item);
}

/** A user's account as it stands; undefined where there is none. @throws a zod error when it cannot be read. */
export async function findAccount(userId: string): Promise<AccountRow | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: USERS_TABLE, Key: { id: userId }, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : parseAccountRow(Item);
}

/** Whether a user has an account, readable or not. */
export async function hasAccount(userId: string): Promise<boolean> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: USERS_TABLE,
      Key: { id: userId },
      ProjectionExpression: 'id',
      ConsistentRead: true,
    }),
  );
  return Item !== undefined;
}

/**
 * As `findAccount`, while no transaction is at work on it.
 * @returns `moving` where one is: unlike a plain read, a transactional one does not look past it.
 */
export async function findAccountAtRest(userId: string): Promise<AccountRow | 'moving' | undefined> {
  try {
    const { Responses } = await dynamodb.send(
      new TransactGetCommand({
        TransactItems: [{ Get: { TableName: USERS_TABLE, Key: { id: userId } } }],
      }),
    );
    const item = Responses?.[0]?.Item;
    return item === undefined ? undefined : parseAccountRow(item);
  } catch (error) {
    if (error instanceof TransactionCanceledException) return 'moving';
    throw error;
  }
}

/** Some accounts, unparsed: one row that cannot be read must not hide the others. */
export async function scanAccounts(
  after: string | undefined,
  limit: number,
): Promise<{ rows: Record<string, unknown>[]; next: string | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName: USERS_TABLE,
      ConsistentRead: true,
      Limit: limit,
      ...(after !== undefined && { ExclusiveStartKey: { id: after } }),
    }),
  );
  return { rows: Items, next: LastEvaluatedKey?.['id'] as string | undefined };
}

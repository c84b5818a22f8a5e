import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateQuery, ScanCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../shared/aws-clients.ts';
import { updateItem, type TransactItem } from '../shared/dynamodb-writes.ts';
import { requireEnv } from '../shared/environment.ts';

const USERS_TABLE = requireEnv('USERS_TABLE');

/** Sparse index: only accounts whose deletion is not finished have the attribute `closing`. */
const CLOSING_INDEX = 'closing';
const CLOSING = 'yes';

/** One account. Times are ISO 8601, UTC. */
const user = z.object({
  id: z.string(),
  /** The balance. Never negative by design, but an audit must be able to read a wrong balance, too. */
  credits: z.int(),
  createdAt: z.string(),
  closedAt: z.optional(z.string()),
  /** Set when the account was opened without its welcome credits, because no verified address was known. */
  welcomeDue: z.optional(z.boolean()),
  stripeCustomerId: z.optional(z.string()),
});
export type User = z.infer<typeof user>;

/** @throws a zod error when the item does not match the schema. */
export function parseUser(item: unknown): User {
  return user.parse(item);
}

/** @returns undefined if the user has no account. @throws a zod error when the item does not match the schema. */
export async function findUser(userId: string): Promise<User | undefined> {
  const item = await readItem(userId);
  return item && parseUser(item);
}

/** Whether a user has an account, even one that does not match the schema. */
export async function hasUser(userId: string): Promise<boolean> {
  return (await readItem(userId)) !== undefined;
}

async function readItem(userId: string): Promise<Record<string, unknown> | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: USERS_TABLE, Key: { id: userId }, ConsistentRead: true }),
  );
  return Item;
}

/**
 * Like `findUser`, but a transactional read, which fails while a transaction on the account is in progress.
 * @returns `conflict` in that case.
 */
export async function findUserInTransaction(userId: string): Promise<User | 'conflict' | undefined> {
  try {
    const { Responses } = await dynamodb.send(
      new TransactGetCommand({ TransactItems: [{ Get: { TableName: USERS_TABLE, Key: { id: userId } } }] }),
    );
    const item = Responses?.[0]?.Item;
    return item && parseUser(item);
  } catch (error) {
    if (error instanceof TransactionCanceledException) return 'conflict';
    throw error;
  }
}

/** Reads one page of accounts, not parsed, so that one invalid item does not hide the others. */
export async function scanUsers(
  after: string | undefined,
  limit: number,
): Promise<{ items: Record<string, unknown>[]; next: string | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName: USERS_TABLE,
      ConsistentRead: true,
      Limit: limit,
      ...(after !== undefined && { ExclusiveStartKey: { id: after } }),
    }),
  );
  return { items: Items, next: LastEvaluatedKey?.['id'] as string | undefined };
}

/** The write that creates an account; fails if the account exists. */
export function createUserWrite(userId: string, credits: number, welcomeDue: boolean): TransactItem {
  const item: User = {
    id: userId,
    credits,
    createdAt: new Date().toISOString(),
    ...(welcomeDue && { welcomeDue }),
  };
  return {
    Put: { TableName: USERS_TABLE, Item: item, ConditionExpression: 'attribute_not_exists(id)' },
  };
}

/**
 * The write that changes a balance; fails, with the existing account, if the balance would become negative or if there
 * is no account.
 * @param requireOpen also fails for a closed account.
 */
export function changeBalanceWrite(userId: string, amount: number, requireOpen: boolean): TransactItem {
  const condition = amount < 0 ? 'credits >= :needed' : 'attribute_exists(id)';
  return {
    Update: {
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: 'ADD credits :amount',
      ConditionExpression: requireOpen ? `${condition} AND attribute_not_exists(closedAt)` : condition,
      ExpressionAttributeValues: { ':amount': amount, ...(amount < 0 && { ':needed': -amount }) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Records that the welcome credits of an account are no longer due. */
export async function clearWelcomeDue(userId: string): Promise<void> {
  await removeAttribute(userId, 'welcomeDue');
}

/**
 * Remembers the Stripe customer of a user, and replaces an earlier one.
 * @returns false for a closed account. @throws ConditionalCheckFailedException if there is no account.
 */
export async function setStripeCustomer(userId: string, stripeCustomerId: string): Promise<boolean> {
  try {
    await updateItem({
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: 'SET stripeCustomerId = :id',
      // An update without this condition would create an account without a balance.
      ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(closedAt)',
      ExpressionAttributeValues: { ':id': stripeCustomerId },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) return false;
    throw error;
  }
}

/** Removes the link to the Stripe customer. Stripe keeps the customer for its own accounting. */
export async function removeStripeCustomer(userId: string): Promise<void> {
  await removeAttribute(userId, 'stripeCustomerId');
}

/**
 * Closes an account: it can no longer be spent from or opened again. Creates a closed account for a user without one,
 * because their token stays valid. Idempotent: the first closing time is kept.
 * @param now ISO 8601, UTC.
 */
export async function markClosed(userId: string, now: string): Promise<void> {
  await updateItem({
    TableName: USERS_TABLE,
    Key: { id: userId },
    UpdateExpression:
      'SET closedAt = if_not_exists(closedAt, :now), closing = :closing, ' +
      'createdAt = if_not_exists(createdAt, :now), credits = if_not_exists(credits, :none)',
    ExpressionAttributeValues: { ':now': now, ':closing': CLOSING, ':none': 0 },
  });
}

/** Lists the users whose accounts were closed before `closedBefore` (ISO 8601) and not yet finished, oldest first. */
export async function* listUnfinishedClosings(closedBefore: string): AsyncGenerator<string> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: USERS_TABLE,
      IndexName: CLOSING_INDEX,
      KeyConditionExpression: 'closing = :closing AND closedAt < :before',
      ExpressionAttributeValues: { ':closing': CLOSING, ':before': closedBefore },
    },
  );
  for await (const { Items = [] } of pages)
    yield* Items.map((item) => z.pick(user, { id: true }).parse(item).id);
}

/** Removes a closed account from the list of unfinished closings. */
export async function markClosingFinished(userId: string): Promise<void> {
  await removeAttribute(userId, 'closing');
}

async function removeAttribute(userId: string, attribute: keyof User | 'closing'): Promise<void> {
  await updateItem({
    TableName: USERS_TABLE,
    Key: { id: userId },
    UpdateExpression: `REMOVE ${attribute}`,
    // An update without this condition would create an empty account.
    ConditionExpression: 'attribute_exists(id)',
  });
}

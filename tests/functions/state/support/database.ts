import { randomUUID } from 'node:crypto';
import { dynamodb } from '../../../../functions/platform/aws-clients.ts';
import {
  sendRequest,
  toAttributes,
  toItem,
  toItems,
  UNVERIFIED_SIGNATURE,
  type Item,
} from './dynamodb-requests.ts';
import { TABLE_NAMES, tableName, tableProperties, type TableName } from './table-schemas.ts';

export type { Item };

/** Creates every table, empty, in place of an earlier table. */
export async function createTables(): Promise<void> {
  resetCalls();
  await Promise.all(
    TABLE_NAMES.map(async (table) => {
      const TableName = tableName(table);
      await sendRequest('DeleteTable', { TableName }).catch((error: unknown) => {
        if ((error as Error).name !== 'ResourceNotFoundException') throw error;
      });
      await sendRequest('CreateTable', {
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        ...tableProperties(table),
      });
    }),
  );
}

/** A user id that no other test uses. */
export function newUser(): string {
  return randomUUID();
}

/** A generation id whose last digit selects the shard of the pending index. */
export function newGeneration(lastDigit = '0'): string {
  return randomUUID().slice(0, -1) + lastDigit;
}

export async function putItem(table: TableName, item: object): Promise<void> {
  await sendRequest('PutItem', { TableName: tableName(table), Item: toAttributes(item) });
}

/** Writes up to 25 items with one request. */
export async function putItems(items: readonly (readonly [TableName, object])[]): Promise<void> {
  const requests: Record<string, object[]> = {};
  for (const [table, item] of items) {
    (requests[tableName(table)] ??= []).push({ PutRequest: { Item: toAttributes(item) } });
  }
  await sendRequest('BatchWriteItem', { RequestItems: requests });
}

export const OPENED_AT = '2026-11-01T09:00:00.000Z';

/** Writes an open account, by default with a mailbox that belongs to no other account and has no address. */
export function putUser(userId: string, credits: number, more: Item = {}): Promise<void> {
  return putItem('users', userItem(userId, credits, more));
}

export function userItem(userId: string, credits: number, more: Item = {}): Item {
  const mailbox = { mailbox: `mailbox-of-${userId}` };
  return {
    id: userId,
    credits,
    packs: {},
    createdAt: OPENED_AT,
    ...('closedAt' in more ? {} : mailbox),
    ...more,
  };
}

const userKey = (userId: string) => ({ TableName: tableName('users'), Key: toAttributes({ id: userId }) });

export async function deleteUserItem(userId: string): Promise<void> {
  await sendRequest('DeleteItem', userKey(userId));
}

/** Deletes the row of a generation, as DynamoDB deletes an expired row. */
export async function deleteThumbnailItem(userId: string, generationId: string): Promise<void> {
  const Key = toAttributes({ userId, generationId });
  await sendRequest('DeleteItem', { TableName: tableName('thumbnails'), Key });
}

/** Deletes a ledger entry, as damage does. */
export async function deleteLedgerItem(userId: string, entryId: string): Promise<void> {
  const Key = toAttributes({ userId, entryId });
  await sendRequest('DeleteItem', { TableName: tableName('ledger'), Key });
}

/** Changes a balance without a ledger entry, as a concurrent operation would between two calls. */
export async function changeBalance(userId: string, amount: number): Promise<void> {
  await sendRequest('UpdateItem', {
    ...userKey(userId),
    UpdateExpression: 'ADD credits :amount',
    ExpressionAttributeValues: toAttributes({ ':amount': amount }),
  });
}

export async function findUserItem(userId: string): Promise<Item | undefined> {
  return toItem(await sendRequest('GetItem', { ...userKey(userId), ConsistentRead: true }));
}

/** The balance of a user's account; undefined without an account. */
export async function readBalance(userId: string): Promise<unknown> {
  return (await findUserItem(userId))?.['credits'];
}

/** All items of one user in a table, by sort key. */
export async function listItems(
  table: 'ledger' | 'thumbnails' | 'purchases' | 'brandKits',
  userId: string,
): Promise<Item[]> {
  const answer = await sendRequest('Query', {
    TableName: tableName(table),
    KeyConditionExpression: 'userId = :userId',
    ExpressionAttributeValues: toAttributes({ ':userId': userId }),
    ConsistentRead: true,
  });
  return toItems(answer);
}

export async function scanItems(table: TableName): Promise<Item[]> {
  return toItems(await sendRequest('Scan', { TableName: tableName(table) }));
}

/** The amounts of a user's ledger entries by entry id. */
export async function ledgerAmounts(userId: string): Promise<Record<string, number>> {
  const entries = await listItems('ledger', userId);
  return Object.fromEntries(entries.map(({ entryId, amount }) => [String(entryId), Number(amount)]));
}

export function sum(amounts: Record<string, number>): number {
  return Object.values(amounts).reduce((total, amount) => total + amount, 0);
}

/** The operations of DynamoDB's API that the functions use. */
type Operation =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan'
  | 'TransactGetItems'
  | 'TransactWriteItems';

interface Interception {
  /** @default any operation */
  operation?: Operation;
  /** The table of the calls. Transactions are on several tables and do not match. @default any table */
  table?: TableName;
  /** Number of matching calls before the intercepted call. @default 0 */
  skip?: number;
  before?: () => unknown;
  after?: () => unknown;
}

let calls: { operation: Operation; input: Item }[] = [];
let pageSize: number | undefined;
let interceptions: (Interception & { skip: number })[] = [];

/** The calls of the functions to DynamoDB since the last reset. */
export function operations(): Operation[] {
  return calls.map(({ operation }) => operation);
}

/**
 * Each way in which one of the recorded calls can fail, for `failCall`. A write has two: it was not sent, or its
 * response was lost. For a read they are the same.
 */
export function listFailures(): { skip: number; isWritten: boolean }[] {
  return operations().flatMap((operation, skip) =>
    (/Get|Query|Scan/.test(operation) ? [false] : [false, true]).map((isWritten) => ({ skip, isWritten })),
  );
}

export function callInputs(operation: Operation): Item[] {
  return calls.filter((call) => call.operation === operation).map(({ input }) => input);
}

export function resetCalls(): void {
  calls = [];
  pageSize = undefined;
  interceptions = [];
}

/** Limits the pages of the functions' queries and scans, because a page of DynamoDB has up to 1 MB. */
export function setPageSize(items: number): void {
  pageSize = items;
}

/** Runs a hook once, around one of the functions' calls to DynamoDB. The call fails with the error that a hook throws. */
export function interceptCall(interception: Interception): void {
  interceptions.push({ skip: 0, ...interception });
}

/**
 * Makes one call fail.
 * @param isWritten true if the call takes effect and only its response is lost. @default false
 */
export function failCall(
  error: Error,
  { isWritten = false, ...options }: Omit<Interception, 'before' | 'after'> & { isWritten?: boolean } = {},
): void {
  const fail = () => {
    throw error;
  };
  interceptCall({ ...options, ...(isWritten ? { after: fail } : { before: fail }) });
}

dynamodb.config.signer = () =>
  Promise.resolve({
    sign: (request) =>
      Promise.resolve({ ...request, headers: { ...request.headers, ...UNVERIFIED_SIGNATURE } }),
  });

dynamodb.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      const operation = commandName.replace(/Command$/, '') as Operation;
      const input = args.input as Item;
      calls.push({ operation, input });
      const due = takeInterceptions(operation, input['TableName']);
      for (const { before } of due) await before?.();
      const isPaged = pageSize !== undefined && (operation === 'Query' || operation === 'Scan');
      try {
        return await next(isPaged ? { ...args, input: { ...input, Limit: pageSize } } : args);
      } finally {
        // An error that a hook throws here replaces any result: a lost response says nothing about the outcome.
        for (const { after } of due) await after?.();
      }
    },
  { step: 'initialize', name: 'interceptCall' },
);

function takeInterceptions(operation: Operation, table: unknown): Interception[] {
  const due: Interception[] = [];
  interceptions = interceptions.filter((each) => {
    if (each.operation !== undefined && each.operation !== operation) return true;
    if (each.table !== undefined && tableName(each.table) !== table) return true;
    each.skip -= 1;
    if (each.skip >= 0) return true;
    due.push(each);
    return false;
  });
  return due;
}

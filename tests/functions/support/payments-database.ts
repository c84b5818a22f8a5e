import { randomUUID } from 'node:crypto';
import { dynamodb } from './cloud.ts';
import * as tables from './tables.ts';

type Item = Record<string, unknown>;
type Operation = keyof typeof COMMANDS;
type Table = 'users' | 'ledger' | 'purchases';

const COMMANDS = {
  GetItem: 'GetCommand',
  UpdateItem: 'UpdateCommand',
  TransactWriteItems: 'TransactWriteCommand',
} as const;

interface Interception {
  operation?: Operation;
  table?: Table;
  skip?: number;
  before?: () => unknown;
  after?: () => unknown;
}

/** Prepares empty tables, without interceptions. */
export const resetCalls = tables.tablesWork;

/** A user id that no other test uses, because the Stripe emulator keeps its idempotency keys between tests. */
export const newUser = (): string => randomUUID();

export function putUser(id: string, credits: number, more: Item = {}): Promise<void> {
  tables.openAccount(credits, { id, ...more });
  return Promise.resolve();
}

export function deleteUserItem(userId: string): Promise<void> {
  tables.dropAccount(userId);
  return Promise.resolve();
}

export function changeBalance(userId: string, amount: number): Promise<void> {
  tables.changeBalance(amount, userId);
  return Promise.resolve();
}

export function findUserItem(userId: string): Promise<Item | undefined> {
  return Promise.resolve(tables.account(userId));
}

export async function readBalance(userId: string): Promise<unknown> {
  return (await findUserItem(userId))?.['credits'];
}

export function listItems(table: 'ledger' | 'purchases', userId: string): Promise<Item[]> {
  return Promise.resolve(tables.rowsOf(table).filter((row) => row['userId'] === userId));
}

/** The amounts of a user's ledger entries by entry id. */
export async function ledgerAmounts(userId: string): Promise<Record<string, number>> {
  const entries = await listItems('ledger', userId);
  return Object.fromEntries(entries.map(({ entryId, amount }) => [String(entryId), Number(amount)]));
}

/** The calls of the functions to DynamoDB since the last reset. */
export function databaseCalls(): string[] {
  return dynamodb.calls().map(({ args: [command] }) => command.constructor.name);
}

/** Runs a hook once, around one of the functions' calls to DynamoDB. The call fails with the error that a hook throws. */
export function interceptCall({ operation, table, skip = 0, before, after }: Interception): void {
  tables.intervene({
    ...(operation && { command: COMMANDS[operation] }),
    ...(table && { table }),
    ...(before && { before: () => void before() }),
    ...(after && { after: () => void after() }),
    skip,
  });
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

import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  paginateQuery,
  paginateScan,
  PutItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { TABLES } from '#contract/tables.ts';
import { ACCOUNT_TABLES, type Account, type Row } from './account.ts';
import { planAccount, RULES } from './rules.ts';

export const RESTORED_TABLES = [...ACCOUNT_TABLES, 'welcomedAddresses'] as const;
export type RestoredTable = (typeof RESTORED_TABLES)[number];

/** The name of each table in the stage, and the name of the table's copy from the time to return to. */
export type TablePairs = Readonly<Record<RestoredTable, { current: string; copy: string }>>;

/** The number of rows that were written back, that were deleted because they are newer, and that changed at the same time. */
export interface RestoredRows {
  written: number;
  deleted: number;
  refused: number;
}

interface RestoreOptions {
  dynamodb: DynamoDBClient;
  tables: TablePairs;
  /** Returns the IDs that the user pool does not have. */
  findMissingUsers: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Counts what would change, and changes nothing. */
  dryRun: boolean;
  /** Runs before the writes of each account, and may throw. */
  check: () => Promise<void>;
}

type Counts = Record<RestoredTable, RestoredRows>;

/** The accounts that are restored at the same time. */
const BATCH_SIZE = 8;

/**
 * Makes the rows of every account what the rules say. Idempotent, so an interrupted run is repeated.
 * @throws the SDK's errors, and the errors of the functions in the options.
 */
export async function restoreRows(options: RestoreOptions): Promise<Counts> {
  const { dynamodb, tables, findMissingUsers, check } = options;
  const counts = Object.fromEntries(
    RESTORED_TABLES.map((table) => [table, { written: 0, deleted: 0, refused: 0 }]),
  ) as Counts;
  const accounts = await listAccounts(dynamodb, tables);
  const missing = await findMissingUsers(accounts.open);
  const now = new Date();
  const restoreAccount = async (userId: string) => {
    const copy = await readAccount(dynamodb, tables, 'copy', userId);
    const found = await readAccount(dynamodb, tables, 'current', userId);
    const planned = planAccount(copy, found, { userId, now, hasUser: !missing.has(userId) });
    for (const table of ACCOUNT_TABLES) await writeRows(table, planned[table], found[table], options, counts);
  };
  const ids = [...accounts.all];
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    await check();
    const results = await Promise.allSettled(ids.slice(start, start + BATCH_SIZE).map(restoreAccount));
    // Each account of the batch has ended, so nothing is written after an error.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
  await restoreMailboxes(options, counts);
  return counts;
}

/** Lists the IDs of all accounts that have a row, and of the accounts that are open in the copy and in the stage. */
async function listAccounts(dynamodb: DynamoDBClient, tables: TablePairs) {
  const [all, closed] = [new Set<string>(), new Set<string>()];
  for (const table of ACCOUNT_TABLES) {
    const [owner] = TABLES[table].key;
    for (const name of Object.values(tables[table])) {
      for await (const row of scan(dynamodb, name, [owner, 'closedAt'])) {
        all.add(String(row[owner]));
        if (row['closedAt'] !== undefined) closed.add(String(row[owner]));
      }
    }
  }
  return { all, open: [...all].filter((id) => !closed.has(id)) };
}

async function readAccount(
  client: DynamoDBClient,
  tables: TablePairs,
  version: 'copy' | 'current',
  userId: string,
): Promise<Account> {
  const rows = ACCOUNT_TABLES.map(async (table) => {
    const query = {
      TableName: tables[table][version],
      ConsistentRead: true,
      KeyConditionExpression: '#key = :key',
      ExpressionAttributeNames: { '#key': TABLES[table].key[0] },
      ExpressionAttributeValues: { ':key': { S: userId } },
    };
    const found: Row[] = [];
    for await (const { Items = [] } of paginateQuery({ client }, query)) {
      found.push(...Items.map((item) => unmarshall(item)));
    }
    return [table, found] as const;
  });
  return Object.fromEntries(await Promise.all(rows)) as unknown as Account;
}

/** Brings lost mailboxes back, and the salt with which all of them are hashed. */
async function restoreMailboxes(options: RestoreOptions, counts: Counts): Promise<void> {
  const { dynamodb, tables, check } = options;
  const { copy, current } = tables.welcomedAddresses;
  const found = new Map<unknown, Row>();
  for await (const row of scan(dynamodb, current)) found.set(row['id'], row);
  await check();
  for await (const row of scan(dynamodb, copy)) {
    const newer = found.get(row['id']);
    const planned = row['id'] === 'salt' ? row : (newer ?? row);
    await writeRows('welcomedAddresses', [planned], newer === undefined ? [] : [newer], options, counts);
  }
}

async function* scan(client: DynamoDBClient, TableName: string, names?: string[]): AsyncGenerator<Row> {
  const projection = names && {
    ProjectionExpression: names.map((_, index) => `#n${index}`).join(),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
  };
  const pages = paginateScan({ client }, { TableName, ConsistentRead: true, ...projection });
  for await (const { Items = [] } of pages) yield* Items.map((item) => unmarshall(item));
}

async function writeRows(
  table: RestoredTable,
  planned: readonly Row[],
  found: readonly Row[],
  { dynamodb, tables, dryRun }: RestoreOptions,
  counts: Counts,
): Promise<void> {
  const { current: TableName } = tables[table];
  const pickKey = (row: Row) => Object.fromEntries(TABLES[table].key.map((name) => [name, row[name]]));
  const nameRow = (row: Row) => JSON.stringify(pickKey(row));
  const current = new Map(found.map((row) => [nameRow(row), row]));
  const apply = async (kind: 'written' | 'deleted', write: () => Promise<unknown>) => {
    const isDone = dryRun || (await unlessRefused(write()));
    counts[table][isDone ? kind : 'refused'] += 1;
  };
  for (const row of planned) {
    const newer = current.get(nameRow(row));
    current.delete(nameRow(row));
    if (isDeepStrictEqual(row, newer)) continue;
    const Item = marshall(row);
    const condition = requireUnchanged(table, row, newer);
    await apply('written', () => dynamodb.send(new PutItemCommand({ TableName, Item, ...condition })));
  }
  for (const row of current.values()) {
    const Key = marshall(pickKey(row));
    const condition = requireUnchanged(table, row, row);
    await apply('deleted', () => dynamodb.send(new DeleteItemCommand({ TableName, Key, ...condition })));
  }
}

/** The attributes that an account may get at any time, e.g. when it is closed. */
const USER_ATTRIBUTES = Object.keys(RULES).flatMap((name) => /^users: (.+)/.exec(name)?.[1] ?? []);

/** The condition that each attribute still has its value, and that none was added. */
function requireUnchanged(table: RestoredTable, planned: Row, found: Row = {}) {
  const possible = table === 'users' ? USER_ATTRIBUTES : [];
  const names = [...new Set([...Object.keys(planned), ...Object.keys(found), ...possible])];
  const isKnown = (name: string) => found[name] !== undefined;
  const values: Row = Object.fromEntries(
    names.flatMap((name, index) => (isKnown(name) ? [[`:v${index}`, found[name]]] : [])),
  );
  return {
    ConditionExpression: names
      .map((name, index) => (isKnown(name) ? `#n${index} = :v${index}` : `attribute_not_exists(#n${index})`))
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: marshall(values) }),
  };
}

async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

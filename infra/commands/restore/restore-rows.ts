import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  paginateScan,
  PutItemCommand,
  type AttributeValue,
  type BatchGetItemCommandOutput,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { TABLES, type TableName } from '../../../contract/tables.ts';

/** The tables of money and generations. Only together they are consistent. The users come first: they decide the others. */
export const RESTORED_TABLES = [
  'users',
  'ledger',
  'purchases',
  'thumbnails',
] as const satisfies readonly TableName[];
export type RestoredTable = (typeof RESTORED_TABLES)[number];

/** A table of the stage, and its copy as of the time to return to. */
export interface TablePair {
  current: string;
  copy: string;
}

type Row = Record<string, AttributeValue>;

/** The number of rows that were written back, that were deleted because they are newer, and that changed at the same time. */
export interface RestoredRows {
  written: number;
  deleted: number;
  refused: number;
}

interface RestoreOptions {
  dynamodb: DynamoDBClient;
  tables: Readonly<Record<RestoredTable, TablePair>>;
  /** Counts what would change, and changes nothing. */
  dryRun: boolean;
}

/**
 * Makes the rows of every account as they were at the time of the copies. Accounts that were opened since stay, because their
 * welcome credits are granted only once. Accounts and thumbnails that were deleted since stay deleted, because a deletion is
 * final. Idempotent, so an interrupted run is repeated.
 * @throws the SDK's errors.
 */
export async function restoreRows(options: RestoreOptions): Promise<Record<RestoredTable, RestoredRows>> {
  const accounts = await listAccounts(options);
  const results: [RestoredTable, RestoredRows][] = [];
  for (const table of RESTORED_TABLES) results.push([table, await restoreTable(table, accounts, options)]);
  return Object.fromEntries(results) as Record<RestoredTable, RestoredRows>;
}

/** The ids of the accounts that existed and are not deleted now. */
async function listAccounts({ dynamodb, tables: { users } }: RestoreOptions): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const row of scan(dynamodb, users.copy)) ids.add(row['id']?.S ?? '');
  for await (const row of scan(dynamodb, users.current)) {
    if (row['closedAt'] !== undefined) ids.delete(row['id']?.S ?? '');
  }
  return ids;
}

async function restoreTable(
  table: RestoredTable,
  accounts: ReadonlySet<string>,
  { dynamodb, tables, dryRun }: RestoreOptions,
): Promise<RestoredRows> {
  const { current, copy } = tables[table];
  const result: RestoredRows = { written: 0, deleted: 0, refused: 0 };
  const apply = async (kind: 'written' | 'deleted', write: () => Promise<boolean>) => {
    if (dryRun || (await write())) result[kind] += 1;
    else result.refused += 1;
  };
  const isRestored = (row: Row) => accounts.has((row['userId'] ?? row['id'])?.S ?? '');
  for await (const rows of inBatches(scan(dynamodb, copy), isRestored)) {
    const found = await findRows(dynamodb, table, current, rows);
    await Promise.all(
      rows.map(async (row, index) => {
        const now = found[index];
        const restored = mergeRow(table, row, now);
        if (isDeepStrictEqual(restored, now)) return;
        await apply('written', () => writeRow(dynamodb, table, current, restored, now));
      }),
    );
  }
  for await (const rows of inBatches(scan(dynamodb, current), isRestored)) {
    const found = await findRows(dynamodb, table, copy, rows);
    const newer = rows.filter((_, index) => found[index] === undefined);
    await Promise.all(newer.map((row) => apply('deleted', () => deleteRow(dynamodb, table, current, row))));
  }
  return result;
}

/** What decides who has access to an account stays: an older value would bring back a session that was ended. */
const ACCESS_ATTRIBUTES = [
  'mailbox',
  'operatorActions',
  'stripeCustomerId',
  'suspendedAt',
  'tokensValidFrom',
];

/** @param now the row of the stage; undefined if there is none any more. */
function mergeRow(table: RestoredTable, copy: Row, now: Row | undefined): Row {
  if (now === undefined) return copy;
  if (table === 'thumbnails') return isDeletedSince(copy, now) ? now : copy;
  if (table !== 'users') return copy;
  const isAccess = ([name]: [string, unknown]) => ACCESS_ATTRIBUTES.includes(name);
  return Object.fromEntries([
    ...Object.entries(copy).filter((attribute) => !isAccess(attribute)),
    ...Object.entries(now).filter(isAccess),
  ]);
}

/** A generation that had not ended yet is not among them: its ledger becomes that of a generation without an end. */
function isDeletedSince(copy: Row, now: Row): boolean {
  return now['status']?.S === 'deleted' && now['endedAs']?.S === copy['status']?.S;
}

/** The most keys of one BatchGetItem. */
const BATCH_SIZE = 100;

async function* scan(dynamodb: DynamoDBClient, TableName: string): AsyncGenerator<Row> {
  const pages = paginateScan({ client: dynamodb }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) yield* Items;
}

async function* inBatches(
  rows: AsyncIterable<Row>,
  isIncluded: (row: Row) => boolean,
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    if (!isIncluded(row)) continue;
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function pickKey(table: RestoredTable, row: Row): Row {
  return Object.fromEntries(TABLES[table].key.map((name) => [name, row[name] ?? { S: '' }]));
}

/** The rows with the same keys in a table, in the same order. */
async function findRows(
  dynamodb: DynamoDBClient,
  table: RestoredTable,
  TableName: string,
  rows: readonly Row[],
): Promise<(Row | undefined)[]> {
  const nameOf = (row: Row) => JSON.stringify(TABLES[table].key.map((name) => row[name]?.S));
  const found = new Map<string, Row>();
  let keys: Row[] | undefined = rows.map((row) => pickKey(table, row));
  while (keys !== undefined && keys.length > 0) {
    const answer: BatchGetItemCommandOutput = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: keys, ConsistentRead: true } } }),
    );
    for (const row of answer.Responses?.[TableName] ?? []) found.set(nameOf(row), row);
    keys = answer.UnprocessedKeys?.[TableName]?.Keys;
  }
  return rows.map((row) => found.get(nameOf(row)));
}

function writeRow(
  dynamodb: DynamoDBClient,
  table: RestoredTable,
  TableName: string,
  Item: Row,
  now: Row | undefined,
): Promise<boolean> {
  const condition =
    now === undefined
      ? {
          ConditionExpression: 'attribute_not_exists(#k)',
          ExpressionAttributeNames: { '#k': TABLES[table].key[0] },
        }
      : requireUnchanged(now);
  return unlessRefused(dynamodb.send(new PutItemCommand({ TableName, Item, ...condition })));
}

function deleteRow(
  dynamodb: DynamoDBClient,
  table: RestoredTable,
  TableName: string,
  row: Row,
): Promise<boolean> {
  const Key = pickKey(table, row);
  return unlessRefused(dynamodb.send(new DeleteItemCommand({ TableName, Key, ...requireUnchanged(row) })));
}

/** The condition that every attribute of a row still has its value. */
function requireUnchanged(row: Row) {
  const attributes = Object.entries(row);
  return {
    ConditionExpression: attributes.map((_, index) => `#a${index} = :v${index}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], index) => [`#a${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      attributes.map(([, value], index) => [`:v${index}`, value]),
    ),
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

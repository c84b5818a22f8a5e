import { ConditionalCheckFailedException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DeleteCommandInput,
  type GetCommandInput,
  type PutCommandInput,
  type QueryCommandInput,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { cancelled, dynamodb, refused, resetCloud, untouched } from './cloud.ts';
import { USER } from './event.ts';
import { changed, holds, type Row } from './expressions.ts';

export type { Row } from './expressions.ts';

type CommandName =
  'GetCommand' | 'QueryCommand' | 'PutCommand' | 'UpdateCommand' | 'DeleteCommand' | 'TransactWriteCommand';
type TableName = 'users' | 'ledger' | 'purchases' | 'thumbnails' | 'rate-limits' | 'welcomed-addresses';

/** Runs around one call: what it throws, the caller meets. */
interface Intervention {
  command: CommandName | 'any';
  /** Only calls on this table. */
  table: string | undefined;
  /** How many such calls go before it. */
  skip: number;
  before: (() => void) | undefined;
  after: (() => void) | undefined;
}

const KEYS: Record<string, readonly string[]> = {
  users: ['id'],
  ledger: ['userId', 'entryId'],
  purchases: ['userId', 'id'],
  thumbnails: ['userId', 'generationId'],
  'rate-limits': ['subject', 'window'],
  'welcomed-addresses': ['id'],
} satisfies Record<TableName, string[]>;

/** Rows in a page: a few of anything take more than one. */
const PAGE_SIZE = 2;

const rows = new Map<string, Row>();
let interventions: Intervention[] = [];

/** Prepares empty tables that keep what is written, on the conditions that come with it. */
export function tablesWork(): void {
  resetCloud();
  rows.clear();
  interventions = [];
  dynamodb
    .on(GetCommand)
    .callsFake((input: GetCommandInput) => answer('GetCommand', () => get(input), input.TableName));
  dynamodb
    .on(UpdateCommand)
    .callsFake((input: UpdateCommandInput) => answer('UpdateCommand', () => update(input)));
  dynamodb
    .on(TransactWriteCommand)
    .callsFake((input: TransactWriteCommandInput) =>
      answer('TransactWriteCommand', () => transactWrite(input)),
    );
  dynamodb
    .on(QueryCommand)
    .callsFake((input: QueryCommandInput) => answer('QueryCommand', () => query(input), input.TableName));
  dynamodb
    .on(PutCommand)
    .callsFake((input: PutCommandInput) => answer('PutCommand', () => put(input), input.TableName));
  dynamodb
    .on(DeleteCommand)
    .callsFake((input: DeleteCommandInput) => answer('DeleteCommand', () => remove(input), input.TableName));
}

/** Intervenes once, in the call after `skip` others of its kind. */
export function intervene({ command = 'any', table, skip = 0, before, after }: Partial<Intervention>): void {
  interventions.push({ command, table, skip, before, after });
}

/** Lets the call after `skip` others fail with nothing done, or after it was done (a lost answer). */
export function failCall(
  error: Error,
  { command, skip, done = false }: { command?: CommandName; skip?: number; done?: boolean } = {},
): void {
  const fail = () => {
    throw error;
  };
  intervene({
    ...(command && { command }),
    ...(skip !== undefined && { skip }),
    ...(done ? { after: fail } : { before: fail }),
  });
}

/** Opens the account of `USER`, unless it says another `id`. */
export function openAccount(credits: number, more: Row = {}): void {
  const row = { id: USER, credits, createdAt: '2026-11-01T09:00:00.000Z', ...more };
  rows.set(keyOf('users', row), row);
}

export function account(id = USER): Row | undefined {
  return rows.get(keyOf('users', { id }));
}

/** Takes the account away, as if there had never been one. */
export function dropAccount(id: string): void {
  rows.delete(keyOf('users', { id }));
}

/** Puts a row into a table, whatever was there. */
export function putRow(table: TableName, row: Row): void {
  write(keyOf(table, row), row);
}

/** Moves credits as a generation would, between two calls of the code under test. */
export function changeBalance(by: number, id = USER): void {
  const row = account(id);
  openAccount(Number(row?.['credits']) + by, { ...row, id, credits: Number(row?.['credits']) + by });
}

/** The rows of a table, in the order they were first written. */
export function rowsOf(table: TableName): Row[] {
  return [...rows].filter(([key]) => key.startsWith(`${table} `)).map(([, row]) => row);
}

/** The ledger, as pairs of an entry's id and its amount. */
export function movements(): Record<string, unknown> {
  return Object.fromEntries(rowsOf('ledger').map((row) => [String(row['entryId']), row['amount']]));
}

function answer<T>(command: CommandName, run: () => T, table?: string): Promise<T> {
  const due: Intervention[] = [];
  interventions = interventions.filter((each) => {
    if (each.command !== 'any' && each.command !== command) return true;
    if (each.table !== undefined && each.table !== table) return true;
    each.skip -= 1;
    if (each.skip >= 0) return true;
    due.push(each);
    return false;
  });
  return new Promise((resolve) => {
    for (const { before } of due) before?.();
    let result: T;
    try {
      result = run();
    } finally {
      // What these throw hides a refusal, too: of a lost answer nothing is known.
      for (const { after } of due) after?.();
    }
    resolve(result);
  });
}

function get({ TableName, Key }: GetCommandInput): { Item?: Row } {
  const Item = rows.get(keyOf(TableName, Key));
  return Item === undefined ? {} : { Item: { ...Item } };
}

function query(input: QueryCommandInput): object {
  const { TableName = '', KeyConditionExpression, ExpressionAttributeValues = {} } = input;
  const found = [...rows].filter(
    ([key, row]) =>
      key.startsWith(`${TableName} `) && holds(KeyConditionExpression, row, ExpressionAttributeValues),
  );
  const last = input.ExclusiveStartKey?.['key'] as string | undefined;
  const rest = found.filter(([key]) => last === undefined || key > last).sort(([a], [b]) => (a < b ? -1 : 1));
  const page = rest.slice(0, PAGE_SIZE);
  const Items = page.map(([, row]) => ({ ...row }));
  return {
    Items: Items.filter((row) => holds(input.FilterExpression, row, ExpressionAttributeValues)),
    ...(rest.length > PAGE_SIZE && { LastEvaluatedKey: { key: page.at(-1)?.[0] } }),
  };
}

function put({
  TableName,
  Item,
  ConditionExpression,
  ExpressionAttributeValues = {},
}: PutCommandInput): object {
  const key = keyOf(TableName, Item);
  if (!holds(ConditionExpression, rows.get(key), ExpressionAttributeValues)) throw conditionFailed();
  write(key, { ...Item });
  return {};
}

function remove({ TableName, Key }: DeleteCommandInput): object {
  rows.delete(keyOf(TableName, Key));
  return {};
}

function update(input: UpdateCommandInput): object {
  const { TableName, Key, ConditionExpression, ExpressionAttributeValues = {} } = input;
  const key = keyOf(TableName, Key);
  const before = rows.get(key);
  if (!holds(ConditionExpression, before, ExpressionAttributeValues)) {
    throw conditionFailed(input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? before : undefined);
  }
  write(key, changed({ ...Key, ...before }, input));
  return before !== undefined && input.ReturnValues === 'UPDATED_OLD' ? { Attributes: before } : {};
}

function transactWrite({ TransactItems = [] }: TransactWriteCommandInput): object {
  const reasons: CancellationReason[] = TransactItems.map(({ Put, Update }) => {
    const { TableName, ConditionExpression, ExpressionAttributeValues = {} } = Put ?? Update ?? {};
    const row = rows.get(keyOf(TableName, Put?.Item ?? Update?.Key));
    if (holds(ConditionExpression, row, ExpressionAttributeValues)) return untouched;
    return refused((Put ?? Update)?.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? row : undefined);
  });
  if (reasons.some((reason) => reason !== untouched)) throw cancelled(...reasons);
  for (const { Put, Update } of TransactItems) {
    if (Put !== undefined) write(keyOf(Put.TableName, Put.Item), { ...Put.Item });
    if (Update === undefined) continue;
    const key = keyOf(Update.TableName, Update.Key);
    write(key, changed({ ...Update.Key, ...rows.get(key) }, Update));
  }
  return {};
}

/** As it is read again: DynamoDB knows no minus zero, for one. */
function write(key: string, row: Row): void {
  rows.set(key, unmarshall(marshall(row, { removeUndefinedValues: true })));
}

function keyOf(table: string | undefined, item: Row | undefined): string {
  const names = KEYS[table ?? ''];
  if (names === undefined) throw new Error(`There is no table "${table ?? ''}".`);
  return [table, ...names.map((name) => String(item?.[name]))].join(' ');
}

/** @param met what the condition met, where the call asks for it (ALL_OLD). */
function conditionFailed(met?: Row): ConditionalCheckFailedException {
  return new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: {},
    ...(met !== undefined && { Item: marshall(met, { removeUndefinedValues: true }) }),
  });
}

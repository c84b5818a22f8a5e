import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, ScanCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { describeTable, type TableName } from '#contract/tables.ts';
import { dynamodb } from './aws-clients.ts';
import { allOf, beginsWith, below, between, buildQuery, equals, type Condition } from './expressions.ts';
import { atKey, type IndexName, type Table, type TableKey } from './tables.ts';

type Item = Record<string, unknown>;

/** Selects the items with one partition key, in the order of their sort key. */
interface Query<Name extends TableName> {
  /** The index. It follows the table within a second. @default the table itself, with a consistent read */
  index?: IndexName<Name>;
  partition: string;
  /** Selects only the items whose sort key is lower. */
  below?: string;
  /** Selects only the items whose sort key is in this range, including both ends. */
  between?: readonly [string, string];
  /** Selects only the items whose sort key begins with this text. */
  beginsWith?: string;
  filter?: Condition;
  /** The attributes to read. @default all attributes */
  attributes?: readonly string[];
  /** Sorts from the highest sort key to the lowest. */
  isDescending?: boolean;
}

interface PageQuery<Name extends TableName> extends Query<Name> {
  /** The most items of a page. @default as many as fit into a response of 1 MB */
  limit?: number | undefined;
  /** The value `next` of the previous page. */
  after?: Item | undefined;
}

interface Page {
  items: Item[];
  /** The end of the page, at which the next page starts. Undefined for the last page. */
  next: Item | undefined;
}

/** Reads one item, with a consistent read. */
export async function findItem<Name extends TableName>(
  table: Table<Name>,
  key: TableKey<Name>,
): Promise<Item | undefined> {
  const { Item: item } = await dynamodb.send(new GetCommand({ ...atKey(table, key), ConsistentRead: true }));
  return item;
}

/** Reads attributes of one item, at half the price of a consistent read. The values may be a second old. */
export async function findAttributes<Name extends TableName>(
  table: Table<Name>,
  key: TableKey<Name>,
  attributes: readonly string[],
): Promise<Item | undefined> {
  const { Item: item } = await dynamodb.send(
    new GetCommand({
      ...atKey(table, key),
      ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
    }),
  );
  return item;
}

/** Reads one item in a transaction. @returns `conflict` while another transaction on the item is in progress. */
export async function findSettledItem<Name extends TableName>(
  table: Table<Name>,
  key: TableKey<Name>,
): Promise<Item | 'conflict' | undefined> {
  try {
    const { Responses } = await dynamodb.send(
      new TransactGetCommand({ TransactItems: [{ Get: atKey(table, key) }] }),
    );
    return Responses?.[0]?.Item;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return 'conflict';
    throw error;
  }
}

/** Reads one page of a whole table, with a consistent read. */
export async function scanPage(
  { TableName }: Table,
  { limit, after, attributes }: Pick<PageQuery<TableName>, 'limit' | 'after' | 'attributes'>,
): Promise<Page> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName,
      ConsistentRead: true,
      ...(attributes !== undefined && { ProjectionExpression: attributes.join(', ') }),
      ...(limit !== undefined && { Limit: limit }),
      ...(after !== undefined && { ExclusiveStartKey: after }),
    }),
  );
  return { items: Items, next: LastEvaluatedKey };
}

/** Reads one page. */
export async function queryPage<Name extends TableName>(
  table: Table<Name>,
  query: PageQuery<Name>,
): Promise<Page> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(new QueryCommand(toInput(table, query)));
  return { items: Items, next: LastEvaluatedKey };
}

/** Reads all items, page after page. */
export async function* queryItems<Name extends TableName>(
  table: Table<Name>,
  query: Query<Name>,
): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const { items, next } = await queryPage(table, { ...query, after });
    yield* items;
    after = next;
  } while (after !== undefined);
}

/** Reads all pages. */
export async function queryAll<Name extends TableName>(
  table: Table<Name>,
  query: Query<Name>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of queryItems(table, query)) items.push(item);
  return items;
}

/** Counts the items of one page. */
export async function countItems<Name extends TableName>(
  table: Table<Name>,
  query: PageQuery<Name>,
): Promise<number> {
  const { Count = 0 } = await dynamodb.send(new QueryCommand({ ...toInput(table, query), Select: 'COUNT' }));
  return Count;
}

function toInput<Name extends TableName>({ name, TableName }: Table<Name>, query: PageQuery<Name>) {
  const { key, indexes = {} } = describeTable(name);
  const [partitionKey, sortKey = ''] = (query.index && indexes[query.index]?.key) ?? key;
  const range = [
    ...(query.below === undefined ? [] : [below(sortKey, query.below)]),
    ...(query.between === undefined ? [] : [between(sortKey, query.between)]),
    ...(query.beginsWith === undefined ? [] : [beginsWith(sortKey, query.beginsWith)]),
  ];
  const { filter, attributes } = query;
  return {
    TableName,
    ...(query.index === undefined ? { ConsistentRead: true } : { IndexName: query.index }),
    ...buildQuery({ key: allOf(equals(partitionKey, query.partition), ...range), filter, attributes }),
    ...(query.isDescending === true && { ScanIndexForward: false }),
    ...(query.limit !== undefined && { Limit: query.limit }),
    ...(query.after !== undefined && { ExclusiveStartKey: query.after }),
  };
}

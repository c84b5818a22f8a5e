import type { CreateTableCommandInput, ProjectionType } from '@aws-sdk/client-dynamodb';
import { randomUUID } from 'node:crypto';

interface TableSchema {
  key: readonly string[];
  indexes?: Record<string, { key: readonly string[]; projection: ProjectionType }>;
}

/** The keys and indexes of the stack's tables. An integration test compares them with the synthesized template. */
const TABLES = {
  users: { key: ['id'], indexes: { closing: { key: ['closing', 'closedAt'], projection: 'KEYS_ONLY' } } },
  ledger: { key: ['userId', 'entryId'] },
  thumbnails: {
    key: ['userId', 'generationId'],
    indexes: {
      listed: { key: ['userId', 'listedAt'], projection: 'ALL' },
      pending: { key: ['pendingShard', 'startedAt'], projection: 'ALL' },
      waiting: { key: ['waitingLine', 'waitingSince'], projection: 'KEYS_ONLY' },
    },
  },
  purchases: {
    key: ['userId', 'id'],
    indexes: { history: { key: ['userId', 'createdAt'], projection: 'ALL' } },
  },
  'rate-limits': { key: ['subject', 'window'] },
  'welcomed-addresses': { key: ['id'] },
} as const satisfies Record<string, TableSchema>;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Each worker has its own tables, because some operations scan all items. The files of a worker share its modules. */
const WORKER = randomUUID();

/** The table's name in DynamoDB. */
export function tableName(table: TableName): string {
  return `${table}-${WORKER}`;
}

/** The environment variable that names the table. */
export function tableVariable(table: TableName): string {
  return `${table.toUpperCase().replace('-', '_')}_TABLE`;
}

/** The part of CreateTable's input that the template of the stack contains, too. */
export function tableProperties(
  table: TableName,
): Required<Pick<CreateTableCommandInput, 'KeySchema' | 'AttributeDefinitions'>> &
  Pick<CreateTableCommandInput, 'GlobalSecondaryIndexes'> {
  const { key, indexes = {} }: TableSchema = TABLES[table];
  const names = new Set([...key, ...Object.values(indexes).flatMap((index) => index.key)]);
  const globalIndexes = Object.entries(indexes).map(([IndexName, { key: indexKey, projection }]) => ({
    IndexName,
    KeySchema: keySchema(indexKey),
    Projection: { ProjectionType: projection },
  }));
  return {
    KeySchema: keySchema(key),
    AttributeDefinitions: [...names].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    ...(globalIndexes.length > 0 && { GlobalSecondaryIndexes: globalIndexes }),
  };
}

function keySchema(names: readonly string[]) {
  return names.map((AttributeName, index) => ({
    AttributeName,
    KeyType: index === 0 ? ('HASH' as const) : ('RANGE' as const),
  }));
}

import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { randomUUID } from 'node:crypto';
import { describeTable, type TableName } from '#contract/tables.ts';

export { TABLE_NAMES, tableVariable, type TableName } from '#contract/tables.ts';

/** Each worker has its own tables, because some operations scan all items. The files of a worker share its modules. */
const WORKER = randomUUID();

/** The table's name in DynamoDB. */
export function tableName(table: TableName): string {
  return `${table}-${WORKER}`;
}

/** The part of CreateTable's input that the description of a table decides. */
export function tableProperties(table: TableName): Omit<CreateTableCommandInput, 'TableName'> {
  const { key, indexes = {} } = describeTable(table);
  const names = new Set([...key, ...Object.values(indexes).flatMap((index) => index.key)]);
  const globalIndexes = Object.entries(indexes).map(([IndexName, index]) => ({
    IndexName,
    KeySchema: keySchema(index.key),
    Projection:
      typeof index.projection === 'string'
        ? { ProjectionType: index.projection }
        : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projection] },
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

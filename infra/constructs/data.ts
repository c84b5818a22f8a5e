import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { describeTable, TABLE_NAMES, type IndexDescription, type TableName } from '#contract/tables.ts';

export type Data = Record<TableName, dynamodb.TableV2>;

/**
 * The DynamoDB tables of `contract/tables.ts`.
 * @param keepData protects the tables from deletion, and keeps them when the stack is deleted.
 */
export function createTables(scope: Construct, keepData: boolean): Data {
  const parent = new Construct(scope, 'Data');
  const tables = TABLE_NAMES.map((name) => [name, createTable(parent, name, keepData)]);
  return Object.fromEntries(tables) as Data;
}

/** `TableV2`: a table of the older type could not get replicas in other regions later. */
function createTable(scope: Construct, name: TableName, keepData: boolean): dynamodb.TableV2 {
  const { key, expiresAt, isDisposable = false, indexes = {} } = describeTable(name);
  const isKept = keepData && !isDisposable;
  return new dynamodb.TableV2(scope, name.charAt(0).toUpperCase() + name.slice(1), {
    ...createKeys(key),
    billing: dynamodb.Billing.onDemand(),
    encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: !isDisposable },
    deletionProtection: isKept,
    // The rollback of a first deployment must also keep the table: deletion protection would make the rollback fail.
    removalPolicy: isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    ...(expiresAt !== undefined && { timeToLiveAttribute: expiresAt }),
    globalSecondaryIndexes: Object.entries(indexes).map(([indexName, index]) => ({
      indexName,
      ...createKeys(index.key),
      ...createProjection(index.projection),
    })),
  });
}

function createProjection(projection: IndexDescription['projection']) {
  if (typeof projection === 'string') return { projectionType: dynamodb.ProjectionType[projection] };
  return { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: [...projection] };
}

function createKeys([partitionKey, sortKey]: readonly [string, string?]) {
  return {
    partitionKey: createKey(partitionKey),
    ...(sortKey !== undefined && { sortKey: createKey(sortKey) }),
  };
}

function createKey(name: string): dynamodb.Attribute {
  return { name, type: dynamodb.AttributeType.STRING };
}

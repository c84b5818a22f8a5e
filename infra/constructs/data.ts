import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { describeTable, type IndexDescription, type TableName } from '../../contract/tables.ts';

interface DataProps {
  /** Protects the tables from deletion, and keeps them when the stack is deleted. */
  keepData: boolean;
}

/** The DynamoDB tables of `contract/tables.ts`. */
export class Data extends Construct {
  readonly users: dynamodb.TableV2;
  readonly ledger: dynamodb.TableV2;
  readonly thumbnails: dynamodb.TableV2;
  readonly purchases: dynamodb.TableV2;
  readonly brandKits: dynamodb.TableV2;
  readonly rateLimits: dynamodb.TableV2;
  readonly apiKeys: dynamodb.TableV2;
  readonly welcomedAddresses: dynamodb.TableV2;

  constructor(scope: Construct, id: string, { keepData }: DataProps) {
    super(scope, id);
    const create = (name: TableName) => createTable(this, name, keepData);
    this.users = create('users');
    this.ledger = create('ledger');
    this.thumbnails = create('thumbnails');
    this.purchases = create('purchases');
    this.brandKits = create('brandKits');
    this.rateLimits = create('rateLimits');
    this.apiKeys = create('apiKeys');
    this.welcomedAddresses = create('welcomedAddresses');
  }
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
    // The rollback of a first deployment must keep the table, too: deletion protection would make the rollback fail.
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

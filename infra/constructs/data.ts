import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { describeTable, type TableName } from '../../contract/tables.ts';

interface DataProps {
  /** Protects the tables from deletion, and keeps them when the stack is deleted. */
  keepData: boolean;
}

/** The DynamoDB tables of `contract/tables.ts`. */
export class Data extends Construct {
  readonly users: dynamodb.Table;
  readonly ledger: dynamodb.Table;
  readonly thumbnails: dynamodb.Table;
  readonly purchases: dynamodb.Table;
  readonly brandKits: dynamodb.Table;
  readonly rateLimits: dynamodb.Table;
  readonly welcomedAddresses: dynamodb.Table;

  constructor(scope: Construct, id: string, { keepData }: DataProps) {
    super(scope, id);
    const create = (name: TableName) => createTable(this, name, keepData);
    this.users = create('users');
    this.ledger = create('ledger');
    this.thumbnails = create('thumbnails');
    this.purchases = create('purchases');
    this.brandKits = create('brandKits');
    this.rateLimits = create('rateLimits');
    this.welcomedAddresses = create('welcomedAddresses');
  }
}

function createTable(scope: Construct, name: TableName, keepData: boolean): dynamodb.Table {
  const { key, expiresAt, indexes = {} } = describeTable(name);
  const table = new dynamodb.Table(scope, name.charAt(0).toUpperCase() + name.slice(1), {
    ...createKeys(key),
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    encryption: dynamodb.TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: keepData,
    // The rollback of a first deployment must keep the table, too: deletion protection would make the rollback fail.
    removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    ...(expiresAt !== undefined && { timeToLiveAttribute: expiresAt }),
  });
  for (const [indexName, index] of Object.entries(indexes)) {
    const projectionType = dynamodb.ProjectionType[index.projection];
    table.addGlobalSecondaryIndex({ indexName, ...createKeys(index.key), projectionType });
  }
  return table;
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

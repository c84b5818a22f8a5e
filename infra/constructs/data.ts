import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

interface DataProps {
  /** Protects the tables from deletion, and keeps them when the stack is deleted. */
  keepData: boolean;
}

/** The DynamoDB tables. */
export class Data extends Construct {
  readonly users: dynamodb.Table;
  readonly ledger: dynamodb.Table;
  readonly thumbnails: dynamodb.Table;
  readonly purchases: dynamodb.Table;
  /** Counters of the rate limits. They expire after their window. */
  readonly rateLimits: dynamodb.Table;
  /** Hashes of the addresses that received welcome credits. Rows outlive the accounts. */
  readonly welcomedAddresses: dynamodb.Table;

  constructor(scope: Construct, id: string, { keepData }: DataProps) {
    super(scope, id);

    const createTable = (
      name: string,
      partitionKey: string,
      sortKey?: string,
      more: Partial<dynamodb.TableProps> = {},
    ): dynamodb.Table =>
      new dynamodb.Table(this, name, {
        partitionKey: stringKey(partitionKey),
        ...(sortKey === undefined ? {} : { sortKey: stringKey(sortKey) }),
        billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
        encryption: dynamodb.TableEncryption.AWS_MANAGED,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtection: keepData,
        // The rollback of a first deployment must keep the table, too: deletion protection would make the rollback fail.
        removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
        ...more,
      });

    this.users = createTable('Users', 'id');
    // Sparse: only an account whose deletion is in progress has `closing`.
    this.users.addGlobalSecondaryIndex({
      indexName: 'closing',
      partitionKey: stringKey('closing'),
      sortKey: stringKey('closedAt'),
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
    });

    this.ledger = createTable('Ledger', 'userId', 'entryId');
    this.thumbnails = createTable('Thumbnails', 'userId', 'generationId');

    this.rateLimits = createTable('RateLimits', 'subject', 'window', { timeToLiveAttribute: 'expiresAt' });
    this.welcomedAddresses = createTable('WelcomedAddresses', 'id');

    this.purchases = createTable('Purchases', 'userId', 'id');
    this.purchases.addGlobalSecondaryIndex({
      indexName: 'history',
      partitionKey: stringKey('userId'),
      sortKey: stringKey('createdAt'),
    });

    // Sparse: a failed thumbnail has no `listedAt`. Finished and unfinished ones are separate ranges, so none is filtered.
    this.thumbnails.addGlobalSecondaryIndex({
      indexName: 'listed',
      partitionKey: stringKey('userId'),
      sortKey: stringKey('listedAt'),
    });
    // Sparse: only an unfinished thumbnail has `pendingShard`.
    this.thumbnails.addGlobalSecondaryIndex({
      indexName: 'pending',
      partitionKey: stringKey('pendingShard'),
      sortKey: stringKey('startedAt'),
    });
    // Sparse: only a waiting thumbnail has `waitingLine`. It is only counted.
    this.thumbnails.addGlobalSecondaryIndex({
      indexName: 'waiting',
      partitionKey: stringKey('waitingLine'),
      sortKey: stringKey('waitingSince'),
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
    });
  }
}

function stringKey(name: string): dynamodb.Attribute {
  return { name, type: dynamodb.AttributeType.STRING };
}

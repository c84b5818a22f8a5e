import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

interface DataProps {
  /** Keep the tables when the stack goes, and refuse to delete them. */
  keepData: boolean;
}

/** The DynamoDB tables. */
export class Data extends Construct {
  readonly users: dynamodb.Table;
  readonly ledger: dynamodb.Table;
  readonly thumbnails: dynamodb.Table;
  readonly purchases: dynamodb.Table;
  /** Counters of the rate limits. DynamoDB deletes them after their window (TTL). */
  readonly rateLimits: dynamodb.Table;
  /** Hashes of the addresses whose welcome credits were given: they outlive the accounts. */
  readonly welcomedAddresses: dynamodb.Table;

  constructor(scope: Construct, id: string, { keepData }: DataProps) {
    super(scope, id);

    const table = (
      name: string,
      partitionKey: string,
      sortKey?: string,
      more: Partial<dynamodb.TableProps> = {},
    ): dynamodb.Table =>
      new dynamodb.Table(this, name, {
        partitionKey: text(partitionKey),
        ...(sortKey === undefined ? {} : { sortKey: text(sortKey) }),
        billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
        encryption: dynamodb.TableEncryption.AWS_MANAGED,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtection: keepData,
        removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
        ...more,
      });

    this.users = table('Users', 'id');
    // Only an account whose closing is not done with has `closing`.
    this.users.addGlobalSecondaryIndex({
      indexName: 'closing',
      partitionKey: text('closing'),
      sortKey: text('closedAt'),
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
    });

    this.ledger = table('Ledger', 'userId', 'entryId');
    this.thumbnails = table('Thumbnails', 'userId', 'generationId');

    this.rateLimits = table('RateLimits', 'subject', 'window', { timeToLiveAttribute: 'expiresAt' });
    this.welcomedAddresses = table('WelcomedAddresses', 'id');

    this.purchases = table('Purchases', 'userId', 'id');
    this.purchases.addGlobalSecondaryIndex({
      indexName: 'history',
      partitionKey: text('userId'),
      sortKey: text('createdAt'),
    });

    // Only a succeeded thumbnail has `listedAt`, so a page of the list never holds anything else.
    this.thumbnails.addGlobalSecondaryIndex({
      indexName: 'listed',
      partitionKey: text('userId'),
      sortKey: text('listedAt'),
    });
    // Only a pending generation has `pendingShard`, so the index contains nothing else.
    this.thumbnails.addGlobalSecondaryIndex({
      indexName: 'pending',
      partitionKey: text('pendingShard'),
      sortKey: text('startedAt'),
    });
  }
}

function text(name: string): dynamodb.Attribute {
  return { name, type: dynamodb.AttributeType.STRING };
}

import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import { createArn } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const index = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});
/** The properties of a table. The other properties have no effect on this machine. */
const tableProperties = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  BillingMode: z.literal('PAY_PER_REQUEST'),
  GlobalSecondaryIndexes: z.array(index).optional(),
});
const expiryProperties = z.object({
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

/**
 * Provisions `AWS::DynamoDB::GlobalTable`: keys, indexes and expiry. Capacity, encryption, point-in-time recovery, deletion protection and
 * tags are ignored, because they have no effect on this machine. Streams are ignored, because they slow dynoxide down.
 */
export function createDynamodbProvisioners({
  dynamodb,
  stackName,
  region,
}: Pick<ProvisioningContext, 'dynamodb' | 'stackName' | 'region'>): Record<string, Provisioner> {
  return {
    'AWS::DynamoDB::GlobalTable': async (logicalId, properties) => {
      const table = tableProperties.parse(properties);
      const { TimeToLiveSpecification } = expiryProperties.parse(properties);
      const TableName = `${stackName}-${logicalId}`;
      try {
        await dynamodb.send(new CreateTableCommand({ TableName, ...table }));
        if (TimeToLiveSpecification !== undefined) {
          await dynamodb.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
        }
      } catch (error) {
        if (!(error instanceof ResourceInUseException)) throw error;
        await updateIndexes(dynamodb, TableName, table, error);
      }
      return { ref: TableName, attributes: { Arn: createArn('dynamodb', region, `table/${TableName}`) } };
    },
  };
}

type Table = z.infer<typeof tableProperties>;

/**
 * Gives the stored table of an earlier version the indexes of the template, as CloudFormation does. The items stay.
 * @param cause the error that says that the table exists.
 * @throws Error if the table has another key, which no table can change.
 */
async function updateIndexes(
  dynamodb: DynamoDBClient,
  TableName: string,
  { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] }: Table,
  cause: Error,
): Promise<void> {
  const { Table: stored } = await dynamodb.send(new DescribeTableCommand({ TableName }));
  if (!isDeepStrictEqual(describeKey(stored?.KeySchema), describeKey(KeySchema))) {
    throw new Error('the stored data has this table with other keys: start with an empty folder', { cause });
  }
  const before = new Map(
    stored?.GlobalSecondaryIndexes?.map((each) => [each.IndexName, describeIndex(each)]),
  );
  const isKept = (name: string | undefined) => {
    const each = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
    return each !== undefined && isDeepStrictEqual(describeIndex(each), before.get(name));
  };
  // One update creates or deletes one index.
  for (const IndexName of before.keys()) {
    if (isKept(IndexName)) continue;
    const GlobalSecondaryIndexUpdates = [{ Delete: { IndexName } }];
    await dynamodb.send(new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates }));
  }
  for (const Create of GlobalSecondaryIndexes) {
    if (isKept(Create.IndexName)) continue;
    const GlobalSecondaryIndexUpdates = [{ Create }];
    await dynamodb.send(
      new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }),
    );
  }
}

type StoredIndex = NonNullable<TableDescription['GlobalSecondaryIndexes']>[number];

const describeKey = (schema: StoredIndex['KeySchema']) =>
  schema?.map(({ KeyType, AttributeName }) => `${KeyType}:${AttributeName}`);

/** Describes what an update of a table cannot change in an index. */
const describeIndex = ({ KeySchema, Projection }: Pick<StoredIndex, 'KeySchema' | 'Projection'>) => ({
  key: describeKey(KeySchema),
  projection: Projection?.NonKeyAttributes?.toSorted() ?? Projection?.ProjectionType,
});

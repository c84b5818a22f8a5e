import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
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
}: ProvisioningContext): Record<string, Provisioner> {
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
        const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
        if (!isDeepStrictEqual(describeKeys(Table), describeKeys(table))) {
          throw new Error(
            'the stored data has this table with other keys or indexes: start with an empty folder',
            {
              cause: error,
            },
          );
        }
      }
      return { ref: TableName, attributes: { Arn: createArn('dynamodb', region, `table/${TableName}`) } };
    },
  };
}

type KeyedTable = Pick<TableDescription, 'KeySchema' | 'GlobalSecondaryIndexes'>;

/** Describes the keys of a table and of its indexes in a form that can be compared. */
function describeKeys(table: KeyedTable | undefined): unknown {
  const keys = (schema: KeyedTable['KeySchema']) =>
    schema?.map((key) => `${key.KeyType}:${key.AttributeName}`);
  const indexes = table?.GlobalSecondaryIndexes ?? [];
  return {
    keys: keys(table?.KeySchema),
    indexes: new Map(indexes.map(({ IndexName, KeySchema }) => [IndexName, keys(KeySchema)])),
  };
}

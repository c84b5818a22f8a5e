import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startDynoxide } from '../../local/emulators/dynamodb/dynamodb.ts';
import { createDynamodbProvisioners } from '../../local/template/resources/dynamodb.ts';

const region = 'us-west-2';
const TableName = 'Stack-Thumbnails';

let emulator: Awaited<ReturnType<typeof startDynoxide>>;
let dynamodb: DynamoDBClient;

const describeKey = (...names: string[]) =>
  names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' }));

/** Describes an index by user and time. */
const describeIndex = (IndexName: string, ...NonKeyAttributes: string[]) => ({
  IndexName,
  KeySchema: describeKey('userId', 'listedAt'),
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes },
});

/** Provisions the table as a template does. */
async function provision(indexes: object[], key = describeKey('userId', 'generationId')) {
  const { 'AWS::DynamoDB::GlobalTable': create } = createDynamodbProvisioners({
    dynamodb,
    stackName: 'Stack',
    region,
  });
  const names = ['userId', 'generationId', 'listedAt'];
  return create?.('Thumbnails', {
    KeySchema: key,
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: indexes,
  });
}

const query = async (IndexName: string) => {
  const { Items } = await dynamodb.send(
    new QueryCommand({
      ...{ TableName, IndexName },
      KeyConditionExpression: 'userId = :user',
      ExpressionAttributeValues: { ':user': { S: 'ada' } },
    }),
  );
  return Items;
};

beforeAll(async () => {
  emulator = await startDynoxide({});
  const { endpoint } = emulator;
  dynamodb = new DynamoDBClient({ endpoint, region, credentials: LOCAL_CREDENTIALS });
});
afterAll(() => emulator.close());

it('the stored table of an earlier version keeps its items, and gets the indexes of the template', async () => {
  const keys = { userId: { S: 'ada' }, generationId: { S: 'g' }, listedAt: { S: '2026' } };
  const item = { ...keys, prompt: { S: 'a castle' }, setId: { S: 's' }, name: { S: 'n' } };
  await provision([describeIndex('removed', 'prompt'), describeIndex('changed', 'prompt')]);
  await dynamodb.send(new PutItemCommand({ TableName, Item: item }));

  await provision([describeIndex('changed', 'prompt', 'name'), describeIndex('added', 'prompt', 'setId')]);

  expect(await query('changed')).toEqual([{ ...keys, prompt: item.prompt, name: item.name }]);
  expect(await query('added')).toEqual([{ ...keys, prompt: item.prompt, setId: item.setId }]);
  await expect(query('removed')).rejects.toThrow();
});

it('a stored table with another key is refused, and the message says what to do', async () => {
  const index = describeIndex('listed', 'prompt');
  await provision([index]);

  await expect(provision([index], describeKey('generationId', 'userId'))).rejects.toThrow(
    'the stored data has this table with other keys: start with an empty folder',
  );
});

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';

const ledgerRow = z.looseObject({ entryId: z.string(), kind: z.string(), amount: z.number() });
const thumbnailRow = z.looseObject({
  generationId: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  imageKey: z.string().optional(),
});

export type LedgerRow = z.output<typeof ledgerRow>;
export type ThumbnailRow = z.output<typeof thumbnailRow>;

/** The tables and the bucket of a cloud as an auditor sees them: past the API, straight from the emulators. */
export interface Audit {
  balance(userId: string): Promise<number>;
  ledger(userId: string): Promise<LedgerRow[]>;
  thumbnails(userId: string): Promise<ThumbnailRow[]>;
  images(userId: string): Promise<string[]>;
  /** Makes a pending generation look as if it had begun this long ago. */
  age(userId: string, generationId: string, milliseconds: number): Promise<void>;
}

/** Where to look, and what the resources are called there. */
type Audited = Pick<EmbeddedCloud, 'endpoints' | 'resource'>;

export function auditOf(cloud: Audited): Audit {
  const client = { region: 'us-west-2', credentials: LOCAL_CREDENTIALS };
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...client, endpoint: cloud.endpoints.DYNAMODB }),
  );
  const s3 = new S3Client({ ...client, endpoint: cloud.endpoints.S3 });
  const table = (prefix: string) => cloud.resource(prefix).ref;

  const rowsOf = async (prefix: string, userId: string): Promise<unknown[]> => {
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName: table(prefix),
        KeyConditionExpression: 'userId = :userId',
        ExpressionAttributeValues: { ':userId': userId },
        ConsistentRead: true,
      }),
    );
    return Items;
  };

  return {
    async balance(userId) {
      const { Item } = await dynamodb.send(
        new GetCommand({ TableName: table('DataUsers'), Key: { id: userId } }),
      );
      return z.number().parse(Item?.['credits']);
    },
    ledger: async (userId) => z.array(ledgerRow).parse(await rowsOf('DataLedger', userId)),
    thumbnails: async (userId) => z.array(thumbnailRow).parse(await rowsOf('DataThumbnails', userId)),
    async images(userId) {
      const { Contents = [] } = await s3.send(
        new ListObjectsV2Command({ Bucket: table('ImagesBucket'), Prefix: `thumbnails/${userId}/` }),
      );
      return Contents.map(({ Key = '' }) => Key);
    },
    async age(userId, generationId, milliseconds) {
      await dynamodb.send(
        new UpdateCommand({
          TableName: table('DataThumbnails'),
          Key: { userId, generationId },
          UpdateExpression: 'SET startedAt = :startedAt',
          ExpressionAttributeValues: { ':startedAt': new Date(Date.now() - milliseconds).toISOString() },
        }),
      );
    },
  };
}

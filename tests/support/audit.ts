import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
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

const rateLimitRow = z.object({ window: z.string(), requests: z.number() });

const accountRow = z.object({
  credits: z.number(),
  closedAt: z.string().optional(),
});

const MINUTE_MS = 60_000;

export type LedgerRow = z.output<typeof ledgerRow>;
export type AccountRow = z.output<typeof accountRow>;
export type ThumbnailRow = z.output<typeof thumbnailRow>;

/** The tables and the bucket of a cloud as an auditor sees them: past the API, straight from the emulators. */
export interface Audit {
  /** The account as it stands. @throws a zod error where there is none. */
  account(userId: string): Promise<AccountRow>;
  balance(userId: string): Promise<number>;
  ledger(userId: string): Promise<LedgerRow[]>;
  thumbnails(userId: string): Promise<ThumbnailRow[]>;
  images(userId: string): Promise<string[]>;
  purchases(userId: string): Promise<unknown[]>;
  /** Whether the account has been closed. */
  closed(userId: string): Promise<boolean>;
  /** The rate limit counter of the user's generations, summed over its windows. */
  countedGenerations(userId: string): Promise<number>;
  /** Sets that counter for this minute and for the next one. */
  setCountedGenerations(userId: string, requests: number): Promise<void>;
  /** Writes a balance past the ledger, as only a mistake or a hand would. */
  setBalance(userId: string, credits: number): Promise<void>;
  /** Makes a pending generation look as if it had begun this long ago. */
  age(userId: string, generationId: string, milliseconds: number): Promise<void>;
}

/** Where to look, and what the resources are called there. */
interface Audited {
  endpoints: Pick<EmbeddedCloud['endpoints'], 'DYNAMODB' | 'S3'>;
  resource: EmbeddedCloud['resource'];
}

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

  const account = async (userId: string) => {
    const { Item } = await dynamodb.send(
      new GetCommand({ TableName: table('DataUsers'), Key: { id: userId }, ConsistentRead: true }),
    );
    return accountRow.parse(Item);
  };

  return {
    account,
    balance: async (userId) => (await account(userId)).credits,
    ledger: async (userId) => z.array(ledgerRow).parse(await rowsOf('DataLedger', userId)),
    thumbnails: async (userId) => z.array(thumbnailRow).parse(await rowsOf('DataThumbnails', userId)),
    async images(userId) {
      const { Contents = [] } = await s3.send(
        new ListObjectsV2Command({ Bucket: table('ImagesBucket'), Prefix: `thumbnails/${userId}/` }),
      );
      return Contents.map(({ Key = '' }) => Key);
    },
    closed: async (userId) => (await account(userId)).closedAt !== undefined,
    purchases: (userId) => rowsOf('DataPurchases', userId),
    async countedGenerations(userId) {
      const { Items } = await dynamodb.send(
        new QueryCommand({
          TableName: table('DataRateLimits'),
          KeyConditionExpression: 'subject = :subject',
          ExpressionAttributeValues: { ':subject': `generations#${userId}` },
          ConsistentRead: true,
        }),
      );
      const rows = z.array(rateLimitRow).parse(Items);
      return rows.reduce((sum, { requests }) => sum + requests, 0);
    },
    async setCountedGenerations(userId, requests) {
      const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
      for (const time of [start, start + MINUTE_MS]) {
        const Item = { subject: `generations#${userId}`, window: new Date(time).toISOString(), requests };
        await dynamodb.send(new PutCommand({ TableName: table('DataRateLimits'), Item }));
      }
    },
    async setBalance(userId, credits) {
      await dynamodb.send(
        new UpdateCommand({
          TableName: table('DataUsers'),
          Key: { id: userId },
          UpdateExpression: 'SET credits = :credits',
          ExpressionAttributeValues: { ':credits': credits },
        }),
      );
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

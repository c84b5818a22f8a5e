import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import type { Audit } from './audit.ts';
import { violationsOf } from './violations.ts';

const TABLES = [
  'DataUsers',
  'DataLedger',
  'DataThumbnails',
  'DataPurchases',
  'DataWelcomedAddresses',
] as const;

const config = z.object({ userPoolId: z.string() });

/** What a cloud remembers of a user, looked at past the API. */
export interface LeftBehind {
  /** Every row of every table, and every picture's key, as one text: what is not in it is nowhere. */
  everything(): Promise<string>;
  rows(table: (typeof TABLES)[number]): Promise<Record<string, unknown>[]>;
  /** The user's own rows: account, generations and purchases, as one text. */
  remembered(userId: string): Promise<string>;
  /** Whether the user can still sign in. */
  hasSignIn(userId: string): Promise<boolean>;
  /** Puts a picture where nobody looks for one. */
  storeOrphan(userId: string): Promise<void>;
  /** Makes an account look as if it had been closed this long ago. */
  ageClosing(userId: string, milliseconds: number): Promise<void>;
}

export function leftBehindIn(cloud: EmbeddedCloud): LeftBehind {
  const client = { region: 'us-west-2', credentials: LOCAL_CREDENTIALS };
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...client, endpoint: cloud.endpoints.DYNAMODB }),
  );
  const s3 = new S3Client({ ...client, endpoint: cloud.endpoints.S3 });
  const cognito = new CognitoIdentityProviderClient({
    ...client,
    endpoint: cloud.endpoints.COGNITO_IDENTITY_PROVIDER,
  });
  const nameOf = (prefix: string) => cloud.resource(prefix).ref;
  const Bucket = nameOf('ImagesBucket');

  const rows = async (table: (typeof TABLES)[number]) => {
    const { Items = [] } = await dynamodb.send(
      new ScanCommand({ TableName: nameOf(table), ConsistentRead: true }),
    );
    return Items;
  };
  return {
    rows,
    async everything() {
      const tables = await Promise.all(TABLES.map(rows));
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
      return JSON.stringify([tables, Contents.map(({ Key }) => Key)]);
    },
    async remembered(userId) {
      const account = new GetCommand({
        TableName: nameOf('DataUsers'),
        Key: { id: userId },
        ConsistentRead: true,
      });
      const { Item } = await dynamodb.send(account);
      const rowsIn = (table: 'DataThumbnails' | 'DataPurchases') =>
        dynamodb.send(
          new QueryCommand({
            TableName: nameOf(table),
            KeyConditionExpression: 'userId = :userId',
            ExpressionAttributeValues: { ':userId': userId },
            ConsistentRead: true,
          }),
        );
      const [thumbnails, purchases] = await Promise.all([rowsIn('DataThumbnails'), rowsIn('DataPurchases')]);
      return JSON.stringify([Item, thumbnails.Items, purchases.Items]);
    },
    async hasSignIn(userId) {
      const { userPoolId: UserPoolId } = config.parse(await (await fetch(`${cloud.url}/config.json`)).json());
      try {
        await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: userId }));
        return true;
      } catch (error) {
        if (error instanceof UserNotFoundException) return false;
        throw error;
      }
    },
    async storeOrphan(userId) {
      const Key = `thumbnails/${userId}/of-a-generation-nobody-remembers.png`;
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a picture' }));
    },
    async ageClosing(userId, milliseconds) {
      await dynamodb.send(
        new UpdateCommand({
          TableName: nameOf('DataUsers'),
          Key: { id: userId },
          UpdateExpression: 'SET closedAt = :closedAt',
          ExpressionAttributeValues: { ':closedAt': new Date(Date.now() - milliseconds).toISOString() },
        }),
      );
    },
  };
}

/** What of a deleted account is not as it must be, a sentence each, however the deletion went. */
export async function traces(leftBehind: LeftBehind, audit: Audit, userId: string): Promise<string[]> {
  const [hasSignIn, images, { credits, closedAt }, remembered] = await Promise.all([
    leftBehind.hasSignIn(userId),
    audit.images(userId),
    audit.account(userId),
    leftBehind.remembered(userId),
  ]);
  const ways = ['generationId', 'receiptUrl', 'stripeCustomerId'].filter((name) => remembered.includes(name));
  return [
    ...(hasSignIn ? ['the sign-in is still there'] : []),
    ...(images.length === 0 ? [] : [`${images.length} pictures are still there`]),
    ...ways.map((name) => `its rows still hold a ${name}`),
    ...(credits === 0 ? [] : [`the closed account holds ${credits}`]),
    ...(closedAt === undefined ? ['the account is not closed'] : []),
    ...(await violationsOf(audit, userId)),
  ];
}

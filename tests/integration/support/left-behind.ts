import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { Audit } from '../../support/audit.ts';
import { readConfig, type Creator } from './creator.ts';
import { expectBalanced } from './invariants.ts';

const TABLES = [
  'DataUsers',
  'DataLedger',
  'DataThumbnails',
  'DataPurchases',
  'DataWelcomedAddresses',
] as const;

/** What a cloud remembers of a user, looked at past the API. */
export interface LeftBehind {
  /** Every row of every table, and every picture's key, as one text: what is not in it is nowhere. */
  everything(): Promise<string>;
  rows(table: (typeof TABLES)[number]): Promise<Record<string, unknown>[]>;
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
    async hasSignIn(userId) {
      const { userPoolId: UserPoolId } = await readConfig(cloud);
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

/** What must be so once an account is deleted, however that went. */
export async function expectGone(leftBehind: LeftBehind, audit: Audit, creator: Creator): Promise<void> {
  const { userId, email } = creator;
  expect(await leftBehind.hasSignIn(userId)).toBe(false);
  expect(await audit.images(userId)).toEqual([]);
  expect(await audit.thumbnails(userId)).toEqual([]);
  expect(await audit.balance(userId)).toBe(0);
  await expectBalanced(audit, userId);
  expect(await leftBehind.everything()).not.toContain(email);
}

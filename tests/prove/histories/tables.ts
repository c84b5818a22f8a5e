import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { Audit } from '../../support/audit.ts';

/** Longer than any invocation lives, and than the schedules wait, in ms. */
const LONG_MS = 10 * 60_000;

/** What only time does, and what no route tells. */
export interface Tables {
  /**
   * Lets ten minutes pass for one user: what is under way looks abandoned, what was closed is to be finished.
   * @returns whether a schedule finds something to do now.
   */
  letTimePass(userId: string): Promise<{ abandoned: boolean; closing: boolean }>;
  purchases(userId: string): Promise<Record<string, unknown>[]>;
}

export function tablesOf(cloud: EmbeddedCloud, audit: Audit): Tables {
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: 'us-west-2',
      credentials: LOCAL_CREDENTIALS,
      endpoint: cloud.endpoints.DYNAMODB,
    }),
  );
  const nameOf = (prefix: string) => cloud.resource(prefix).ref;

  /** Sets a time back. @returns false where what it belongs to has come to its end. */
  const setBack = async (table: string, key: Record<string, string>, time: string, sign: string) => {
    const command = new UpdateCommand({
      TableName: nameOf(table),
      Key: key,
      UpdateExpression: 'SET #time = :time',
      ConditionExpression: 'attribute_exists(#sign)',
      ExpressionAttributeNames: { '#time': time, '#sign': sign },
      ExpressionAttributeValues: { ':time': new Date(Date.now() - LONG_MS).toISOString() },
    });
    try {
      await dynamodb.send(command);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };

  return {
    async letTimePass(userId) {
      const open = (await audit.thumbnails(userId)).filter((row) => 'pendingShard' in row);
      for (const { generationId } of open) {
        await setBack('DataThumbnails', { userId, generationId }, 'startedAt', 'pendingShard');
      }
      const closing = await setBack('DataUsers', { id: userId }, 'closedAt', 'closing');
      return { abandoned: open.length > 0, closing };
    },
    async purchases(userId) {
      const { Items = [] } = await dynamodb.send(
        new QueryCommand({
          TableName: nameOf('DataPurchases'),
          KeyConditionExpression: 'userId = :userId',
          ExpressionAttributeValues: { ':userId': userId },
          ConsistentRead: true,
        }),
      );
      return Items;
    },
  };
}

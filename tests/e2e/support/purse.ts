import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import type { Workshop } from './workshop.ts';

/** Gives and takes credits as an operator's grant does: the balance and its ledger row in one transaction. */
export interface Purse {
  /** Makes the balance of an account this many credits. */
  fill(userId: string, credits: number): Promise<void>;
}

export function purseOf(workshop: Workshop): Purse {
  const { endpoints, config, resource } = workshop;
  const audit = inspectCloud(workshop);
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: config.region,
      credentials: LOCAL_CREDENTIALS,
      endpoint: endpoints.DYNAMODB,
    }),
  );
  return {
    async fill(userId, credits) {
      const amount = credits - (await audit.balance(userId));
      const ref = randomUUID();
      const row = { userId, entryId: `grant#${ref}`, kind: 'grant', amount, ref };
      await dynamodb.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName: resource('DataLedger').ref, Item: row } },
            {
              Update: {
                TableName: resource('DataUsers').ref,
                Key: { id: userId },
                UpdateExpression: 'ADD credits :amount',
                ExpressionAttributeValues: { ':amount': amount },
              },
            },
          ],
        }),
      );
    },
  };
}

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import { purchase } from './movement.ts';

const LEDGER_TABLE = environment('LEDGER_TABLE');

const row = z.object({ amount: z.number() });

/** The credits that a checkout session has bought; undefined where it has not been credited. */
export async function findPurchased(userId: string, sessionId: string): Promise<number | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: LEDGER_TABLE,
      Key: { userId, entryId: purchase(userId, sessionId, 0).entryId },
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? undefined : row.parse(Item).amount;
}

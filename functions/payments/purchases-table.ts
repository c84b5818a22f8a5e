import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { paginateQuery, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  purchaseState,
  purchaseSummary,
  type PurchaseState,
  type PurchaseSummary,
} from '../../contract/schemas.ts';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import type { Payment } from './payment.ts';

const PURCHASES_TABLE = environment('PURCHASES_TABLE');

/** A user's purchases by creation time. */
const HISTORY_INDEX = 'history';
const HISTORY_LENGTH = 50;

const key = z.object({ userId: z.string(), id: z.string() });
const recorded = z.object({ state: z.optional(purchaseState) });

/**
 * Writes how a purchase stands, for its owner to read; credits are the ledger's alone. An older look at the payment
 * never replaces a newer one: of a payment, facts are only ever added.
 * @param pack what was bought, as far as its price tells now; what the record already says of it stays.
 * @returns the state that the record had before; undefined where there was none, or it stays as it is.
 */
export async function recordPurchase(
  payment: Payment,
  pack: { name: string; credits: number } | undefined,
  state: PurchaseState,
): Promise<PurchaseState | undefined> {
  const { sessionId, userId, amount, currency, createdAt, receiptUrl } = payment;
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: PURCHASES_TABLE,
        Key: { userId, id: sessionId },
        UpdateExpression:
          'SET pack = if_not_exists(pack, :pack), credits = if_not_exists(credits, :credits), amount = :amount, currency = :currency, #state = :state, ' +
          'createdAt = :createdAt, facts = :facts' +
          (receiptUrl === undefined ? '' : ', receiptUrl = :receiptUrl'),
        ConditionExpression: 'attribute_not_exists(facts) OR facts <= :facts',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':pack': pack?.name ?? 'Unknown',
          ':credits': pack?.credits ?? 0,
          ':amount': amount,
          ':currency': currency,
          ':state': state,
          ':createdAt': createdAt,
          ':facts': factsOf(payment),
          ...(receiptUrl !== undefined && { ':receiptUrl': receiptUrl }),
        },
        ReturnValues: 'UPDATED_OLD',
      }),
    );
    return recorded.parse(Attributes ?? {}).state;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return undefined;
  }
}

/** How much is known of a payment: grows with each thing that happens to it. */
function factsOf({ status, refunds, disputes }: Payment): number {
  const takings = [...refunds, ...disputes];
  const settled = takings.filter(({ stands }) => !stands).length;
  return { unpaid: 0, failed: 1, paid: 2 }[status] + takings.length + settled;
}

/** A user's latest purchases, newest first. */
export async function listPurchases(userId: string): Promise<PurchaseSummary[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: PURCHASES_TABLE,
      IndexName: HISTORY_INDEX,
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
      ScanIndexForward: false,
      Limit: HISTORY_LENGTH,
    }),
  );
  return Items.map((item) => purchaseSummary.parse(item));
}

/** Takes the receipts out of a user's purchases: they lead to a name and an address. Done twice, it changes nothing. */
export async function forgetReceipts(userId: string): Promise<void> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: PURCHASES_TABLE,
      KeyConditionExpression: 'userId = :userId',
      FilterExpression: 'attribute_exists(receiptUrl)',
      ExpressionAttributeValues: { ':userId': userId },
      ProjectionExpression: 'userId, id',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      await dynamodb.send(
        new UpdateCommand({
          TableName: PURCHASES_TABLE,
          Key: key.parse(item),
          UpdateExpression: 'REMOVE receiptUrl',
        }),
      );
    }
  }
}

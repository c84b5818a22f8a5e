import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { paginateQuery, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  purchaseSummary,
  type PurchaseState,
  type PurchaseSummary,
} from '../../contract/purchase-schemas.ts';
import * as z from 'zod/mini';
import { dynamodb } from '../shared/aws-clients.ts';
import { requireEnv } from '../shared/environment.ts';
import type { Payment } from '../payments/payment.ts';

const PURCHASES_TABLE = requireEnv('PURCHASES_TABLE');

/** A user's purchases by creation time. */
const HISTORY_INDEX = 'history';
const HISTORY_LENGTH = 50;

/** One purchase: what its user can read, and the revision of the payment that it was written from. */
const purchase = z.extend(purchaseSummary, { userId: z.string(), revision: z.int() });

/** What was bought. */
export interface PurchasedPack {
  name: string;
  credits: number;
}

/**
 * Saves the state of a purchase for its user to read. Credits are kept in the ledger only. An outdated payment never
 * replaces a newer one: its revision is lower.
 * @param pack what was bought, if its price is known; a pack that was saved before is kept.
 * @returns the previous state; undefined if there was none, or if the payment is outdated.
 */
export async function savePurchase(
  payment: Payment,
  pack: PurchasedPack | undefined,
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
          'createdAt = :createdAt, revision = :revision' +
          (receiptUrl === undefined ? '' : ', receiptUrl = :receiptUrl'),
        ConditionExpression: 'attribute_not_exists(revision) OR revision <= :revision',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':pack': pack?.name ?? 'Unknown',
          ':credits': pack?.credits ?? 0,
          ':amount': amount,
          ':currency': currency,
          ':state': state,
          ':createdAt': createdAt,
          ':revision': computeRevision(payment),
          ...(receiptUrl !== undefined && { ':receiptUrl': receiptUrl }),
        },
        ReturnValues: 'UPDATED_OLD',
      }),
    );
    return z.partial(purchase).parse(Attributes ?? {}).state;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return undefined;
  }
}

/** Increases with everything that happens to a payment: Stripe only ever adds to its state. */
function computeRevision({ status, refunds, disputes }: Payment): number {
  const reversals = [...refunds, ...disputes];
  const inactive = reversals.filter(({ isActive }) => !isActive).length;
  return { unpaid: 0, failed: 1, paid: 2 }[status] + reversals.length + inactive;
}

/** Lists a user's latest purchases, newest first. */
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

/** Lists all purchases of a user, newest first. */
export async function listAllPurchases(userId: string): Promise<PurchaseSummary[]> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: PURCHASES_TABLE,
      IndexName: HISTORY_INDEX,
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
      ScanIndexForward: false,
    },
  );
  const purchases: PurchaseSummary[] = [];
  for await (const { Items = [] } of pages)
    purchases.push(...Items.map((item) => purchaseSummary.parse(item)));
  return purchases;
}

/** Whether a dispute of one of the user's payments is open or was lost. */
export async function hasDisputedPurchase(userId: string): Promise<boolean> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: PURCHASES_TABLE,
      KeyConditionExpression: 'userId = :userId',
      FilterExpression: '#state = :disputed',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':userId': userId, ':disputed': 'disputed' satisfies PurchaseState },
      ConsistentRead: true,
    },
  );
  for await (const { Count = 0 } of pages) if (Count > 0) return true;
  return false;
}

/** Removes the receipts of a user's purchases, because they contain a name and an address. Idempotent. */
export async function removeReceipts(userId: string): Promise<void> {
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
          Key: z.pick(purchase, { userId: true, id: true }).parse(item),
          UpdateExpression: 'REMOVE receiptUrl',
        }),
      );
    }
  }
}

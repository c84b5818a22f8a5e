import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { purchaseSummary, type PurchaseState, type PurchaseSummary } from '../../contract/schemas.ts';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import type { Payment } from './payment.ts';

const PURCHASES_TABLE = environment('PURCHASES_TABLE');

/** A user's purchases by creation time. */
const HISTORY_INDEX = 'history';
const HISTORY_LENGTH = 50;

/**
 * Writes how a purchase stands, for its owner to read; credits are the ledger's alone. An older look at the payment
 * never replaces a newer one: of a payment, facts are only ever added.
 */
export async function recordPurchase(
  payment: Payment,
  pack: { name: string; credits: number },
  state: PurchaseState,
): Promise<void> {
  const { sessionId, userId, amount, currency, createdAt, receiptUrl } = payment;
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: PURCHASES_TABLE,
        Key: { userId, id: sessionId },
        UpdateExpression:
          'SET pack = :pack, credits = :credits, amount = :amount, currency = :currency, #state = :state, ' +
          'createdAt = :createdAt, facts = :facts' +
          (receiptUrl === undefined ? '' : ', receiptUrl = :receiptUrl'),
        ConditionExpression: 'attribute_not_exists(facts) OR facts <= :facts',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':pack': pack.name,
          ':credits': pack.credits,
          ':amount': amount,
          ':currency': currency,
          ':state': state,
          ':createdAt': createdAt,
          ':facts': factsOf(payment),
          ...(receiptUrl !== undefined && { ':receiptUrl': receiptUrl }),
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
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

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';

const USERS_TABLE = environment('USERS_TABLE');

const customer = z.object({ stripeCustomerId: z.optional(z.string()) });

/**
 * The Stripe customer of a user: made at the first checkout and remembered, so that receipts collect in one place.
 * @param email prefilled on Stripe's page; undefined where the token does not tell it.
 */
export async function customerOf(stripe: Stripe, userId: string, email: string | undefined): Promise<string> {
  const known = await findCustomer(userId);
  if (known !== undefined) return known;
  // The idempotency key makes two tabs that come here at once meet the same customer.
  const { id } = await stripe.customers.create(
    { ...(email !== undefined && { email }), metadata: { userId } },
    { idempotencyKey: `customer-${userId}` },
  );
  await dynamodb.send(
    new UpdateCommand({
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: 'SET stripeCustomerId = :id',
      // An account without a balance would be one: only the ledger opens accounts.
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeValues: { ':id': id },
    }),
  );
  return id;
}

async function findCustomer(userId: string): Promise<string | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: USERS_TABLE,
      Key: { id: userId },
      ProjectionExpression: 'stripeCustomerId',
    }),
  );
  return Item && customer.parse(Item).stripeCustomerId;
}

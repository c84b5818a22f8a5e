import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';

const USERS_TABLE = environment('USERS_TABLE');

const row = z.object({ stripeCustomerId: z.optional(z.string()) });

interface Customer {
  userId: string;
  /** Prefilled on Stripe's page; undefined where the token does not tell it. */
  email: string | undefined;
}

/** The Stripe customer of a user: made at the first checkout and remembered, so that receipts collect in one place. */
export async function customerOf(stripe: Stripe, customer: Customer): Promise<string> {
  const known = await findCustomer(customer.userId);
  // The key makes two tabs that come here at once meet the same customer.
  return known ?? makeCustomer(stripe, customer, `customer-${customer.userId}`);
}

/**
 * Makes a customer and remembers it in place of any other.
 * @param idempotencyKey what a retry repeats.
 */
export async function makeCustomer(
  stripe: Stripe,
  { userId, email }: Customer,
  idempotencyKey: string,
): Promise<string> {
  const { id } = await stripe.customers.create(
    { ...(email !== undefined && { email }), metadata: { userId } },
    { idempotencyKey },
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
  return Item && row.parse(Item).stripeCustomerId;
}

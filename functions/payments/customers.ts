import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import { update } from '../aws/update.ts';
import { AccountClosedError } from '../errors/errors.ts';

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
 * @throws AccountClosedError; Stripe's errors as they are.
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
  try {
    await update({
      TableName: USERS_TABLE,
      Key: { id: userId },
      UpdateExpression: 'SET stripeCustomerId = :id',
      // An account without a balance would be one: only the ledger opens accounts.
      ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(closedAt)',
      ExpressionAttributeValues: { ':id': id },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  } catch (error) {
    // It was open when the checkout began.
    if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) {
      throw new AccountClosedError();
    }
    throw error;
  }
  return id;
}

/** Forgets a user's customer. Stripe keeps its own: what was paid has to be accounted for. */
export async function forgetCustomer(userId: string): Promise<void> {
  await update({
    TableName: USERS_TABLE,
    Key: { id: userId },
    UpdateExpression: 'REMOVE stripeCustomerId',
    ConditionExpression: 'attribute_exists(id)',
  });
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

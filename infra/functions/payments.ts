import { Duration, type Stack } from 'aws-cdk-lib';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Operation } from '../constructs/operation.ts';
import { onTable, queryIndex, readSecret } from '../permissions.ts';
import { accountEnvironment, ledgerEnvironment, openAccount, type Shared } from './shared.ts';

interface PaymentProps {
  /** Stripe's API key and webhook secret. */
  secret: secretsmanager.Secret;
  /** Where Stripe sends the browser back to. */
  siteOrigin: string;
}

/** The functions around buying credits. */
export function paymentFunctions(stack: Stack, shared: Shared, { secret, siteOrigin }: PaymentProps) {
  const { settings, data } = shared;
  const { users, ledger, purchases } = data;
  const { logRetentionDays } = settings;
  const stripe = {
    PACK_PRICES: JSON.stringify(settings.prices),
    STRIPE_SECRET_ARN: secret.secretArn,
  };
  // Stripe's answers take their time.
  const timeout = Duration.seconds(20);
  return {
    createStripeCheckout: new Operation(stack, 'CreateStripeCheckout', {
      operation: 'create-stripe-checkout',
      description: 'POST /api/create-stripe-checkout',
      environment: { ...accountEnvironment(shared), ...stripe, SITE_URL: siteOrigin },
      permissions: [...openAccount(data), onTable(users, 'GetItem', 'UpdateItem'), readSecret(secret)],
      logRetentionDays,
      timeout,
    }).function,
    stripeWebhook: new Operation(stack, 'StripeWebhook', {
      operation: 'stripe-webhook',
      description: 'POST /api/stripe-webhook',
      environment: { ...ledgerEnvironment(shared), ...stripe, PURCHASES_TABLE: purchases.tableName },
      permissions: [
        onTable(users, 'GetItem', 'PutItem', 'UpdateItem'),
        onTable(ledger, 'GetItem', 'PutItem'),
        onTable(purchases, 'UpdateItem'),
        readSecret(secret),
      ],
      logRetentionDays,
      timeout,
    }).function,
    listPurchases: new Operation(stack, 'ListPurchases', {
      operation: 'list-purchases',
      description: 'GET /api/purchases',
      environment: { USERS_TABLE: users.tableName, PURCHASES_TABLE: purchases.tableName },
      permissions: [onTable(users, 'GetItem'), queryIndex(purchases, 'history')],
      logRetentionDays,
    }).function,
  };
}

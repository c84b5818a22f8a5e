import { Duration, type Stack } from 'aws-cdk-lib';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { allowIndexQuery, allowSecret, allowTable } from '../permissions.ts';
import {
  accountEnvironment,
  allowAccountCreation,
  allowMailbox,
  createFunctions,
  ledgerEnvironment,
  rateLimitEnvironment,
  type FunctionContext,
} from './create-functions.ts';

/** Environment of the functions that call Stripe. */
export function stripeEnvironment({ settings }: FunctionContext, secret: secretsmanager.Secret) {
  return { STAGE: settings.stage, STRIPE_SECRET_ARN: secret.secretArn };
}

interface PaymentFunctionsProps {
  /** Stripe's API key and webhook secret. */
  secret: secretsmanager.Secret;
  /** Stripe redirects the browser there after a payment. */
  siteOrigin: string;
}

export function createPaymentFunctions(
  stack: Stack,
  context: FunctionContext,
  { secret, siteOrigin }: PaymentFunctionsProps,
) {
  const { settings, data } = context;
  const { users, ledger, purchases, rateLimits } = data;
  const stripe = {
    ...stripeEnvironment(context, secret),
    PACK_PRICES: JSON.stringify(settings.prices),
    PURCHASES_TABLE: purchases.tableName,
  };
  const { automaticTax, legal } = settings;
  const checkoutTerms = JSON.stringify({
    automaticTax,
    ...(legal !== undefined && { legal: { termsUrl: legal.termsUrl, refundsUrl: legal.refundsUrl } }),
  });
  // A function makes several calls to Stripe in sequence.
  const timeout = Duration.seconds(20);
  return createFunctions(stack, context, {
    'create-stripe-checkout': {
      environment: {
        ...accountEnvironment(context),
        ...rateLimitEnvironment(context),
        ...stripe,
        SITE_URL: siteOrigin,
        CHECKOUT_TERMS: checkoutTerms,
      },
      permissions: [
        ...allowAccountCreation(data),
        ...allowMailbox(data),
        allowTable(rateLimits, 'UpdateItem'),
        allowSecret(secret),
      ],
      timeout,
    },
    'stripe-webhook': {
      environment: { ...ledgerEnvironment(context), ...stripe },
      permissions: [
        allowTable(users, 'GetItem', 'PutItem', 'UpdateItem'),
        allowTable(ledger, 'GetItem', 'PutItem'),
        allowTable(purchases, 'UpdateItem'),
        allowSecret(secret),
      ],
      timeout,
    },
    'list-purchases': {
      environment: { USERS_TABLE: users.tableName, PURCHASES_TABLE: purchases.tableName },
      permissions: [allowTable(users, 'GetItem'), allowIndexQuery(purchases, 'history')],
    },
  });
}

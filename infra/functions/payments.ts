import { Duration, type Stack } from 'aws-cdk-lib';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { allowIndexQuery, allowSecret, allowTable, type Access } from '../permissions.ts';
import {
  allowAccountCreation,
  allowCounting,
  allowMailbox,
  createFunctions,
  type FunctionContext,
} from './create-functions.ts';

/** Allows a function to call Stripe. */
export function allowStripe({ settings }: FunctionContext, secret: secretsmanager.Secret): Access {
  const { environment, ...access } = allowSecret(secret, 'STRIPE_SECRET_ARN');
  return { ...access, environment: { ...environment, STAGE: settings.stage } };
}

interface PaymentFunctionsProps {
  /** Stripe's API key and webhook secret. */
  secret: secretsmanager.Secret;
  /** Stripe redirects the browser there after a payment. */
  siteOrigin: string;
  imageUrls: Access;
}

export function createPaymentFunctions(
  stack: Stack,
  context: FunctionContext,
  { secret, siteOrigin, imageUrls }: PaymentFunctionsProps,
) {
  const { settings, data } = context;
  const { users, ledger, purchases, thumbnails } = data;
  const { automaticTax, legal, prices } = settings;
  const packPrices = { PACK_PRICES: JSON.stringify(prices) };
  const checkoutTerms = JSON.stringify({
    automaticTax,
    ...(legal !== undefined && { legal: { termsUrl: legal.termsUrl, refundsUrl: legal.refundsUrl } }),
  });
  const reconciling = {
    access: [
      allowTable(users, 'GetItem', 'PutItem', 'UpdateItem'),
      allowTable(ledger, 'GetItem', 'PutItem', 'Query'),
      allowTable(purchases, 'GetItem', 'UpdateItem'),
      allowStripe(context, secret),
    ],
    environment: packPrices,
  };
  // A function makes several calls to Stripe in sequence.
  const timeout = Duration.seconds(20);
  return createFunctions(stack, context, {
    'create-stripe-checkout': {
      access: [
        ...allowAccountCreation(context),
        ...allowMailbox(data),
        allowCounting(context),
        allowStripe(context, secret),
      ],
      environment: { ...packPrices, SITE_URL: siteOrigin, CHECKOUT_TERMS: checkoutTerms },
      timeout,
    },
    'stripe-webhook': { ...reconciling, timeout },
    'confirm-purchase': {
      ...reconciling,
      access: [...reconciling.access, allowCounting(context)],
      timeout,
    },
    'reconcile-payments': {
      ...reconciling,
      description: 'Books the payments whose events the webhook has missed',
      timeout: Duration.minutes(4),
    },
    'list-credit-history': {
      access: [
        allowTable(users, 'GetItem'),
        allowIndexQuery(ledger, 'history'),
        allowTable(thumbnails, 'GetItem'),
        imageUrls,
      ],
    },
    'list-purchases': {
      access: [allowTable(users, 'GetItem'), allowIndexQuery(purchases, 'history')],
    },
  });
}

/** What a function finds in its environment; each is read at import, so it has to be there before the tests are. */
export const FUNCTION_ENVIRONMENT = {
  AWS_REGION: 'us-west-2',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  USERS_TABLE: 'users',
  LEDGER_TABLE: 'ledger',
  THUMBNAILS_TABLE: 'thumbnails',
  IMAGES_BUCKET: 'images',
  PURCHASES_TABLE: 'purchases',
  WELCOME_CREDITS: '3',
  PACK_PRICES: JSON.stringify({ starter: 'price_starter', pro: 'price_pro', elite: 'price_elite' }),
  STRIPE_SECRET_ARN: 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe',
  SITE_URL: 'https://thumbforge.example.com',
  MODEL_POOL: JSON.stringify([
    { id: 'first', region: 'us-west-2', schema: 'stability', label: 'First', cost: 1 },
    { id: 'second', region: 'us-east-1', schema: 'amazon', label: 'Second', cost: 1 },
    { id: 'dear', region: 'us-west-2', schema: 'stability', label: 'Dear', cost: 3 },
  ]),
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
};

import { PACK_IDS } from '../../contract/packs.ts';

/** Environment variables of the functions. Modules read them at import, so they must be set before any test imports one. */
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
  RATE_LIMITS_TABLE: 'rate-limits',
  RATE_LIMITS: JSON.stringify({ generationsPerMinute: 12 }),
  WELCOME_CREDITS: '3',
  WELCOMED_ADDRESSES_TABLE: 'welcomed-addresses',
  USER_POOL_ID: 'us-west-2_Pool',
  PACK_PRICES: JSON.stringify(Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]))),
  STRIPE_SECRET_ARN: 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe',
  SITE_URL: 'https://thumbforge.example.com',
  MODEL_POOL: JSON.stringify([
    { id: 'first', region: 'us-west-2', schema: 'stability', label: 'First', cost: 1 },
    { id: 'second', region: 'us-east-1', schema: 'stability', label: 'Second', cost: 1 },
    { id: 'dear', region: 'us-west-2', schema: 'stability', label: 'Dear', cost: 3 },
  ]),
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
};

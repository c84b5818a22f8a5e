import { PACK_IDS } from '#contract/packs.ts';
import { RATE_LIMITS, STAGE_LIMITS } from '#contract/rate-limits.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';

/** Environment variables of the functions. Modules read them at import, so they must be set before any test imports a function. */
export const FUNCTION_ENVIRONMENT = {
  AWS_REGION: 'us-west-2',
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  USERS_TABLE: 'users',
  LEDGER_TABLE: 'ledger',
  THUMBNAILS_TABLE: 'thumbnails',
  IMAGES_BUCKET: 'images',
  USER_EXPORT_BUCKET: 'user-export',
  API_KEYS_TABLE: 'api-keys',
  PURCHASES_TABLE: 'purchases',
  BRAND_KITS_TABLE: 'brandKits',
  RATE_LIMITS_TABLE: 'rate-limits',
  RATE_LIMITS: JSON.stringify(
    Object.fromEntries(STAGE_LIMITS.map((name) => [name, RATE_LIMITS[name].maximum])),
  ),
  WELCOME_CREDITS: '3',
  WELCOMED_ADDRESSES_TABLE: 'welcomed-addresses',
  USER_POOL_ID: 'us-west-2_Pool',
  PACK_PRICES: JSON.stringify(Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]))),
  STAGE: 'dev',
  STRIPE_SECRET_ARN: 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe',
  IMAGE_KEY_PAIR_ID: 'KEYPAIR',
  IMAGE_KEY_SECRET_ARN: 'arn:aws:secretsmanager:us-west-2:000000000000:secret:images',
  SITE_URL: 'https://thumbforge.example.com',
  CHECKOUT_TERMS: JSON.stringify({ automaticTax: false }),
  MODEL_POOL: JSON.stringify([
    { id: 'first', region: 'us-west-2', schema: 'stability', label: 'First', cost: 1 },
    { id: 'second', region: 'us-east-1', schema: 'stability', label: 'Second', cost: 1 },
    { id: 'dear', region: 'us-west-2', schema: 'stability', label: 'Dear', cost: 3 },
  ]),
  SERVICE_POOL: JSON.stringify([
    { id: 'us.style', service: 'style', regions: ['us-west-2', 'us-east-2'], cost: 1 },
    { id: 'us.layout', service: 'layout', regions: ['us-east-1'], cost: 2 },
    { id: 'us.style-two', service: 'style', regions: ['us-east-1'], cost: 1 },
    { id: 'us.dear-style', service: 'style', regions: ['us-east-1'], cost: 3 },
    { id: 'us.cutout', service: 'cutout', regions: ['us-west-2', 'us-east-2'], cost: 2 },
    ...['erase', 'inpaint', 'replace', 'recolor', 'outpaint', 'upscale'].map((service) => ({
      id: `us.${service}`,
      service,
      regions: ['us-west-2', 'us-east-1'],
      cost: 2,
    })),
  ]),
  PROMPT_MODEL: JSON.stringify({
    id: 'us.text',
    region: 'us-east-1',
    usdPerMillionTokens: { input: 0.5, output: 2 },
  }),
  LONGEST_WAIT_SECONDS: '300',
  EARLY_ACCESS: '[]',
  KEY_EMAILS: JSON.stringify({ from: 'no-reply@thumbforge.example.com', region: 'us-east-1' }),
  SUPPORT: JSON.stringify({
    from: 'no-reply@thumbforge.example.com',
    to: 'support@example.com',
    region: 'us-east-1',
    answerHours: { standard: 72, priority: 24, dedicated: 4 },
  }),
  WAITING_QUEUE_URL: 'https://sqs.us-west-2.amazonaws.com/000000000000/waiting',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
};

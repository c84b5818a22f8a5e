import { PACK_IDS } from '../../contract/packs.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';

export const RATE_LIMITS = {
  generationsPerMinute: 12,
  videoReferencesPerMinute: 20,
  channelHandlesPerDay: 50,
  promptSuggestionsPerHour: 60,
  uploadsPerHour: 60,
  designSavesPerMinute: 60,
  designSavesPerDay: 5_000,
  exportsPerHour: 10,
  exportPagesPerDay: 500,
  checkoutsPerHour: 10,
  filteredPerDay: 5,
  welcomesPerDay: 200,
  welcomesPerDomainAndDay: 5,
};

/** Environment variables of the functions. Modules read them at import, so they must be set before any test imports one. */
export const FUNCTION_ENVIRONMENT = {
  AWS_REGION: 'us-west-2',
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  USERS_TABLE: 'users',
  LEDGER_TABLE: 'ledger',
  THUMBNAILS_TABLE: 'thumbnails',
  IMAGES_BUCKET: 'images',
  PURCHASES_TABLE: 'purchases',
  RATE_LIMITS_TABLE: 'rate-limits',
  RATE_LIMITS: JSON.stringify(RATE_LIMITS),
  WELCOME_CREDITS: '3',
  WELCOMED_ADDRESSES_TABLE: 'welcomed-addresses',
  USER_POOL_ID: 'us-west-2_Pool',
  PACK_PRICES: JSON.stringify(Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]))),
  STAGE: 'dev',
  STRIPE_SECRET_ARN: 'arn:aws:secretsmanager:us-west-2:000000000000:secret:stripe',
  SITE_URL: 'https://thumbforge.example.com',
  CHECKOUT_TERMS: JSON.stringify({ automaticTax: false }),
  MODEL_POOL: JSON.stringify([
    { id: 'first', region: 'us-west-2', schema: 'stability', label: 'First', cost: 1 },
    { id: 'second', region: 'us-east-1', schema: 'stability', label: 'Second', cost: 1 },
    { id: 'dear', region: 'us-west-2', schema: 'stability', label: 'Dear', cost: 3 },
  ]),
  REFERENCE_POOL: JSON.stringify([
    { id: 'us.style', service: 'style', regions: ['us-west-2', 'us-east-2'], label: 'Style', cost: 1 },
    { id: 'us.layout', service: 'layout', regions: ['us-east-1'], label: 'Layout', cost: 2 },
    { id: 'us.style-two', service: 'style', regions: ['us-east-1'], label: 'Style Two', cost: 1 },
    { id: 'us.dear-style', service: 'style', regions: ['us-east-1'], label: 'Dear Style', cost: 3 },
    { id: 'us.cutout', service: 'cutout', regions: ['us-west-2', 'us-east-2'], label: 'Cut-out', cost: 2 },
    ...['erase', 'inpaint', 'replace', 'recolor', 'outpaint', 'upscale'].map((service) => ({
      id: `us.${service}`,
      service,
      regions: ['us-west-2', 'us-east-1'],
      label: service,
      cost: 2,
    })),
  ]),
  PROMPT_MODEL: JSON.stringify({
    id: 'us.text',
    region: 'us-east-1',
    usdPerMillionTokens: { input: 0.5, output: 2 },
  }),
  LONGEST_WAIT_SECONDS: '300',
  WAITING_QUEUE_URL: 'https://sqs.us-west-2.amazonaws.com/000000000000/waiting',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
};

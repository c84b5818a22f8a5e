import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What a function finds in its environment; each is read at import, so it has to be there before the tests are. */
const FUNCTION_ENVIRONMENT = {
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

export default defineConfig({
  test: {
    // Half of the time is spent waiting: for emulators, threads and retries.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{contract,functions,infra,local}/**/*.test.ts'],
          env: FUNCTION_ENVIRONMENT,
        },
      },
      { test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/integration/support/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

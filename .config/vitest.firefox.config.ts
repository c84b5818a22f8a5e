import { defineConfig } from 'vitest/config';

/** The journeys in Firefox. `npm test` excludes them, because it needs no browser. */
export default defineConfig({
  test: {
    name: 'firefox',
    include: ['tests/e2e/firefox/**/*.test.ts'],
    // The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

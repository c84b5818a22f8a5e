import { defineConfig } from 'vitest/config';
import FlakyReporter from '../tests/e2e/support/flaky-reporter.ts';

/** The journeys in Firefox. `npm test` excludes them, because it needs no browser. */
export default defineConfig({
  test: {
    name: 'firefox',
    include: ['tests/e2e/firefox/**/*.test.ts'],
    // The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    // One journey waits for Firefox or for the cloud most of the time, so two journeys at a time use two cores.
    sequence: { concurrent: true },
    maxConcurrency: 2,
    // Limits for tests that hang. They are generous because a busy machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The totals name a test that passed only at its second try.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default', new FlakyReporter()],
  },
});

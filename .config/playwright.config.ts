import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from '../tests/support/browsers.ts';

// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** Port of the embedded cloud that the suite starts. */
const PORT = process.env['E2E_PORT'] ?? '5199';

/** A site that runs already, instead of an embedded cloud. Set by `--url`. */
const DEPLOYED_URL = process.env['E2E_URL']?.replace(/\/$/, '');

export default defineConfig({
  testDir: '../tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // A test that fails by chance does not stop a deployment, but the totals name it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list'], ['../tests/e2e/support/flaky-reporter.ts']],
  // Limits for tests that hang. They are generous because a busy machine is slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: DEPLOYED_URL ?? `http://localhost:${PORT}`,
    browserName: 'chromium',
    launchOptions: {
      executablePath: findHeadlessChromium(),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        // Without a graphics card, this saves 2 % of the CPU time.
        '--disable-gpu',
        // The headless shell would hint letters fully. Debian's setting for its desktops, and for Chromium, is `slight`.
        '--font-render-hinting=slight',
      ],
    },
    // One context for all tests of a worker keeps the compiled scripts. Playwright resets it before each test.
    reuseContext: true,
    // West of UTC. The unit tests of the site run east of it.
    timezoneId: 'America/Los_Angeles',
    // Drawing animations without a graphics card takes a sixth of the time. The journeys in Firefox run with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would take a third of the time: add `--trace on` to examine a failure.
    screenshot: 'only-on-failure',
  },
  ...(DEPLOYED_URL === undefined && {
    webServer: {
      command: 'npm start',
      cwd: '..',
      // With magic links, the sign-in page has all of its six forms.
      env: { PORT, MAGIC_LINK: 'true' },
      url: `http://localhost:${PORT}/config.json`,
      timeout: 120_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      // `E2E_REUSE=1` uses a cloud that already runs on the port.
      reuseExistingServer: process.env['E2E_REUSE'] === '1',
    },
  }),
});

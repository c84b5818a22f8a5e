import { defineConfig } from '@playwright/test';

// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** Port of the embedded cloud that the suite starts. `E2E_PORT` keeps two runs apart. */
const PORT = process.env['E2E_PORT'] ?? '5199';

/** A real browser, the system's own: `CHROMIUM` or Debian's. Nothing is downloaded. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'npm start',
    cwd: '..',
    // All six forms of the sign-in page; a stage without magic links differs in its settings file, which a test changes.
    env: { PORT, MAGIC_LINK: 'true' },
    url: `http://localhost:${PORT}/config.json`,
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    // With `E2E_REUSE=1` a cloud that already runs on the port is taken: for work on the tests themselves.
    reuseExistingServer: process.env['E2E_REUSE'] === '1',
  },
});

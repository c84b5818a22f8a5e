import { chromium } from '@playwright/test';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { connectDevTools } from '../e2e/support/dev-tools.ts';
import { findBrowser } from '../support/browsers.ts';
import { startSite } from '../support/site-process.ts';
import { takeScreenshots } from './screenshot.ts';
import { STATES } from './states/states.ts';
import { createUsers } from './users.ts';

/**
 * `npm run shots` saves screenshots of every designed state at five widths in shots/.
 * `npm run shots -- home auth-error` saves those whose names start with one of these words.
 */
const FOLDER = join(import.meta.dirname, '../../shots');

// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const prefixes = process.argv.slice(2);
const states = STATES.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
);
const site = await startSite();
const browser = await chromium.launch({
  executablePath: findBrowser('chromium'),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
});
try {
  const devTools = await connectDevTools(site.url);
  const users = await createUsers(devTools);
  for (const state of states) {
    try {
      await takeScreenshots({ browser, url: site.url, users, folder: FOLDER }, state);
      process.stdout.write(`${state.name}\n`);
    } catch (error) {
      process.stderr.write(`${inspect(error)}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await site.stop();
}

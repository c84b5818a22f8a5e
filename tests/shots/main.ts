import { chromium } from '@playwright/test';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { openWorkshop } from '../e2e/support/workshop.ts';
import { startSite } from '../support/site-process.ts';
import { gather } from './cast.ts';
import { STATES } from './states.ts';
import { take } from './take.ts';

/**
 * `npm run shots`: pictures of every designed state at 360, 768 and 1440 px, in shots/, for people to look at.
 * `npm run shots -- home auth-error` takes those whose names begin so.
 */
const FOLDER = join(import.meta.dirname, '../../shots');

// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const wanted = process.argv.slice(2);
const states = STATES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning)),
);
const site = await startSite();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
});
try {
  const workshop = await openWorkshop(site.url);
  const cast = await gather(workshop);
  for (const state of states) {
    try {
      await take({ browser, workshop, cast, folder: FOLDER }, state);
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

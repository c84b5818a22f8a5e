import { chromium, expect, type Browser } from '@playwright/test';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { connectDevTools } from '../e2e/support/dev-tools.ts';
import { findBrowser } from '../support/browsers.ts';
import { startSite } from '../support/site-process.ts';
import { STATES } from './states/states.ts';
import { createUsers, type Users } from './sample-data.ts';
import { mkdir } from 'node:fs/promises';
import { homePage } from '../e2e/support/home-page.ts';
import { keepMessages, openPage } from '../e2e/support/page.ts';
import type { State } from './states/state.ts';

/**
 * `npm run shots` saves screenshots of every designed state at five widths in shots/.
 * `npm run shots -- home auth-error` saves those whose names start with one of these words.
 */
const FOLDER = join(import.meta.dirname, '../../shots');

/** A phone, a tablet in both orientations, a laptop, a large screen. */
const VIEWPORTS = [
  { width: 360, height: 740, hasTouch: true },
  { width: 768, height: 1024, hasTouch: true },
  { width: 1024, height: 768, hasTouch: true },
  { width: 1440, height: 900, hasTouch: false },
  { width: 1920, height: 1080, hasTouch: false },
] as const;

interface Session {
  browser: Browser;
  url: string;
  users: Users;
  /** The folder with a subfolder for each width. */
  folder: string;
}

/** Saves a screenshot of a state at every width. */
async function takeScreenshots(session: Session, state: State): Promise<void> {
  for (const viewport of VIEWPORTS) {
    const folder = join(session.folder, String(viewport.width));
    await mkdir(folder, { recursive: true });
    await takeScreenshot(session, state, viewport, join(folder, `${state.name}.png`));
  }
}

async function takeScreenshot(
  { browser, url, users }: Session,
  { name, path, as, act = ({ open }) => open(), part }: State,
  { hasTouch, ...viewport }: (typeof VIEWPORTS)[number],
  file: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    hasTouch,
    isMobile: hasTouch,
    baseURL: url,
    ...(as && { storageState: users[as].storageState }),
  });
  try {
    await keepMessages(context);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await act({ page, home: homePage(page), open: () => openPage(page, path) });
    await page.evaluate('document.fonts.ready');
    await expect.poll(() => page.evaluate(IMAGES_LOADED)).toBe(true);
    await page.evaluate(IMAGES_DECODED);
    await expect.poll(() => page.evaluate(TRANSITIONS_FINISHED)).toBe(true);
    // A header that sticks to the window would cover the middle of the page.
    if (part !== 'window') await page.evaluate('scrollTo(0, 0)');
    expect(await page.evaluate(OVERFLOW), 'pixels beyond the window').toBeLessThanOrEqual(0);
    await page.screenshot({ path: file, fullPage: part !== 'window' });
  } catch (error) {
    throw new Error(`${name} at ${viewport.width} px`, { cause: error });
  } finally {
    await context.close();
  }
}

const IMAGES_LOADED = `[...document.images].every(({ complete }) => complete)`;

/** A loaded image with `decoding="async"` may be painted later. */
const IMAGES_DECODED = `Promise.all([...document.images].map((image) => image.decode().catch(() => {})))`;

const OVERFLOW = `document.documentElement.scrollWidth - innerWidth`;

/** A spinner repeats forever and is photographed in motion. */
const TRANSITIONS_FINISHED = `document.getAnimations().every(({ effect, playState }) =>
  playState === 'finished' || effect?.getComputedTiming().iterations === Infinity)`;

// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const prefixes = process.argv.slice(2);
const states = STATES.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
);
if (states.length === 0) throw new Error(`No state has a name that starts with ${prefixes.join(' or ')}.`);
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

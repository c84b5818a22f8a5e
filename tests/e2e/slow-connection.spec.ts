import { holdRequests } from './support/network.ts';
import { signInAs } from './support/page.ts';
import { expect, test as base } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

/** The speed in bytes per second: about a third of a slow mobile connection. */
const SLOW = { latency: 300, downloadThroughput: 60_000, uploadThroughput: 30_000, offline: false };

const test = base.extend<{ slowDown: () => Promise<void> }>({
  slowDown: async ({ page, context }, use) => {
    const session = await context.newCDPSession(page);
    await use(async () => {
      await session.send('Network.enable');
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      await session.send('Network.emulateNetworkConditions', SLOW);
    });
    // Playwright would keep the session, and slow down the next tests in the same context.
    await session.detach();
  },
});

test.use({ translates: false });

/** The sum of the unexpected layout shifts so far. */
const COUNT_SHIFTS = `
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

test('On a slow connection a creator types before the scripts have loaded, and generates', async ({
  page,
  slowDown,
  home,
  creator,
}) => {
  await signInAs(page, creator);
  const scripts = await holdRequests(page, '/assets/index-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  // The visitor's page, which is in the document until the scripts run, has the same field.
  const field = page.locator('#account-home').getByLabel('Thumbnail idea');
  await field.fill('A castle build at sunset');
  expect(await page.locator('#visitor-home').count()).toBe(1);
  await slowDown();
  scripts.release();

  await expect(home.balance(WELCOME)).toBeVisible();
  await expect(home.prompt).toHaveValue('A castle build at sunset');
  await home.generate.click();
  await expect(home.preview).toContainText('Generating your thumbnail...');
  await expect(home.image).toBeVisible({ timeout: 40_000 });
  await expect(home.balance(WELCOME - 1)).toBeVisible();
});

test('A stored prompt of several lines moves nothing when the page is loaded again', async ({
  page,
  slowDown,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await home.prompt.fill('A castle\nat night\nwith a dragon\nand a moon');
  await slowDown();
  await page.addInitScript(COUNT_SHIFTS);
  await page.reload();
  await expect(home.balance(WELCOME)).toBeVisible();
  await expect(home.prompt).toHaveValue(/dragon/);
  // Rounded as Lighthouse does.
  expect(await page.evaluate('shifts.toFixed(3)')).toBe('0.000');
});

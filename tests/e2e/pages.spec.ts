import { randomUUID } from 'node:crypto';
import { createCreator } from './support/creator.ts';
import { expectNoSidewaysScroll } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

const BUY_CREDITS_CHUNK = '**/assets/buy-credits-page-*.js';
const FOLLOWER_CHUNK = '**/assets/follower-*.js';

const POLICIES = [
  ['Terms', 'Terms of service'],
  ['Privacy', 'us-east-1, us-east-2 and us-west-2'],
  ['Refunds', 'Refund policy'],
] as const;

test('An unknown address shows the not-found page, which links to the home page @2.route.not-found @2.not-found.words @2.not-found.link', async ({
  page,
  visit,
  home,
}) => {
  for (const path of ['/nowhere', '/buy-credits/nowhere', '/auth/sign-in']) {
    await visit(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();
});

test('A page whose script fails to load says so, leads home, and can be loaded again', async ({
  page,
  visit,
  home,
  guard,
}) => {
  guard.allow(/Failed to fetch dynamically imported module|Failed to load resource/);
  await page.route(BUY_CREDITS_CHUNK, (route) => route.abort());
  await visit('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await expect(page.getByRole('main')).toContainText('Check your connection and load it again.');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(home.preview).toBeVisible();

  await visit('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await page.unroute(BUY_CREDITS_CHUNK);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page).toHaveURL('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get More Credits');
});

test('Generate, whose script fails to load, takes no credit and works once the page is loaded again', async ({
  page,
  visit,
  home,
  guard,
  creator,
}) => {
  guard.allow(/Failed to load resource/);
  await page.route(FOLLOWER_CHUNK, (route) => route.abort());
  await visit('/', creator);
  await home.submit('A castle');
  await expect(home.failure).toContainText('The connection was lost; no credit was taken');
  await page.unroute(FOLLOWER_CHUNK);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(home.failure).toBeHidden();
  await home.generate.click();
  await expect(home.image).toBeVisible();
  await expect(home.balance(WELCOME - 1)).toBeVisible();
});

test('The footer names the seller and leads to its policies and support', async ({ page, visit, site }) => {
  test.skip(site.devTools === undefined, 'Expects the seller of the embedded cloud.');
  await visit('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Sample Studio, 1 Sample Street, London')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/support');
  for (const [name, text] of POLICIES) {
    const address = await footer.getByRole('link', { name }).getAttribute('href');
    const policy = await page.request.get(address ?? '');
    expect(policy.status()).toBe(200);
    expect(await policy.text()).toContain(text);
  }
});

test('The settings that the browser receives contain no secret @6.public-key', async ({ devTools }) => {
  const settings = (await (await fetch(`${devTools.url}/config.json`)).json()) as Record<string, unknown>;
  expect(Object.keys(settings).sort()).toEqual([
    'answerHours',
    'earlyAccess',
    'earlyAccessPacks',
    'edits',
    'legal',
    'magicLink',
    'models',
    'packs',
    'promptAssistance',
    'referenceModels',
    'references',
    'region',
    'thumbnailModels',
    'userPoolClientId',
    'userPoolEndpoint',
    'userPoolId',
    'welcomeCredits',
  ]);
  expect(JSON.stringify(settings)).not.toMatch(/secret|sk_|whsec_|arn:/i);
});

test('An email address of 60 characters and a prompt of 2,000 without a blank widen no page', async ({
  page,
  visit,
  devTools,
}) => {
  const creator = await createCreator(devTools, `${randomUUID()}${'x'.repeat(12)}@example.com`);
  await creator.generate('x'.repeat(2_000));
  for (const path of ['/', '/account', '/thumbnails', '/buy-credits']) {
    await visit(path, creator);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/account') await page.getByRole('button', { name: 'Delete account' }).click();
    for (const width of [320, 640, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `${path} at ${width} px`);
    }
  }
});

test('With letters of twice the size the header does not overlap itself', async ({
  page,
  visit,
  collector,
}) => {
  for (const path of ['/account', '/thumbnails', '/buy-credits']) {
    await visit(path, collector);
    await expect(page.getByRole('banner').getByText('2', { exact: true })).toBeVisible();
    if (path === '/account') await expect(page.getByRole('table')).toBeVisible();
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    for (const width of [360, 640, 768, 1_024, 1_280, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `${path} at ${width} px`);
      const findOverlaps = () =>
        page.evaluate<string[]>(`(() => {
        const items = [...document.querySelectorAll('.header .wrap :is(a, button, .credit-balance)')]
          .filter((item) => item.checkVisibility() && !item.closest('[popover]'))
          .map((item) => [item.textContent, item.getBoundingClientRect()]);
        return items.flatMap(([name, a], index) => items.slice(index + 1)
          .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
          .map(([other]) => name + ' / ' + other));
      })()`);
      await expect.poll(findOverlaps, `${path} at ${width} px`).toEqual([]);
    }
  }
});

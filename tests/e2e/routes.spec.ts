import { expect, test } from './support/test.ts';

const BUY_CREDITS_CHUNK = '**/assets/buy-credits-page-*.js';
const CHUNK_ERRORS = /Failed to fetch dynamically imported module|Failed to load resource/;

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

test('A page whose script fails to load says so and can be reloaded', async ({
  page,
  visit,
  guard,
  collector,
}) => {
  guard.allow(CHUNK_ERRORS);
  await page.route(BUY_CREDITS_CHUNK, (route) => route.abort());
  await visit('/', collector);
  await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');

  await page.unroute(BUY_CREDITS_CHUNK);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page).toHaveURL('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get More Credits');
});

test('A page whose script fails to load leads back to the home page', async ({
  page,
  visit,
  home,
  guard,
}) => {
  guard.allow(CHUNK_ERRORS);
  await page.route(BUY_CREDITS_CHUNK, (route) => route.abort());
  await visit('/buy-credits');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(home.preview).toBeVisible();
});

test('A visitor can view every page @6.visitor.views', async ({ page, visit, home }) => {
  await visit('/');
  await expect(home.preview).toBeVisible();
  await visit('/auth');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await visit('/buy-credits');
  await expect(page.getByRole('heading', { name: 'Get More Credits' })).toBeVisible();
});

test('The settings that the browser receives contain no secret @6.public-key', async ({ devTools }) => {
  const settings = (await (await fetch(`${devTools.url}/config.json`)).json()) as Record<string, unknown>;
  expect(Object.keys(settings).sort()).toEqual([
    'legal',
    'magicLink',
    'models',
    'packs',
    'promptAssistance',
    'referenceModels',
    'references',
    'region',
    'userPoolClientId',
    'userPoolEndpoint',
    'userPoolId',
    'welcomeCredits',
  ]);
  expect(JSON.stringify(settings)).not.toMatch(/secret|sk_|whsec_|arn:/i);
});

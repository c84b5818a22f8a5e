import { expect, test } from './support/test.ts';

const PART = '**/assets/buy-credits-page-*.js';
const COMPLAINTS = /Failed to fetch dynamically imported module|Failed to load resource/;

test('A part of the site that does not arrive is told, and loaded again', async ({
  page,
  visit,
  watch,
  creator,
}) => {
  watch.allow(COMPLAINTS);
  await page.route(PART, (route) => route.abort());
  await visit('/', creator);
  await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');

  await page.unroute(PART);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page).toHaveURL('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get More Credits');
});

test('Whoever goes home instead finds the generator', async ({ page, visit, home, watch }) => {
  watch.allow(COMPLAINTS);
  await page.route(PART, (route) => route.abort());
  await visit('/buy-credits');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(home.preview).toBeVisible();
});

import { expect, test } from './support/test.ts';

test('[2.route.not-found 2.not-found.words] Any other address is the not-found page', async ({
  page,
  visit,
}) => {
  for (const path of ['/nowhere', '/buy-credits/nowhere', '/auth/sign-in']) {
    await visit(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  }
});

test('[2.not-found.link] It links back home', async ({ page, visit, home }) => {
  await visit('/nowhere');
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();
});

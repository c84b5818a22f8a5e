import { expect, newEmail, signUp, test } from './support/test.ts';

test('a creator runs out of credits, buys a pack, and generates again', async ({ page }) => {
  await signUp(page, newEmail());
  const prompt = page.getByPlaceholder('Enter thumbnail idea or YouTube channel / video to use as reference');
  await prompt.fill('A castle build at sunset');
  for (const balance of ['2 credits', '1 credit', '0 credits']) {
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect(page.getByText(balance, { exact: true })).toBeVisible();
  }

  await page.getByRole('main').getByRole('link', { name: 'Buy More Credits' }).click();
  await expect(page).toHaveURL('/buy-credits');
  await expect(page.getByRole('heading', { name: 'Get More Credits' })).toBeVisible();
  await expect(page.getByText('£3.50')).toBeVisible();
  await page.getByRole('button', { name: 'Get Starter' }).click();

  // Stripe's own page, or rather its stand-in's.
  await expect(page.getByText('no money moves', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  // Back, and the new balance without reloading.
  await expect(page.getByText('10 credits', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText('9 credits')).toBeVisible();

  await page.goto('/buy-credits');
  await expect(page.getByRole('link', { name: /receipt/i })).toBeVisible();
});

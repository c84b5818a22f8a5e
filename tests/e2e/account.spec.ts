import type { Page } from '@playwright/test';
import { authPage } from './support/auth-page.ts';
import { mockError } from './support/network.ts';
import { expectAccessible, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const ACCOUNT = '/api/account';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete account' });

async function fillDialog(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(confirm(page)).toBeDisabled();
  await dialog(page).getByRole('textbox').fill(email);
}

test('The email address in the header leads to the account page', async ({ page, visit, collector }) => {
  await visit('/', collector);
  await page.getByRole('banner').getByRole('link', { name: collector.email }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page.getByRole('main').getByText(collector.email)).toBeVisible();
  await expect(page.getByRole('main').getByText('2 credits')).toBeVisible();
  await expectAccessible(page);
});

test('Deleting an account requires its email address and removes its images, credits and sign-in', async ({
  page,
  visit,
  creator,
  inspector,
  guard,
}) => {
  guard.allow(/400/);
  await creator.generate('A castle');
  await visit('/account', creator);
  await fillDialog(page, 'someone.else@example.com');
  await expect(confirm(page)).toBeDisabled();
  await dialog(page).getByRole('textbox').fill(creator.email);
  await expectAccessible(page);
  await confirm(page).click();

  await expect(page).toHaveURL(/\/auth/);
  await expect(toasts(page).getByText('Your account has been deleted.')).toBeVisible();
  expect(await inspector.isClosed(creator.userId)).toBe(true);
  expect(await inspector.balance(creator.userId)).toBe(0);
  expect(await inspector.images(creator.userId)).toEqual([]);
  expect(await inspector.thumbnails(creator.userId)).toEqual([]);

  await authPage(page).signIn(creator.email);
  await expect(authPage(page).error).toHaveText(/incorrect/i);
});

test('A failed deletion shows a message, keeps the typed address and can be tried again', async ({
  page,
  visit,
  creator,
  guard,
  inspector,
}) => {
  guard.allow(/500/);
  await mockError(page, ACCOUNT, { error: 'Something went wrong.', code: 'internal' });
  await visit('/account', creator);
  await fillDialog(page, creator.email);
  await confirm(page).click();
  await expect(toasts(page).getByText('Deleting your account has not finished')).toBeVisible();
  expect(await inspector.isClosed(creator.userId)).toBe(false);

  await page.unroute(`**${ACCOUNT}`);
  await expect(dialog(page).getByRole('textbox')).toHaveValue(creator.email);
  await confirm(page).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(await inspector.isClosed(creator.userId)).toBe(true);
});

test('Cancel keeps the account, and the dialog opens empty the next time', async ({
  page,
  visit,
  collector,
  inspector,
}) => {
  await visit('/account', collector);
  await fillDialog(page, collector.email);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog(page).getByRole('textbox')).toHaveValue('');
  expect(await inspector.isClosed(collector.userId)).toBe(false);
});

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { authPage } from './support/auth-page.ts';
import { mockError } from './support/network.ts';
import { expectAccessible, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { PASSWORD } from './support/user-pool.ts';

const PHONE = { width: 360, height: 800 };
const ACCOUNT = '/api/account';
const CONFIRMATION = /^Type .* to confirm$/;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete account' });

async function fillDialog(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(confirm(page)).toBeDisabled();
  await dialog(page).getByLabel(CONFIRMATION).fill(email);
  await dialog(page).getByLabel('Password').fill(PASSWORD);
}

test('The email address in the header opens a menu that leads to the account page', async ({
  page,
  visit,
  collector,
}) => {
  await visit('/', collector);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: collector.email }).press('Enter');
  await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(header.getByRole('link', { name: 'Account' })).toBeHidden();
  await header.getByRole('button', { name: collector.email }).click();
  await header.getByRole('link', { name: 'Account' }).click();
  await expect(header.getByRole('link', { name: 'Account' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page.getByRole('main').getByText(collector.email)).toBeVisible();
  await expect(page.getByRole('main').getByText('2 credits')).toBeVisible();
  await expectAccessible(page);
});

test('On a phone the account menu has Sign Out', async ({ page, visit, collector }) => {
  await page.setViewportSize(PHONE);
  await visit('/', collector);
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  await header.getByRole('button', { name: collector.email }).click();
  await expectAccessible(page);
  await header.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/auth');
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
  await dialog(page).getByLabel(CONFIRMATION).fill(creator.email);
  await dialog(page).getByLabel('Password').fill('a wrong password 1');
  await expectAccessible(page);
  await confirm(page).click();
  await expect(toasts(page).getByText('Incorrect username or password.')).toBeVisible();
  expect(await inspector.isClosed(creator.userId)).toBe(false);
  await dialog(page).getByLabel('Password').fill(PASSWORD);
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
  await expect(dialog(page).getByLabel(CONFIRMATION)).toHaveValue(creator.email);
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
  await expect(dialog(page).getByLabel(CONFIRMATION)).toHaveValue('');
  expect(await inspector.isClosed(collector.userId)).toBe(false);
});

test('The data of the account is downloaded as a file', async ({ page, visit, creator }) => {
  await creator.generate('A castle to export');
  await visit('/account', creator);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('thumbforge-data.json');
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    account: { id: creator.userId, credits: 2 },
    thumbnails: [{ prompt: 'A castle to export', status: 'succeeded' }],
  });
});

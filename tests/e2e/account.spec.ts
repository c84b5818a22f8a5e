import type { Page } from '@playwright/test';
import { authOf } from './support/auth.ts';
import { expectAccessible } from './support/axe.ts';
import { refuse } from './support/calls.ts';
import { PASSWORD } from './support/cognito.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const ACCOUNT = '/api/account';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete account' });

async function ask(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(confirm(page)).toBeDisabled();
  await dialog(page).getByRole('textbox').fill(email);
}

test('The account page leads on, and is one press away from home', async ({ page, visit, creator }) => {
  await visit('/', creator);
  await page.getByRole('banner').getByRole('link', { name: creator.email }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page.getByRole('main').getByText(creator.email)).toBeVisible();
  await expect(page.getByRole('main').getByText('3 credits')).toBeVisible();
  await expectAccessible(page);
});

test('An account is deleted with its pictures, once its address is typed, and its sign-in is gone', async ({
  page,
  visit,
  creator,
  audit,
  watch,
}) => {
  watch.allow(/400/);
  await creator.generate('A castle');
  await visit('/account', creator);
  await ask(page, 'someone.else@example.com');
  await expect(confirm(page)).toBeDisabled();
  await dialog(page).getByRole('textbox').fill(creator.email);
  await expectAccessible(page);
  await confirm(page).click();

  await expect(page).toHaveURL(/\/auth/);
  await expect(toasts(page).getByText('Your account has been deleted.')).toBeVisible();
  expect(await audit.isClosed(creator.userId)).toBe(true);
  expect(await audit.balance(creator.userId)).toBe(0);
  expect(await audit.images(creator.userId)).toEqual([]);
  expect(await audit.thumbnails(creator.userId)).toEqual([]);

  const auth = authOf(page);
  await auth.email.fill(creator.email);
  await auth.password.fill(PASSWORD);
  await auth.submit('Sign in').click();
  await expect(auth.error).toHaveText(/incorrect/i);
});

test('A deletion that fails says so, keeps what was typed, and can be tried again', async ({
  page,
  visit,
  creator,
  watch,
  audit,
}) => {
  watch.allow(/500/);
  await refuse(page, ACCOUNT, { error: 'Something went wrong.', code: 'internal' });
  await visit('/account', creator);
  await ask(page, creator.email);
  await confirm(page).click();
  await expect(toasts(page).getByText('Deleting your account has not finished')).toBeVisible();
  expect(await audit.isClosed(creator.userId)).toBe(false);

  await page.unroute(`**${ACCOUNT}`);
  await expect(dialog(page).getByRole('textbox')).toHaveValue(creator.email);
  await confirm(page).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(await audit.isClosed(creator.userId)).toBe(true);
});

test('Cancel deletes nothing, and the next question begins anew', async ({ page, visit, creator, audit }) => {
  await visit('/account', creator);
  await ask(page, creator.email);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog(page).getByRole('textbox')).toHaveValue('');
  expect(await audit.isClosed(creator.userId)).toBe(false);
});

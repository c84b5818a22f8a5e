import { readFile } from 'node:fs/promises';
import { authPage } from './support/auth-page.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { PASSWORD, WELCOME } from './support/user-pool.ts';

const CONFIRMATION = /^Type .* to confirm$/;

test('On a phone the account menu opens with a key, leads to the account page and has Sign Out', async ({
  page,
  visit,
  collector,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await visit('/', collector);
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: collector.email });
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  await menu.press('Enter');
  await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();
  await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Create',
    'Thumbnails',
  ]);
  await page.keyboard.press('Escape');
  await expect(header.getByRole('link', { name: 'Account' })).toBeHidden();
  await menu.click();
  await header.getByRole('link', { name: 'Account' }).click();
  await expect(header.getByRole('link', { name: 'Account' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page.getByRole('main').getByText('2 credits')).toBeVisible();
  await menu.click();
  await header.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/auth');
});

test('A creator downloads the data of the account, and deletes it with its images, credits and sign-in', async ({
  page,
  visit,
  creator,
  inspector,
  guard,
}) => {
  guard.allow(/400/);
  await creator.generate('A castle to export');
  await visit('/account', creator);
  const history = page.getByRole('table', { name: 'What credits went on' });
  await expect(history.getByRole('row')).toHaveText([
    /^When\s*What\s*Credits\s*Balance$/,
    new RegExp(`^Today, \\d\\d:\\d\\d\\s*Thumbnail\\s*A castle to export\\s*− 1\\s*${WELCOME - 1}$`),
    new RegExp(`^Today, \\d\\d:\\d\\d\\s*Welcome credits\\s*\\+ ${WELCOME}\\s*${WELCOME}$`),
  ]);
  await history.getByRole('link', { name: 'A castle to export' }).press('Enter');
  await expect(page).toHaveURL(/\/thumbnails\/[\w-]{36}$/);
  await page.goBack();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('thumbforge-data.json');
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    account: { id: creator.userId, credits: WELCOME - 1 },
    thumbnails: [{ prompt: 'A castle to export', status: 'succeeded' }],
  });

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByLabel('Password').fill('a wrong password 1');
  await dialog.getByLabel(CONFIRMATION).fill('someone.else@example.com');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(CONFIRMATION).fill(creator.email);
  await confirm.click();
  const password = dialog.getByLabel('Password');
  await expect(password).toHaveAccessibleDescription('Incorrect username or password.');
  await expect(password).toBeFocused();
  expect(await inspector.isClosed(creator.userId)).toBe(false);
  await password.fill(PASSWORD);
  await confirm.click();

  await expect(page).toHaveURL(/\/auth/);
  await expect(toasts(page).getByText('Your account has been deleted.')).toBeVisible();
  expect(await inspector.isClosed(creator.userId)).toBe(true);
  expect(await inspector.balance(creator.userId)).toBe(0);
  expect(await inspector.images(creator.userId)).toEqual([]);
  expect(await inspector.thumbnails(creator.userId)).toEqual([]);
  await authPage(page).signIn(creator.email);
  await expect(authPage(page).error).toHaveText(/incorrect/i);
});

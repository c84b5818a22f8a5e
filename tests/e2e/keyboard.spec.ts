import { tabTo, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { latestCode, newEmail, PASSWORD, WELCOME } from './support/user-pool.ts';

test('Tab moves through the generator in the order of the page', async ({ page, visit, home, collector }) => {
  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  await home.prompt.fill('A city');
  await page.getByRole('link', { name: 'Thumbforge' }).focus();
  const oldest = (await home.tiles.first().getByRole('img').getAttribute('alt')) ?? '';
  const newest = (await home.tiles.last().getByRole('img').getAttribute('alt')) ?? '';
  expect(await tabTo(page, oldest)).toEqual([
    'Create',
    'Thumbnails',
    'Buy Credits',
    collector.email,
    'Sign Out',
    'Finish',
    'Download',
    'Edit',
    newest,
    'Use this prompt',
    'Another 1 credit',
    'Next in this series',
    'Reference',
    'Use your own picture',
    'Start from a script',
    'Model',
    'Negative prompt',
    'Game-style thumbnail with a shocked face',
    'Gaming setup review with neon lighting',
    'Build tutorial with a castle',
    'Programming tutorial with code and a laptop',
    'Thumbnail idea',
    'Improve',
    'One image',
    'Generate',
    'All thumbnails',
    oldest,
  ]);
});

test('A new creator can sign up, generate, download, look back, reach the payment and delete the account with the keyboard alone', async ({
  page,
  visit,
  home,
  devTools,
}) => {
  const email = newEmail();
  const typeInto = async (name: string, text: string) => {
    await tabTo(page, name);
    await page.keyboard.type(text);
  };
  await visit('/');
  await tabTo(page, 'Sign Up');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor();
  await typeInto('Email', email);
  await typeInto('Password', PASSWORD);
  await typeInto('Confirm password', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await typeInto('Code', await latestCode(devTools, email));
  await page.keyboard.press('Enter');
  await expect(home.balance(WELCOME)).toBeVisible();

  await typeInto('Thumbnail idea', 'A castle build at sunset');
  await page.keyboard.press('Enter');
  await expect(home.image).toBeVisible();
  await expect(home.prompt).toBeFocused(); // Disabling it removed the focus; the page restores it.
  await tabTo(page, 'Download', { key: 'Shift+Tab' });
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');
  await tabTo(page, 'A castle build at sunset');
  await page.keyboard.press('Enter');
  await expect(home.tiles.first()).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: 'Thumbforge' }).focus();
  await tabTo(page, 'Buy Credits');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Get Starter' })).toBeVisible();
  await tabTo(page, 'Get Starter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await visit('/');

  await tabTo(page, email);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Account');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await tabTo(page, 'Delete account');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
  await typeInto(`Type ${email} to confirm`, email);
  await typeInto('Password', PASSWORD);
  await tabTo(page, 'Delete account');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth/);
  await expect(toasts(page).getByText('Your account has been deleted.')).toBeVisible();
});

test('The Warning! dialog traps the focus and restores it on Escape', async ({
  page,
  visit,
  home,
  collector,
}) => {
  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  await home.prompt.fill('A fifth idea');
  await home.prompt.press('Enter');
  const confirm = home.warning.getByRole('button', { name: 'Continue' });
  const cancel = home.warning.getByRole('button', { name: 'Cancel' });
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(home.warning).toBeHidden();
  await expect(toasts(page)).toHaveText(['Thumbnail generation cancelled.']);
  await expect(home.prompt).toBeFocused();
});

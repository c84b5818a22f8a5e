import type { Page } from '@playwright/test';
import { toasts } from './support/page.ts';
import { GREEN, RED } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';
import { PASSWORD } from './support/user-pool.ts';

/** The accessible name of the focused element. */
const focusedName = (page: Page) =>
  page.evaluate<string>(`(() => {
    const element = document.activeElement;
    const image = element.querySelector('img');
    return (element.ariaLabel ?? element.labels?.[0]?.textContent ?? image?.alt ?? element.textContent).trim();
  })()`);

/** Presses Tab until the focus is on the element with this name. @returns the names on the way */
async function tabTo(page: Page, name: string, limit = 30): Promise<string[]> {
  const names: string[] = [];
  while (names.at(-1) !== name) {
    if (names.length === limit) throw new Error(`Tab did not reach ${name}: ${names.join(', ')}`);
    await page.keyboard.press('Tab');
    names.push(await focusedName(page));
  }
  return names;
}

test('Tab moves through the generator in the order of the page', async ({ page, visit, home, collector }) => {
  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  await home.prompt.fill('A city');
  await page.getByRole('link', { name: 'Thumbforge' }).focus();
  expect(await tabTo(page, 'Previous thumbnail 1')).toEqual([
    'Buy Credits',
    collector.email,
    'Sign Out',
    'Upload reference images',
    'Model',
    'Thumbnail idea',
    'Generate',
    'Game-style thumbnail with a shocked face',
    'Gaming setup review with neon lighting',
    'Build tutorial with a castle',
    'Programming tutorial with code and a laptop',
    'Negative prompt',
    'Previous thumbnail 1',
  ]);
});

test('A creator can sign in, generate, download, look back and buy with the keyboard alone', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/auth');
  await page.getByRole('textbox', { name: 'Email' }).waitFor();
  await tabTo(page, 'Email');
  await page.keyboard.type(creator.email);
  await tabTo(page, 'Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(home.credits('3 credits')).toBeVisible();

  await tabTo(page, 'Thumbnail idea');
  await page.keyboard.type('A castle build at sunset');
  await page.keyboard.press('Enter');
  await expect(home.image).toBeVisible();
  await expect(home.prompt).toBeFocused(); // Disabling it removed the focus; the page restores it.

  await page.getByRole('link', { name: 'Thumbforge' }).focus();
  await tabTo(page, 'Download');
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');

  await tabTo(page, 'Previous thumbnail 1');
  await page.keyboard.press('Enter');
  await expect(home.tiles.first()).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: 'Thumbforge' }).focus();
  await tabTo(page, 'Buy Credits');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Get Starter' })).toBeVisible();
  await tabTo(page, 'Get Starter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
});

test('The Warning! dialog traps the focus and restores it on Escape', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 5);
  await creator.generate('A castle', 'A city', 'A forest', 'A robot');
  await visit('/', creator);
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

  await page.keyboard.press('Enter');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(home.image).toBeVisible();
});

test('A reference image can be removed with the keyboard, and the focus stays near', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  await home.references.setInputFiles([RED, GREEN]);
  await home.references.focus();
  await tabTo(page, 'Remove reference 1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /^Reference/ })).toHaveCount(1);
  await expect(home.references).toBeFocused();
});

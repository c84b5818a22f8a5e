import type { Page } from '@playwright/test';
import { PASSWORD } from './support/cognito.ts';
import { PICTURES } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

/** What the focus is on, by its name. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const element = document.activeElement;
    const image = element.querySelector('img');
    return (element.ariaLabel ?? element.labels?.[0]?.textContent ?? image?.alt ?? element.textContent).trim();
  })()`);

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: string, most = 30): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

test('Tab goes through the generator in the order of the page', async ({ page, visit, home, creator }) => {
  await creator.generate('A castle');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(1);
  await home.prompt.fill('A city');
  await page.getByRole('link', { name: 'Thumbforge' }).focus();
  const met: string[] = [];
  while (met.at(-1) !== 'Previous thumbnail 1' && met.length < 30) {
    await page.keyboard.press('Tab');
    met.push(await focused(page));
  }
  expect(met).toEqual([
    'Buy Credits',
    creator.email,
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

test('A creator signs in, generates, downloads and looks back by keyboard alone', async ({
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
  await expect(home.picture).toBeVisible();
  await expect(home.prompt).toBeFocused(); // It was disabled meanwhile, and has its focus back.

  await page.getByRole('link', { name: 'Thumbforge' }).focus();
  await tabTo(page, 'Download');
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');

  await tabTo(page, 'Previous thumbnail 1');
  await page.keyboard.press('Enter');
  await expect(home.tiles.first()).toHaveAttribute('aria-pressed', 'true');
});

test('The Warning! dialog takes the focus, keeps it, and gives it back on Escape', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 6);
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
  await expect(home.picture).toBeVisible();
});

test('A reference is removed by keyboard, and the focus stays nearby', async ({ page, visit, home }) => {
  await visit('/');
  await home.references.setInputFiles([PICTURES[0], PICTURES[1]]);
  await home.references.focus();
  await tabTo(page, 'Remove reference 1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /^Reference/ })).toHaveCount(1);
  await expect(home.references).toBeFocused();
});

test('A creator buys by keyboard', async ({ page, visit, home, creator }) => {
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  await tabTo(page, 'Buy Credits');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Get Starter' })).toBeVisible();
  await tabTo(page, 'Get Starter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
});

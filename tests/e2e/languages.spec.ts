import type { Page } from '@playwright/test';
import type { Design } from '#contract/design/design.ts';
import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';

const TEXT = '24-hour castle';

/** Reads the texts of the thumbnail that the server has. */
const readTexts = async (page: Page, id: string): Promise<unknown> => {
  const { design } = (await page.evaluate(`(async () => {
    const token = Object.entries(localStorage).find(([name]) => name.endsWith('.idToken'))[1];
    const response = await fetch('/api/thumbnails/${id}', { headers: { authorization: 'Bearer ' + token } });
    return response.json();
  })()`)) as { design: Design };
  return design.layers.map((layer) => layer.kind === 'text' && [layer.text, layer.translations]);
};

test('A creator translates a headline into two languages, corrects one, confirms the other, and finds both again', async ({
  page,
  visit,
  creator,
}) => {
  const [id = ''] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Add your headline' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill(TEXT);
  await page.getByRole('radio', { name: 'Languages', exact: true }).press('Space');
  const rows = page.getByRole('list', { name: 'Languages', exact: true }).getByRole('listitem');
  const words = page.getByRole('textbox', { name: TEXT });
  const saved = page.getByText('Saved', { exact: true });
  const add = async (search: string) => {
    await page.getByRole('button', { name: 'Language', exact: true }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Name or code of the language' })).toBeFocused();
    await page.keyboard.type(search);
    await page.keyboard.press('Enter');
    await expect(words).toHaveValue(TEXT);
  };

  await test.step('Escape in a menu gives the focus back', async () => {
    await page.getByRole('button', { name: 'Language', exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Language', exact: true })).toBeFocused();
    await page.getByRole('button', { name: /^Font: / }).press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Font: / })).toBeFocused();
  });

  await test.step('add two languages, and let the text model write their words', async () => {
    await add('german');
    await add('العربية');
    await expect(page.getByRole('button', { name: 'Language', exact: true })).toBeFocused();
    await expect(rows).toHaveText([/Original/, /ar, right to left\s*Not translated/, /de\s*Not translated/]);
    await page.getByRole('button', { name: 'Translate', exact: true }).press('Enter');
    // A check may already say that the letters of a language are too small.
    await expect(rows).toHaveText([/Original/, /Confirm$/, /Confirm$/]);
    await expect(words).toHaveValue('قلعة في 24 ساعة');
    await expect(words).toHaveAttribute('dir', 'rtl');
    await expectAccessible(page);
  });

  await test.step('correct one language, and confirm the other', async () => {
    await page.getByRole('button', { name: 'Confirm Arabic' }).press('Enter');
    await expect(rows.getByRole('button', { name: /ar, right to left/ })).toBeFocused();
    await rows.getByRole('button', { name: /^Deutsch/ }).press('Enter');
    await expect(words).toHaveValue('24-Stunden-Burg');
    await words.fill('Burg in 24 Stunden');
    await expect(rows).toHaveText([/Original/, /Confirmed/, /Confirmed/]);
    await page.getByRole('button', { name: 'Burg in 24 Stunden' }).press('Shift+ArrowDown');
    await expect(page.getByText('Has its own size or place')).toBeVisible();
    await page.getByRole('button', { name: 'As the original' }).press('Enter');
    await expect(page.getByText('Fits the box of the original')).toBeVisible();
  });

  await test.step('undo shows the language that it changes', async () => {
    await page.getByRole('button', { name: 'Show Arabic', exact: true }).press('Enter');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.press('Enter');
    await expect(page.getByText('Has its own size or place')).toBeVisible();
    await page.getByRole('button', { name: 'Redo' }).press('Enter');
    await expect(words).toHaveValue('Burg in 24 Stunden');
    await expect(saved).toBeVisible();
    expect(await readTexts(page, id)).toEqual([
      [TEXT, { ar: { text: 'قلعة في 24 ساعة' }, de: { text: 'Burg in 24 Stunden' } }],
    ]);
  });

  await test.step('the page shows the language again, and marks it when the original changes', async () => {
    await page.reload();
    await expect(words).toHaveValue('Burg in 24 Stunden');
    await page.getByRole('button', { name: 'Back to the original' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Show the original' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Words' }).fill('My castle');
    await expect(rows).toHaveText([/Original/, /Original changed/, /Original changed/]);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(rows).toHaveText([/Original/, /Confirmed/, /Confirmed/]);
  });
});

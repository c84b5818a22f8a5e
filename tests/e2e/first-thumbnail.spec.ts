import { readFile } from 'node:fs/promises';
import { expect, newEmail, signUp, test } from './support/test.ts';

test('a new creator signs up, generates a thumbnail, sees it and downloads it', async ({ page, audit }) => {
  const email = newEmail();
  await signUp(page, email);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('3 credits')).toBeVisible();

  await page
    .getByRole('textbox', { name: /prompt|idea/i })
    .first()
    .fill('A castle build at sunset');
  await page.getByRole('button', { name: 'Generate' }).click();
  const picture = page.getByRole('img', { name: 'Generated thumbnail' });
  await expect(picture).toBeVisible();
  // The model's real size, not the advertised one of YouTube.
  await expect(picture).toHaveJSProperty('naturalWidth', 1344);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('thumbnail.png');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');

  await expect(page.getByText('2 credits')).toBeVisible();
  const userId = new URL((await picture.getAttribute('src')) ?? '').pathname.split('/').at(-2) ?? '';
  expect(await audit.balance(userId)).toBe(2);
  expect(await audit.thumbnails(userId)).toMatchObject([{ status: 'succeeded' }]);
});

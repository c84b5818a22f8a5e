import type { Page } from '@playwright/test';
import { PHOTO, RED } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';

/** Gives all cut-outs and pictures of the account the same person, through the API. */
const nameCutouts = (page: Page) =>
  page.evaluate(`(async () => {
    const token = Object.entries(localStorage).find(([name]) => name.endsWith('.idToken'))[1];
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
    const { cutouts } = await (await fetch('/api/cutouts', { headers })).json();
    for (const { id, isPicture } of cutouts) {
      const body = JSON.stringify({ person: 'Me', name: isPicture ? 'red' : 'round' });
      await fetch('/api/cutouts/' + id, { method: 'PATCH', headers, body });
    }
  })()`);

test("A creator swaps a cut-out with the keyboard, and fills a person's place of a layout", async ({
  page,
  visit,
  creator,
}) => {
  const [id = ''] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  const add = async (item: string, field: string, file: typeof PHOTO) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: item }).click();
    await page.getByLabel(field, { exact: true }).setInputFiles(file);
  };
  const rows = page.getByRole('list', { name: /^Layers/ });
  const saved = page.getByText('Saved', { exact: true });
  await add('Add a cut-out', 'Face or object', PHOTO);
  await page.getByRole('button', { name: 'Yes, upload it' }).click();
  const cutout = rows.getByRole('button', { name: 'Cut-out', exact: true });
  await expect(cutout).toBeVisible();
  await add('Add a logo or picture', 'Logo or picture', RED);
  await rows.getByRole('button', { name: 'Picture', exact: true }).press('Delete');
  await expect(saved).toBeVisible();
  await nameCutouts(page);
  await page.reload();

  const round = rows.getByRole('button', { name: 'Me, round', exact: true });
  await round.click();
  const swap = page.getByRole('button', { name: 'Swap 2 of Me' });
  const red = page.getByRole('radio', { name: 'red' });
  const height = page.getByRole('spinbutton', { name: 'Height' });
  const before = await height.inputValue();
  await swap.press('Enter');
  await expect(page.getByRole('radio', { name: 'round' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(red).toBeChecked();
  await expect(height).not.toHaveValue(before);
  await page.keyboard.press('Escape');
  await expect(swap).toBeFocused();
  await expect(height).toHaveValue(before);

  await page.getByRole('button', { name: 'Save this as layout' }).click();
  await page.getByRole('radio', { name: 'A person’s place' }).check();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Episode');
  await page.getByRole('button', { name: 'Save layout' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await round.press('Delete');
  await page.getByRole('button', { name: 'Episode', exact: true }).click();
  await expect(rows.getByRole('button', { name: 'Place for a person', exact: true })).toBeVisible();
  await red.press('Space');
  await page.keyboard.press('Enter');
  await expect(rows.getByRole('button', { name: 'Me, red', exact: true })).toBeVisible();
  await expect(saved).toBeVisible();
});

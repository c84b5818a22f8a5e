import type { Page } from '@playwright/test';
import { expectAccessible, reloadPage } from './support/page.ts';
import { expect, test } from './support/test.ts';

const versions = (page: Page) => page.getByRole('list', { name: 'Versions of the image' });
const chosen = (page: Page) => versions(page).getByRole('button', { pressed: true });
const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Image tools' }).getByRole('button', { name });
const openImage = (page: Page) => page.getByRole('tab', { name: 'Image' }).click();

test('An image is erased by painting and recolored by words, and the chosen version is there after a reload', async ({
  page,
  visit,
  creator,
}) => {
  const [id] = await creator.generate('A castle on a hill');
  await visit(`/thumbnails/${id}`, creator);
  await openImage(page);
  await tool(page, 'Erase').click();
  await expectAccessible(page);

  const painted = page.getByRole('img', { name: 'The painted area' });
  const { x, y, width, height } = (await painted.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.2, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.4, y + height * 0.4, { steps: 10 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Erase' }).last().click();
  await expect(chosen(page)).toHaveText('Erased');

  await tool(page, 'Recolour').click();
  await page.getByRole('textbox', { name: 'Thing' }).fill('flags');
  await page.getByRole('textbox', { name: 'New colour' }).fill('red');
  await page.getByRole('button', { name: 'Recolour' }).last().click();
  await expect(chosen(page)).toHaveText('Flags red');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await reloadPage(page);
  await openImage(page);
  await expect(chosen(page)).toHaveText('Flags red');
  await expect(versions(page).getByRole('button')).toHaveText(['Original', 'Erased', 'Flags red']);
  await page.getByRole('button', { name: 'Before' }).click();
  await versions(page).getByRole('button', { name: 'Version Original' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(chosen(page)).toHaveText('Flags red');
});

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { reloadPage } from './support/page.ts';
import { expect, test } from './support/test.ts';

const DESIGN = '**/api/thumbnails/*/design';

const words = (page: Page) => page.getByRole('textbox', { name: 'Words' });
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const canvas = (page: Page) => page.getByRole('group', { name: 'Layers on the image' }).locator('canvas');

/**
 * The mean difference of two images, of 255 for each color of each pixel. Both are compared at the size of the first.
 */
const meanDifference = (page: Page, images: [Buffer, Buffer]): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const [first, second] = await Promise.all(
      ${JSON.stringify(images.map((image) => image.toString('base64')))}.map(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        return createImageBitmap(new Blob([bytes]));
      }),
    );
    const pixels = [first, second].map((image) => {
      const context = new OffscreenCanvas(first.width, first.height).getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, first.width, first.height);
      return context.getImageData(0, 0, first.width, first.height).data;
    });
    let sum = 0;
    for (let index = 0; index < pixels[0].length; index += 1) sum += Math.abs(pixels[0][index] - pixels[1][index]);
    return sum / (first.width * first.height * 3);
  })()`);

async function exportFile(page: Page): Promise<Buffer> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return readFile(await (await downloading).path());
}

test('The exported file has the pixels that the screen shows', async ({ page, visit, creator }) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('switch', { name: 'Duration badge' }).uncheck();
  const withoutText = await canvas(page).screenshot();
  await page.getByRole('button', { name: 'Text on the right' }).click();
  await page.getByRole('slider', { name: 'Shadow' }).fill('30');
  await page.getByRole('spinbutton', { name: 'Turn, in degrees' }).fill('-6');
  await page.getByRole('button', { name: 'YOUR HEADLINE', exact: true }).first().press('Escape');
  await expect(saved(page)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();

  const screen = await canvas(page).screenshot();
  const file = await exportFile(page);
  // Scaling and JPEG change edges a little; the texts cover a quarter of the image and differ by more than 100.
  expect(await meanDifference(page, [screen, file])).toBeLessThan(3);
  expect(await meanDifference(page, [withoutText, file])).toBeGreaterThan(12);
});

test('Work that could not be saved survives a reload, and is saved with the next connection', async ({
  page,
  visit,
  creator,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.route(DESIGN, (route) => route.abort());
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await words(page).fill('MADE ON A TRAIN');
  await expect(page.getByText('Not saved yet, trying again')).toBeVisible();

  await page.unroute(DESIGN);
  await reloadPage(page);
  await expect(words(page)).toHaveValue('MADE ON A TRAIN');
  await expect(saved(page)).toBeVisible();
  await page.evaluate(`localStorage.removeItem('designDrafts')`);
  await reloadPage(page);
  await expect(words(page)).toHaveValue('MADE ON A TRAIN');
});

test('Two tabs with different designs ask which one to keep', async ({
  page,
  visit,
  creator,
  context,
  guard,
}) => {
  guard.allow(/409/);
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await expect(page.getByRole('button', { name: 'Text', exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/thumbnails/${id}`);
  await other.getByRole('button', { name: 'Text', exact: true }).click();
  await words(other).fill('FROM THE OTHER TAB');
  await expect(saved(other)).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await words(page).fill('FROM THIS TAB');
  const dialog = page.getByRole('dialog', { name: 'Two versions of this design' });
  await dialog.getByRole('button', { name: 'Use the other version' }).click();
  await expect(dialog).toBeHidden();
  await expect(words(page)).toHaveValue('FROM THE OTHER TAB');
  await expect(saved(page)).toBeVisible();
});

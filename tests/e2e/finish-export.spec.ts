import jpeg from 'jpeg-js';
import type { Download, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { readJpegSegments, readPngChunks } from '../support/image-metadata.ts';
import { expectAccessible, reloadPage, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const PROMPT = 'Mountain sunrise: 日の出 & "fog"';
const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** The image of the model is 1344 x 768, so its export loses 12 rows. */
async function openFinishPage(
  { page, visit, creator }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'visit' | 'creator'>,
  prompt = PROMPT,
) {
  const [id] = await creator.generate(prompt);
  await visit(`/thumbnails/${id}`, creator);
  await expect(checks(page).getByText(/^\d+ kB$/)).toBeVisible();
}

const checks = (page: Page) => page.getByRole('region', { name: 'Checks' });

async function exportFile(page: Page): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return downloading;
}

const contentOf = async (download: Download) => readFile(await download.path());

test('Export saves a JPEG of 1280 x 720 below 2 MB, named after the prompt, that says AI made it', async ({
  page,
  visit,
  creator,
}) => {
  await openFinishPage({ page, visit, creator });
  const download = await exportFile(page);
  expect(download.suggestedFilename()).toBe('mountain-sunrise-日の出-fog-1280x720.jpg');

  const file = await contentOf(download);
  expect(jpeg.decode(file)).toMatchObject({ width: 1_280, height: 720 });
  expect(file.length).toBeLessThan(2_000_000);
  const xmp = readJpegSegments(file).find(({ marker }) => marker === 0xe1);
  expect(xmp?.content.toString()).toContain(GENERATED);
  await expect(toasts(page)).toContainText(/Exported mountain-sunrise-日の出-fog-1280x720\.jpg, \d+ kB\./);
});

test('The file can be a PNG with another name and another crop', async ({ page, visit, creator }) => {
  await openFinishPage({ page, visit, creator });
  await page.getByRole('button', { name: 'File settings' }).click();
  const settings = page.getByRole('dialog', { name: 'File settings' });
  await expect(settings.getByRole('radio', { name: '1920 × 1080' })).toBeDisabled();
  await expect(settings.getByText('it loses 6 pixels at the top and 6 at the bottom')).toBeVisible();
  await settings.getByRole('slider', { name: 'Crop' }).press('Home');
  await expect(settings.getByText('it loses 0 pixels at the top and 12 at the bottom')).toBeVisible();
  await settings.getByRole('radio', { name: 'PNG' }).check();
  await settings.getByRole('textbox', { name: 'File name' }).fill('../Final: version');
  await expect(settings.getByText('final-version-1280x720.png')).toBeVisible();
  await expectAccessible(page);

  const download = await exportFile(page);
  expect(download.suggestedFilename()).toBe('final-version-1280x720.png');
  const chunks = readPngChunks(await contentOf(download));
  const header = chunks.find(({ type }) => type === 'IHDR')?.content;
  expect([header?.readUInt32BE(0), header?.readUInt32BE(4)]).toEqual([1_280, 720]);
  expect(chunks.find(({ type }) => type === 'iTXt')?.content.toString()).toContain(GENERATED);
});

test('The original is still saved as thumbnail.png', async ({ page, visit, creator }) => {
  await openFinishPage({ page, visit, creator });
  await page.getByRole('button', { name: 'File settings' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Original, thumbnail.png' }).click();

  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');
});

test('A text under the duration badge gets a hint, and its button moves the text away', async ({
  page,
  visit,
  creator,
}) => {
  await openFinishPage({ page, visit, creator });
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(checks(page).getByText('All pass')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'X, from the left' }).fill('900');
  await page.getByRole('spinbutton', { name: 'Y, from the top' }).fill('600');

  await expect(checks(page)).toContainText('The duration badge covers “YOUR HEADLINE”');
  await expectAccessible(page);
  await checks(page).getByRole('button', { name: 'Move it up' }).press('Enter');
  await expect(checks(page).getByText('All pass')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Checks' })).toBeFocused();
});

test('An export whose font cannot be loaded says so and saves nothing', async ({
  page,
  visit,
  creator,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  await page.route(/anton.*\.woff2/, (route) => route.abort());
  await openFinishPage({ page, visit, creator });
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();

  await expect(toasts(page)).toHaveText(
    /Nothing was exported: The font Anton could not be loaded\. Check your connection and try again\./,
  );
});

test('The YouTube preview shows the thumbnail at four sizes, and keeps its words and theme', async ({
  page,
  visit,
  creator,
}) => {
  await openFinishPage({ page, visit, creator });
  const preview = page.getByRole('region', { name: 'On YouTube' });
  for (const place of ['on the home page', 'on a phone', 'in the search results', 'beside a video']) {
    await expect(preview.getByRole('img', { name: `Your thumbnail ${place}` })).toBeVisible();
  }
  await preview.getByRole('textbox', { name: 'Video title' }).fill('I Climbed for 3 Days');
  await preview.getByRole('textbox', { name: 'Duration' }).fill('1:02:03');
  await preview.getByRole('radio', { name: 'Light' }).check();
  await expect(preview.getByText('1:02:03')).toHaveCount(4);

  await reloadPage(page);
  await expect(preview.getByText('I Climbed for 3 Days')).toHaveCount(4);
  await expect(preview.getByRole('radio', { name: 'Light' })).toBeChecked();
});

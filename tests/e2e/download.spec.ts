import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

test('[7.download 9.file-name 2.home.download] Download saves the picture as thumbnail.png', async ({
  page,
  visit,
  home,
  workshop,
  creator,
}) => {
  await creator.generate('A castle build at sunset');
  await visit('/', creator);
  await home.tiles.first().click();
  const url = (await home.picture.getAttribute('src')) ?? '';
  expect(url).toContain(workshop.endpoints.S3);
  const fetching = page.waitForRequest(
    (request) => request.resourceType() === 'fetch' && request.url() === url,
  );
  const downloading = page.waitForEvent('download');
  await home.download.click();
  expect((await fetching).method()).toBe('GET');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('thumbnail.png');
  const saved = await readFile(await download.path());
  const painted = Buffer.from(await (await page.request.get(url)).body());
  expect(saved.equals(painted)).toBe(true);
  await expect(toasts(page)).toHaveCount(0);
});

test('[8.download-failure] A failed download is told, and can be tried again', async ({
  page,
  visit,
  home,
  workshop,
  watch,
  creator,
}) => {
  await creator.generate('A castle build at sunset');
  await visit('/', creator);
  await home.tiles.first().click();
  await expect(home.picture).toBeVisible();
  watch.allow(/net::ERR_FAILED/);
  const images = `${workshop.endpoints.S3}/**`;
  await page.route(images, (route) => route.abort());
  await home.download.click();
  await expect(toasts(page)).toHaveText(['Failed to download image. Please try again.']);
  await expect(home.download).toBeEnabled();

  await page.unroute(images);
  const downloading = page.waitForEvent('download');
  await home.download.click();
  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');
});

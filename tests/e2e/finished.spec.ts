import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';

test('A thumbnail that was just finished looks finished on every page, and is downloaded with its design', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Add your headline' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill('ONE TRUTH');
  await page.getByRole('link', { name: 'Thumbforge' }).click();

  const drawing = home.preview.locator('canvas');
  await expect(drawing).toBeVisible();
  const preview = (await home.image.getAttribute('src')) ?? '';
  expect(preview).toMatch(/\.jpg\?/);
  await expect(home.tiles.getByRole('img')).toHaveAttribute('src', preview);
  const whitePixels = await page.evaluate<number>(`{
    const { data } = document.querySelector('.viewer-finished').getContext('2d').getImageData(0, 0, 1280, 720);
    new Uint32Array(data.buffer).filter((color) => color === 0xffffffff).length;
  }`);
  expect(whitePixels, 'the letters of the headline').toBeGreaterThan(5_000);

  await expect(page.getByRole('button', { name: 'Original' })).toBeHidden();
  await home.download.click();
  await expectAccessible(page);
  for (const [item, name] of [
    ['Finished, JPEG', 'a-castle-1280x720.jpg'],
    ['Original', 'thumbnail.png'],
  ] as const) {
    if (item === 'Original') await home.download.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: item }).click();
    expect((await downloading).suggestedFilename()).toBe(name);
    await expect(home.download).toBeEnabled();
  }

  await page.getByRole('link', { name: 'Thumbnails', exact: true }).click();
  await expect(
    page.getByRole('region', { name: 'Today' }).getByText('Finished', { exact: true }),
  ).toBeVisible();
  await expect(page.locator('.card-image img')).toHaveAttribute('src', preview);
});

test('A thumbnail whose image was only mirrored looks mirrored on every page', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('tab', { name: 'Image' }).click();
  await page.getByRole('button', { name: 'Mirror' }).click();
  await page.getByRole('link', { name: 'Thumbforge' }).click();

  await expect(home.preview.locator('canvas')).toBeVisible();
  const preview = (await home.image.getAttribute('src')) ?? '';
  expect(preview).toMatch(/\.jpg\?/);
  await expect(home.tiles.getByRole('img')).toHaveAttribute('src', preview);
  await home.download.click();
  await expect(page.getByRole('button', { name: 'Finished, JPEG' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Thumbnails', exact: true }).click();
  await expect(page.locator('.card-image img')).toHaveAttribute('src', preview);
});

import jpeg from 'jpeg-js';
import { CAMERA, TURNED_THUMBNAIL } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

/** The first byte of a JPEG. The thumbnail itself is stored as a PNG. */
const JPEG_START = 0xff;

test('An own photo is cropped upright with the keyboard, and becomes a thumbnail without a credit and without the metadata of the camera', async ({
  page,
  visit,
  home,
  creator,
  inspector,
}) => {
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Use your own picture' }).press('Enter');
  await (await choosing).setFiles(TURNED_THUMBNAIL);
  await expect(page.getByText('1200 × 675 is stored.')).toBeVisible();
  const part = page.getByRole('button', { name: 'The part that is stored' });
  await expect(part).toBeFocused();
  for (const key of ['+', '+', '-', 'ArrowDown']) await part.press(key);
  await expect(page.getByText('1090 × 613 is stored.')).toBeVisible();

  const making = page.waitForRequest(
    (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/thumbnails',
  );
  await part.press('Enter');
  const { generationId } = (await making).postDataJSON() as { generationId: string };
  await expect(page).toHaveURL(`/thumbnails/${generationId}`);
  const files = await Promise.all(
    (await inspector.images(creator.userId)).map((key) => inspector.readImage(key)),
  );
  const file = files.find((stored) => stored[0] === JPEG_START) ?? Buffer.alloc(0);
  const { width, height, data } = jpeg.decode(file);
  const isRed = (y: number) => (data[y * width * 4] ?? 0) > (data[y * width * 4 + 2] ?? 0);
  expect([width, height, isRed(50), isRed(560)]).toEqual([1_090, 613, true, false]);
  expect(file.includes(CAMERA) || file.includes('Exif')).toBe(false);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();

  await page.goBack();
  await expect(home.tiles).toHaveCount(1);
  await expect(home.balance(WELCOME)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Another/ })).toHaveCount(0);
});

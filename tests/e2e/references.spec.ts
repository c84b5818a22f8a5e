import type { Page } from '@playwright/test';
import jpeg from 'jpeg-js';
import { GENERATE } from './support/network.ts';
import { reloadPage, toasts } from './support/page.ts';
import { BLUE, CAMERA, GREEN, RED, TURNED_PHOTO } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const grid = (page: Page) => page.getByRole('img', { name: /^Reference \d/ });
const removeButton = (page: Page, position: number) =>
  page.getByRole('button', { name: `Remove reference ${position}`, exact: true });
const purpose = (page: Page, position: number) =>
  page.getByRole('button', { name: `Purpose of reference ${position}` });
const dataUrl = ({ buffer }: { buffer: Buffer }) => `data:image/png;base64,${buffer.toString('base64')}`;

test('Any number of images is added to a grid, and each is removed by its position @2.references.label @2.references.hint @1.references @5.references.type @2.references.multiple @2.references.grid @4.references.added @3.reference-image @2.references.remove @4.references.removed @5.references.bounds', async ({
  page,
  visit,
  home,
}) => {
  const expectImages = async (...files: (typeof RED)[]) => {
    await expect(grid(page)).toHaveCount(files.length);
    for (const [index, file] of files.entries()) {
      await expect(grid(page).nth(index)).toHaveAttribute('src', dataUrl(file));
    }
  };
  await visit('/');
  await page.getByRole('button', { name: 'Reference' }).click();
  await expect(page.getByText('Upload reference images', { exact: true })).toBeVisible();
  await expect(home.references).toHaveAccessibleName('Upload reference images');
  await expect(home.references).toHaveAccessibleDescription(/Face, background, or style references/);
  await expect(home.references).toHaveAttribute('accept', 'image/*');
  await expect(home.references).toHaveAttribute('multiple');

  await home.references.setInputFiles([RED, GREEN]);
  await expectImages(RED, GREEN);
  await home.references.setInputFiles(BLUE);
  await expectImages(RED, GREEN, BLUE);
  await removeButton(page, 1).click();
  await expectImages(GREEN, BLUE);
  await removeButton(page, 2).click();
  await expectImages(GREEN);
  await removeButton(page, 1).click();
  await expectImages();
  await home.references.setInputFiles(Array.from({ length: 30 }, () => RED));
  await expect(grid(page)).toHaveCount(30);
  await expect(toasts(page)).toHaveCount(0);
});

test('Reference images without a purpose are never sent, and a reload removes them @1.references-stay', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  await home.references.setInputFiles([RED, GREEN]);
  await expect(grid(page)).toHaveCount(2);
  // The first image becomes a style only if the creator agrees to its upload.
  await expect(page.getByRole('dialog', { name: 'May you use this image?' })).toBeVisible();
  for (const _ of ['dialog', 'panel']) await page.keyboard.press('Escape');
  expect(bodies.filter((body) => body !== '')).toEqual([]);
  await expect(page.getByText('Not used: red.png, green.png')).toBeVisible();
  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.submit('A castle');
  const fields = Object.keys((await sending).postDataJSON() as object);
  expect(fields.sort()).toEqual(['generationId', 'prompt', 'userId']);
  await expect(home.image).toBeVisible();
  expect(bodies.join()).not.toContain('data:image');
  await reloadPage(page);
  await expect(home.tiles).toHaveCount(1);
  await expect(grid(page)).toHaveCount(0);
});

test('A link alone shows its video, and the thumbnail is made in its style after its title', async ({
  page,
  visit,
  home,
  site,
  creator,
}) => {
  test.skip(site.devTools === undefined, 'Uses the stand-in of YouTube.');
  await visit('/', creator);
  await home.prompt.fill(LINK);
  const card = page.getByRole('group', { name: 'Reference' });
  await expect(card).toContainText('Style from this video, its title is the idea');
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  await expect(page.getByLabel('Model')).toHaveText('Stable Image Style Guide (1 credit)');
  const title = await card.getByRole('strong').textContent();

  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.generate.click();
  await expect(home.image).toBeVisible();
  expect((await sending).postDataJSON()).toMatchObject({
    prompt: LINK,
    reference: { kind: 'video', videoId: 'dQw4w9WgXcQ', fidelity: 0.5 },
  });
  await expect(home.tiles).toHaveAccessibleName(`${title} Style from a video`);
});

test('A photo that gets a purpose is uploaded after consent, upright and without the metadata of the camera, and used', async ({
  page,
  visit,
  home,
  creator,
  inspector,
}) => {
  await visit('/', creator);
  await home.references.setInputFiles([GREEN, TURNED_PHOTO]);
  await page.getByRole('button', { name: 'Yes, upload it' }).click();
  await expect(toasts(page)).toHaveText(['green.png is too small: each side needs at least 64 pixels.']);

  await purpose(page, 2).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Not used' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // The consent is asked for once.
  await expect(purpose(page, 2)).toHaveAccessibleName('Purpose of reference 2: Style');
  await expect.poll(() => inspector.images(creator.userId)).toHaveLength(1);
  const [key = ''] = await inspector.images(creator.userId);
  const file = await inspector.readImage(key);
  const { width, height, data } = jpeg.decode(file);
  expect([width, height]).toEqual([300, 400]);
  const colourAt = (y: number) => {
    const [red = 0, , blue = 0] = data.subarray((y * width + width / 2) * 4);
    return red > blue ? 'red' : 'blue';
  };
  expect([colourAt(100), colourAt(300)]).toEqual(['red', 'blue']);
  expect(TURNED_PHOTO.buffer.includes(CAMERA)).toBe(true);
  expect(file.includes(CAMERA) || file.includes('Exif')).toBe(false);

  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.submit('A castle');
  await expect(home.image).toBeVisible();
  expect((await sending).postDataJSON()).toMatchObject({
    prompt: 'A castle',
    reference: { kind: 'image', use: 'style' },
  });
  await expect(home.tiles).toHaveAccessibleName('A castle Style from own image');
});

import jpeg from 'jpeg-js';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readMark } from '../support/image-metadata.ts';
import { tabTo, expectAccessible, toasts } from './support/page.ts';
import { PHOTO } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';
import { PASSWORD } from './support/user-pool.ts';

const PROMPT = 'A castle build at sunset';

/** The longest way on the finish page, in presses of Tab. */
const FAR = { limit: 60 };
const FAR_BACK = { ...FAR, key: 'Shift+Tab' } as const;

test('A creator can generate, make three versions, finish one with a headline and a cut-out, and export it with the keyboard alone', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  test.slow(); // It is as long as several tests.
  await devTools.setBalance(creator.userId, 5);
  await test.step('sign in and generate', async () => {
    await visit('/auth');
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type(creator.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(home.balance(5)).toBeVisible();
    await tabTo(page, 'Thumbnail idea');
    await page.keyboard.type(PROMPT);
    await page.keyboard.press('Enter');
    await expect(home.image).toBeVisible();
    await expect(home.balance(4)).toBeVisible();
    await expect(home.prompt).toBeFocused();
  });

  await test.step('make three versions and finish the second', async () => {
    await tabTo(page, 'One image');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Generate');
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 of 3 are ready')).toBeVisible();
    await expect(home.balance(1)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Versions' })).toBeFocused();
    await tabTo(page, 'Show version 2 large');
    await page.keyboard.press('Enter');
    await expect(home.image).toBeVisible();
    await tabTo(page, 'Finish');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: PROMPT })).toBeVisible();
    await expect(layers(page)).toBeVisible();
  });

  await test.step('write a headline', async () => {
    await tabTo(page, 'Add your headline', FAR);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Words' })).toBeFocused();
    await page.keyboard.type('I BUILT A CASTLE');
    await tabTo(page, 'Text on the left', FAR_BACK);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Size', FAR);
    await page.keyboard.press('ArrowUp');
    await expect(size(page)).toHaveValue('151');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(size(page)).toHaveValue('150');
  });

  const photo = await test.step('make a cut-out, outline it and move it', async () => {
    await tabTo(page, 'Add', FAR_BACK);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Add a cut-out', FAR);
    await page.keyboard.press('Enter');
    await expect(page.getByText('You have no cut-outs yet.')).toBeVisible();
    await tabTo(page, 'Face or object');
    // Enter would open the file dialog, which belongs to the operating system.
    const file = page.getByLabel('Face or object');
    await file.setInputFiles(PHOTO);
    await page.getByRole('dialog', { name: 'May you use this image?' }).press('Escape');
    await expect(file).toBeFocused();
    await file.setInputFiles(PHOTO);
    await tabTo(page, 'Yes, upload it');
    await page.keyboard.press('Enter');
    await expect(layers(page).getByRole('button', { name: 'Cut-out', exact: true })).toBeVisible();
    await expect(home.balance(0)).toBeVisible();
    await tabTo(page, 'Outline', FAR);
    await page.keyboard.press('End');
    await tabTo(page, 'All thumbnails', FAR_BACK);
    await tabTo(page, 'Cut-out', FAR);
    const [x, y] = [
      page.getByRole('spinbutton', { name: 'X of the middle, from the left' }),
      page.getByRole('spinbutton', { name: 'Y of the middle, from the top' }),
    ];
    const [left, top] = [Number(await x.inputValue()), Number(await y.inputValue())];
    for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp', 'ArrowLeft']) {
      await page.keyboard.press(key);
    }
    await expect(y).toHaveValue(`${top - 30}`);
    await expect(x).toHaveValue(`${left - 1}`);
    return { x: left - 1, y: top - 30 };
  });

  await test.step('let a check make a small headline larger', async () => {
    const hint = '“I BUILT A CASTLE” is small at 168 × 94';
    await tabTo(page, 'I BUILT A CASTLE', FAR_BACK);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Size', FAR);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('24');
    await expect(page.getByRole('button', { name: `One thing needs a look: ${hint}` })).toBeVisible();
    await tabTo(page, `Make it larger: ${hint}`, FAR_BACK);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Passed, faces not checked' })).toBeVisible();
    await expect(page.getByTitle('Show all checks')).toBeFocused();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  const file = await test.step('export', async () => {
    await tabTo(page, 'Export', FAR_BACK);
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('a-castle-build-at-sunset-1280x720.jpg');
    await expect(toasts(page)).toContainText(/^Exported a-castle-build-at-sunset-1280x720\.jpg/);
    return readFile(await download.path());
  });
  const image = jpeg.decode(file);
  expect(image).toMatchObject({ width: 1_280, height: 720 });
  expect(file.length).toBeLessThan(2_000_000);
  expect(readMark(file)?.source).toMatch(/\/compositeWithTrainedAlgorithmicMedia$/);
  const pixelAt = (x: number, y: number) => [...image.data.subarray(4 * (1_280 * y + x)).subarray(0, 3)];
  // The photo is 432 x 576 pixels here. Its subject begins 35 pixels below its upper edge.
  expectColor(pixelAt(photo.x, photo.y), AMBER);
  expectColor(pixelAt(photo.x, photo.y - 288 + 35 - 20), WHITE);

  await test.step('name the cut-out, and delete it while the design still uses it', async () => {
    await tabTo(page, 'Add', FAR);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Add a cut-out', FAR);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Name');
    await page.keyboard.type('laughing');
    await tabTo(page, 'Person');
    await page.keyboard.type('Me');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Rename Me, laughing' })).toBeFocused();
    await expect(page.getByText('Saved: Me, laughing')).toBeAttached();
    await tabTo(page, 'Delete Me, laughing', { key: 'Shift+Tab' });
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^This design uses the cut-out: its layer stays/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Your cut-outs' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused();
    await expect(
      page.getByRole('button', { name: 'One thing needs a look: A cut-out is missing' }),
    ).toBeVisible();
    await tabTo(page, 'Export', FAR_BACK);
    await page.keyboard.press('Enter');
    await expect(toasts(page).getByText(/It leaves out a cut-out that is not available\.$/)).toBeVisible();
  });
});

const layers = (page: Page) => page.getByRole('list', { name: 'Layers, from the front' });
const size = (page: Page) => page.getByRole('spinbutton', { name: 'Size' });

/** The middle of the photo, and the outline of a cut-out. */
const AMBER = [245, 158, 11];
const WHITE = [255, 255, 255];

/** JPEG changes colors a little. */
function expectColor(pixel: number[], color: number[]): void {
  const differences = color.map((channel, index) => Math.abs(channel - (pixel[index] ?? 0)));
  expect(Math.max(...differences), `${pixel.join()} is not ${color.join()}`).toBeLessThan(24);
}

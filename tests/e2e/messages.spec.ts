import type { Locator, Page } from '@playwright/test';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

test.use({ translates: false });

const WINDOWS = [
  [360, 640],
  [390, 844],
  [640, 400],
  [768, 1_024],
  [1_024, 768],
  [1_366, 657],
  [1_920, 1_080],
] as const;

const IMAGES = '**/images/**';
const FAILURE = 'Failed to download image. Please try again.';

/** Counts the pixels of the areas that the messages cover. */
async function countCovered(page: Page, areas: readonly Locator[]): Promise<number> {
  const boxes = async (locators: readonly Locator[]) =>
    (await Promise.all(locators.map((locator) => locator.boundingBox()))).filter((box) => box !== null);
  const covers = await boxes(await toasts(page).all());
  const covered = (await boxes(areas)).flatMap((area) =>
    covers.map((cover) => {
      const length = (from: 'x' | 'y', size: 'width' | 'height') =>
        Math.min(area[from] + area[size], cover[from] + cover[size]) - Math.max(area[from], cover[from]);
      return Math.max(0, length('x', 'width')) * Math.max(0, length('y', 'height'));
    }),
  );
  return Math.round(covered.reduce((sum, pixels) => sum + pixels, 0));
}

/** Expects this in windows of all sizes, wherever the page is scrolled. */
async function expectUncovered(page: Page, areas: readonly Locator[]): Promise<void> {
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    for (const part of [0, 0.25, 0.5, 1]) {
      await page.evaluate(`scrollTo(0, ${part} * document.documentElement.scrollHeight)`);
      const where = `${width} x ${height}, scrolled by ${part}`;
      await expect.poll(() => countCovered(page, areas), where).toBe(0);
    }
  }
}

test('Messages cover neither the image nor the prompt of the home page', async ({
  page,
  visit,
  home,
  guard,
  collector,
}) => {
  await visit('/', collector);
  guard.allow(/net::ERR_FAILED/);
  await expect(home.image).toBeVisible();
  await page.route(IMAGES, (route) => route.abort());
  const areas = [home.image, home.prompt, home.generate];
  for (const shown of [1, 2, 3]) {
    await home.download.click();
    await expect(toasts(page)).toHaveText(Array.from({ length: shown }, () => FAILURE));
    await expect(home.download).toBeEnabled();
    await expectUncovered(page, areas);
  }
});

test('Messages cover neither the image nor Export on the finish page', async ({
  page,
  visit,
  guard,
  collector,
}) => {
  await visit(`/thumbnails/${collector.thumbnailIds[0]}`, collector);
  guard.allow(/net::ERR_FAILED/);
  const canvas = page.getByRole('group', { name: 'Layers on the image' });
  await expect(canvas).toBeVisible();
  await page.route(IMAGES, (route) => route.abort());
  await page.getByRole('button', { name: 'File settings' }).click();
  await page.getByRole('button', { name: 'Original, thumbnail.png' }).click();
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveText([FAILURE]);

  await expectUncovered(page, [canvas, page.getByRole('button', { name: 'Export', exact: true })]);
});

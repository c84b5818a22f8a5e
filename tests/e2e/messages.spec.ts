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

/** The parts of the page to scroll by. */
const PARTS = [0, 0.25, 0.5, 1];

interface Place {
  /** The part of the page above the window. */
  scrolled: number;
  areas: number;
  messages: number;
  /** The pixels of the areas under the messages. */
  covered: number;
}

/**
 * Scrolls through the page, and counts at each place the pixels of the areas that the messages cover. One call reads all
 * places, because a test has up to 84 places. Chromium places the messages a frame after the scrolling.
 */
const countCovered = (page: Page): Promise<Place[]> =>
  page.evaluate<Place[]>(
    `(async () => {
      const places = [];
      const areas = [...document.querySelectorAll('[data-area]')];
      for (const part of ${JSON.stringify(PARTS)}) {
        scrollTo(0, part * document.documentElement.scrollHeight);
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
        const covers = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.getBoundingClientRect());
        const place = { scrolled: part, areas: areas.length, messages: covers.length, covered: 0 };
        places.push(place);
        for (const area of areas.map((element) => element.getBoundingClientRect())) {
          for (const cover of covers) {
            const width = Math.min(area.right, cover.right) - Math.max(area.left, cover.left);
            const height = Math.min(area.bottom, cover.bottom) - Math.max(area.top, cover.top);
            place.covered += Math.round(Math.max(0, width) * Math.max(0, height));
          }
        }
      }
      return places;
    })()`,
  );

/** Marks an element, so that one call finds all areas. The project of the tests has no types of the DOM. */
const markArea = (element: { setAttribute: (name: string, value: string) => void }) =>
  element.setAttribute('data-area', '');

/** Expects that no message covers an area in windows of all sizes, wherever the page is scrolled. */
async function expectUncovered(page: Page, areas: readonly Locator[]): Promise<void> {
  for (const area of areas) await area.evaluate(markArea);
  const messages = await toasts(page).count();
  const uncovered = PARTS.map((scrolled) => ({ scrolled, areas: areas.length, messages, covered: 0 }));
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => countCovered(page), `${width} x ${height}`).toEqual(uncovered);
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

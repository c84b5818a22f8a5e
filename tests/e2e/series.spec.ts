import type { Page } from '@playwright/test';
import type { Design } from '#contract/design/design.ts';
import { countActions } from './support/count-actions.ts';
import type { HomePage } from './support/home-page.ts';
import { GENERATE, holdRequests } from './support/network.ts';
import { reloadPage } from './support/page.ts';
import { expect, test } from './support/test.ts';

const readDesign = (page: Page, id: string) =>
  page.evaluate<{ design?: Design; reference?: object }>(`(async () => {
    const token = Object.entries(localStorage).find(([name]) => name.endsWith('.idToken'))[1];
    const response = await fetch('/api/thumbnails/${id}', { headers: { authorization: 'Bearer ' + token } });
    return response.json();
  })()`);

/** Finishes the first thumbnail of a series with a headline. */
async function finishFirst(page: Page, home: HomePage): Promise<void> {
  await expect(home.image).toBeVisible();
  await page.getByRole('link', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Text on the right' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill('24-hour castle');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Thumbforge' }).click();
  await expect(home.image).toBeVisible();
}

test('The second thumbnail of a series costs at most five presses and two texts, and has the style and the layout of the first', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const [first = ''] = await creator.generate('A castle');
  await visit('/', creator);
  await finishFirst(page, home);
  const count = await countActions(page);

  await page.getByRole('button', { name: 'Next in this series', exact: true }).click();
  await expect(home.prompt).toBeFocused();
  await expect(page.getByRole('group', { name: 'Series' })).toContainText('Next after “A castle”');
  await page.keyboard.type('A submarine');
  await home.generate.click();
  await expect(home.image).toHaveAttribute('src', /.+/);
  await expect(page.getByRole('group', { name: 'Series' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Finish' }).click();
  await expect(page.getByRole('textbox', { name: 'Words' })).toBeFocused();
  await page.keyboard.type('Deep dive');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await downloading).suggestedFilename()).toBe('a-submarine-1280x720.jpg');

  const { presses, texts } = await count();
  expect(presses).toBeLessThanOrEqual(5);
  expect(texts).toBe(2);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const [before, after] = [await readDesign(page, first), await readDesign(page, id)];
  expect(after.reference).toEqual({ kind: 'thumbnail', id: first, use: 'style' });
  const [headline, ...others] = before.design?.layers ?? [];
  expect(after.design?.layers).toEqual([{ ...headline, text: 'Deep dive' }, ...others]);
});

test('The layout of a series reaches its thumbnail although the page is left while it is made', async ({
  page,
  visit,
  home,
  creator,
  inspector,
}) => {
  await creator.generate('A castle');
  await visit('/', creator);
  await finishFirst(page, home);
  await page.getByRole('button', { name: 'Next in this series', exact: true }).click();
  await reloadPage(page);
  await expect(page.getByRole('group', { name: 'Series' })).toContainText('Next after “A castle”');
  const before = await inspector.balance(creator.userId);
  await home.submit('A submarine [[slow:2000]]');
  // A reload that overtakes the request meets a 404, which Chromium writes to the console.
  await expect.poll(() => inspector.balance(creator.userId)).toBeLessThan(before);
  await reloadPage(page);

  await expect(home.tiles).toHaveCount(2);
  await page.getByRole('link', { name: 'Finish' }).click();
  await expect(page.getByRole('textbox', { name: 'Words' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Words' })).toHaveValue('');
});

/** Laptops and phones. */
const WINDOWS = [
  { width: 1_366, height: 657, least: 680 },
  { width: 1_280, height: 640, least: 680 },
  { width: 390, height: 844, least: 350 },
  { width: 360, height: 640, least: 320 },
] as const;

test.describe('the layout of the page', () => {
  test.use({ translates: false });

  test('While a series is prepared, the stage shows what the next thumbnail gets, Generate is in the window, and nothing moves when the thumbnail starts', async ({
    page,
    visit,
    home,
    creator,
  }) => {
    await creator.generate('A castle');
    await visit('/', creator);
    await finishFirst(page, home);
    await page.getByRole('button', { name: 'Next in this series', exact: true }).click();
    await expect(home.preview.locator('.series-ghost-box').first()).toHaveText('Headline');
    await expect(home.image).toBeHidden();
    await expect(page.getByRole('link', { name: 'Finish' })).toBeHidden();
    await expect(home.preview.getByText('Your thumbnail will appear here')).toBeVisible();
    await page.keyboard.type('A submarine');
    const readPlaces = async () => {
      const places: Record<string, unknown> = {};
      for (const { width, height, least } of WINDOWS) {
        await page.setViewportSize({ width, height });
        await page.evaluate(`new Promise((resolve) => {
          scrollTo(0, 0);
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        })`);
        for (const part of [home.prompt, home.generate]) {
          await expect(part, `at ${width} px`).toBeInViewport({ ratio: 0.99 });
        }
        const stage = await home.preview.locator('.viewer-frame').boundingBox();
        expect(stage?.width, `at ${width} px`).toBeGreaterThanOrEqual(least);
        const card = await page.getByRole('group', { name: 'Series' }).boundingBox();
        places[`${width} px`] = { stage, card, generate: await home.generate.boundingBox() };
      }
      return places;
    };
    const before = await readPlaces();
    const held = await holdRequests(page, GENERATE);
    await home.generate.click();
    await held.arrived;
    await expect(home.preview.getByRole('button', { name: 'Stop waiting' })).toBeVisible();

    expect(await readPlaces()).toEqual(before);
    held.release();
    await expect(home.image).toBeVisible();
  });
});

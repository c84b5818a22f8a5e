import { expect, test } from '@playwright/test';
import { drawHeadlines, findDifferences, serveHeadlines } from './headlines/headline-page.ts';

/** The smoothed edges of letters differ by up to this share of the ink between versions of Chromium. */
const BOUND = 0.05;

let site: Awaited<ReturnType<typeof serveHeadlines>>;
test.beforeAll(async () => {
  site = await serveHeadlines();
});
test.afterAll(() => site.stop());

test('Headlines of 16 languages look like their golden renderings, in fonts that the site brings', async ({
  page,
}) => {
  await page.goto(site.url);
  expect(await findDifferences((script) => page.evaluate(script), BOUND)).toEqual([]);
});

test('A missing letter, another order and another font differ from a golden rendering', async ({ page }) => {
  await page.goto(site.url);
  const compare = async (language: string, ...headlines: Parameters<typeof drawHeadlines>[2] & object) => {
    const { texts } = await drawHeadlines((script) => page.evaluate(script), language, headlines);
    return texts.map(({ difference }) => difference > BOUND);
  };

  expect(await compare('ar', { text: 'بنيت قلعة في ١٠٠ يوم!' })).toEqual([false]);
  // A letter is missing, and U+202D orders the letters from left to right.
  expect(await compare('ar', { text: 'بنيت قلعة في ١٠٠ وم!' })).toEqual([true]);
  expect(await compare('ar', { text: '\u202Dبنيت قلعة في ١٠٠ يوم!' })).toEqual([true]);
  expect(await compare('de', { text: 'Ich baute in 100 Tagen eine Burg', font: 'bebas-neue' })).toEqual([
    true,
  ]);
});

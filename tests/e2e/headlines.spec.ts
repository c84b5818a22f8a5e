import { brotliCompressSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { callPage, drawHeadlines, findDifferences, serveHeadlines } from './headlines/headline-page.ts';
import { HEADLINES } from './headlines/headlines.ts';
import { TEXT, VALUES, type TextMeasure } from './headlines/text-values.ts';

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

/** The bounds leave out the outline and the shadow. */
const BEYOND: Readonly<Record<string, number>> = {
  outline: VALUES.outline.width,
  shadow: VALUES.shadow.blur,
};

/** The sides in the order in which they are measured. */
const SIDES = ['left', 'top', 'right', 'bottom'];

/** The texts, with the most pixels that the letters may be inside and outside of the bounds. */
const MEASURED = [
  // A letter begins a little beside its place, and is smoothed.
  { text: TEXT, inside: 12, outside: 4 },
  // Hindi has marks above and below its letters. The bounds have the extent of most letters with marks.
  { text: { ...TEXT, text: 'मैंने कुछ देखा' }, inside: 30, outside: 8 },
  // A line from right to left. The bounds have room for the marks below Arabic letters.
  { text: { ...TEXT, text: 'بنيت قلعة' }, inside: 60, outside: 4 },
];

test('The bounds of a text surround what is painted with a value of each property, and hardly more; its words have their letters', async ({
  page,
}) => {
  await page.goto(site.url);
  const wrongBounds: string[] = [];
  const wrongWords: string[] = [];
  for (const { text, inside, outside } of MEASURED)
    for (const [name, value] of Object.entries(VALUES)) {
      const layer = { ...text, [name]: value };
      const measured = await callPage((script) => page.evaluate(script), 'measureText', layer);
      const { sides, outsideOfWords } = measured as TextMeasure;
      const most = outside + (BEYOND[name] ?? 0);
      const words = `${layer.text}, ${name}`;
      for (const [side, pixels] of sides.entries())
        if (pixels < -inside || pixels > most)
          wrongBounds.push(`${words}: ${pixels} px outside at the ${SIDES[side]}, not ${-inside} to ${most}`);
      if (outsideOfWords > 2) wrongWords.push(`${words}: ${outsideOfWords} % of the letters are in no word`);
    }
  expect(wrongBounds, 'What is painted differs from `ink` of layout-text.ts').toEqual([]);
  expect(wrongWords, 'Letters, as probed-text.ts draws them, are in no box of word-boxes.ts').toEqual([]);
});

test('A Latin word in a line whose letters are drawn together has its letters, also if the text has spaces between letters', async ({
  page,
}) => {
  await page.goto(site.url);
  const layer = { ...TEXT, text: 'मैंने MINECRAFT खेला', letterSpacing: -0.1 };
  const measured = await callPage((script) => page.evaluate(script), 'measureText', layer);
  expect((measured as TextMeasure).outsideOfWords).toBeLessThanOrEqual(2);
});

test('The words of a line in two directions have their own letters, so that a covered word is named', async ({
  page,
}) => {
  await page.goto(site.url);
  const displaced: unknown[] = [];
  for (const text of [
    'أنا MINECRAFT GO العب',
    'אני MINECRAFT GO משחק',
    // Only the digits of Arabic are from the right behind a Latin word.
    'لعبت MINECRAFT ١٠٠ يوم',
    'أنا MINECRAFT 100 – GO العب 20 5',
    'MINECRAFT قلعة في GO',
    'قلعة\nMINECRAFT قلعة',
  ]) {
    const layer = { ...TEXT, width: 1_200, size: 100, text };
    displaced.push(await callPage((script) => page.evaluate(script), 'findDisplacedWords', layer));
  }
  expect(displaced.flat()).toEqual([]);
});

/** The languages whose fonts have thousands of letters, so that they are cut into many files. */
const SLICED = ['ja', 'ko'];

test('A headline of another language loads at most 40 kB of fonts, and at most 200 kB in Korean and Japanese', async ({
  page,
}) => {
  const tooLarge: string[] = [];
  for (const [language, [headline]] of Object.entries(HEADLINES)) {
    const loaded: Promise<number>[] = [];
    const count = (response: Response) => {
      if (/\.woff2$|-faces-/.test(response.url())) loaded.push(measure(response));
    };
    await page.goto(site.url);
    // The font of the original is a part of every design.
    await drawHeadlines((script) => page.evaluate(script), 'es');
    page.on('response', count);
    await drawHeadlines((script) => page.evaluate(script), language, headline ? [headline] : []);
    page.off('response', count);
    const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0);

    if (bytes > (SLICED.includes(language) ? 200_000 : 40_000)) tooLarge.push(`${language}: ${bytes}`);
  }
  expect(tooLarge).toEqual([]);
});

/** The bytes of a font, or of a list of files as the site compresses it. */
async function measure(response: Response): Promise<number> {
  const body = await response.body();
  return response.url().endsWith('.js') ? brotliCompressSync(body).length : body.length;
}

import type { Download, Page } from '@playwright/test';
import jpeg from 'jpeg-js';
import { readFile } from 'node:fs/promises';
import { readPngSize } from '../../functions/platform/png.ts';
import { readMark } from '../support/image-metadata.ts';
import { expectDrawnStates } from './support/drawn-states.ts';
import { addLayer, expectAccessible, openMoreSettings, reloadPage, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const PROMPT = 'Mountain sunrise: 日の出 & "fog"';
const GENERATED = {
  source: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  tool: 'Thumbforge',
};

const words = (page: Page) => page.getByRole('textbox', { name: 'Words' });
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const canvas = (page: Page) => page.getByRole('group', { name: 'Layers on the image' }).locator('canvas');
const checks = (page: Page) => page.getByRole('tabpanel', { name: 'Checks' });
/** The verdict of the checks is part of the name of their tab. */
const verdict = (page: Page, words: string) => page.getByRole('tab', { name: words });
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** The image of the model is 1344 x 768, so its export loses 12 rows. @returns the path of the page */
async function openFinishPage({
  page,
  visit,
  creator,
}: Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'visit' | 'creator'>): Promise<string> {
  const [id] = await creator.generate(PROMPT);
  await visit(`/thumbnails/${id}`, creator);
  await expect(page.getByText(/^1280 × 720 JPEG, \d+ kB$/)).toBeVisible();
  return `/thumbnails/${id}`;
}

async function download(page: Page, name: string): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return downloading;
}

/**
 * The mean difference of two images, of 255 for each color of each pixel. Both are compared at the size of the first.
 */
const meanDifference = (page: Page, images: [Buffer, Buffer]): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const [first, second] = await Promise.all(
      ${JSON.stringify(images.map((image) => image.toString('base64')))}.map(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        return createImageBitmap(new Blob([bytes]));
      }),
    );
    const pixels = [first, second].map((image) => {
      const context = new OffscreenCanvas(first.width, first.height).getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, first.width, first.height);
      return context.getImageData(0, 0, first.width, first.height).data;
    });
    let sum = 0;
    for (let index = 0; index < pixels[0].length; index += 1) sum += Math.abs(pixels[0][index] - pixels[1][index]);
    return sum / (first.width * first.height * 3);
  })()`);

test('What the screen shows is the exported JPEG of 1280 x 720, named after the prompt, that says AI made it', async ({
  page,
  visit,
  creator,
}) => {
  await openFinishPage({ page, visit, creator });
  await openTab(page, 'Preview');
  await page.getByRole('switch', { name: 'Duration badge' }).uncheck();
  await openTab(page, 'Design');
  const withoutText = await canvas(page).screenshot();
  await page.getByRole('button', { name: 'Text on the right' }).click();
  await openMoreSettings(page);
  await page.getByRole('slider', { name: 'Shadow' }).fill('30');
  await page.getByRole('spinbutton', { name: 'Turn, in degrees' }).fill('-6');
  await page.getByRole('slider', { name: 'Letter spacing' }).fill('8');
  await page.getByRole('button', { name: 'Gradient' }).click();
  await expectDrawnStates(page);
  await addLayer(page, 'Add a circle');
  await page.getByRole('slider', { name: 'Opacity' }).fill('70');
  await page.getByRole('tab', { name: 'Image' }).click();
  await page.getByRole('slider', { name: 'Zoom' }).fill('140');
  await page.getByRole('slider', { name: 'Blur' }).fill('6');
  await page.getByRole('slider', { name: 'Brightness' }).fill('-20');
  await page.getByRole('slider', { name: 'Contrast' }).fill('20');
  await page.getByRole('slider', { name: 'Vignette' }).fill('60');
  await page.getByRole('button', { name: 'YOUR HEADLINE', exact: true }).first().press('Escape');
  await expect(saved(page)).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).hover();

  const exported = await download(page, 'Export');
  expect(exported.suggestedFilename()).toBe('mountain-sunrise-日の出-fog-1280x720.jpg');
  const file = await readFile(await exported.path());
  // Scaling and JPEG change edges a little; the texts cover a quarter of the image and differ by more than 100.
  const difference = async () => meanDifference(page, [await canvas(page).screenshot(), file]);
  await expect.poll(difference).toBeLessThan(3); // The canvas may be drawn later than the file.
  expect(await meanDifference(page, [withoutText, file])).toBeGreaterThan(12);
  expect(jpeg.decode(file)).toMatchObject({ width: 1_280, height: 720 });
  expect(file.length).toBeLessThan(2_000_000);
  expect(readMark(file)).toEqual(GENERATED);
  await expect(toasts(page)).toContainText(/Exported mountain-sunrise-日の出-fog-1280x720\.jpg, \d+ kB\./);
});

test('The file can be a PNG with another name and another crop, or the original', async ({
  page,
  visit,
  creator,
}) => {
  await openFinishPage({ page, visit, creator });
  await openTab(page, 'Image');
  await expect(page.getByText('it loses 6 pixels at the top and 6 at the bottom')).toBeVisible();
  await page.getByRole('slider', { name: 'Crop' }).press('Home');
  await expect(page.getByText('it loses 0 pixels at the top and 12 at the bottom')).toBeVisible();
  await page.getByRole('button', { name: 'File settings' }).click();
  const settings = page.getByRole('dialog', { name: 'File settings' });
  await expect(settings.getByRole('radio', { name: '1920 × 1080' })).toBeDisabled();
  await settings.getByRole('radio', { name: 'PNG' }).check();
  await settings.getByRole('textbox', { name: 'File name' }).fill('../Final: version');
  await expect(settings.getByText('final-version-1280x720.png')).toBeVisible();
  await expectAccessible(page);
  const original = await download(page, 'Original, thumbnail.png');
  expect(original.suggestedFilename()).toBe('thumbnail.png');
  expect(readMark(await readFile(await original.path()))).toEqual(GENERATED);

  const exported = await download(page, 'Export');
  expect(exported.suggestedFilename()).toBe('final-version-1280x720.png');
  const file = await readFile(await exported.path());
  expect(readPngSize(file)).toEqual({ width: 1_280, height: 720 });
  expect(readMark(file)).toEqual(GENERATED);
});

/** The start of a transcript, as YouTube exports one. */
const TRANSCRIPT = `So today I am restoring a wooden canoe that lay behind my grandfather's barn for thirty years.
The hull has a crack as long as my arm, and the seats are gone. First I sand the hull, then I steam new ribs out of white oak.
By the end of the week this canoe is going down the river, or to the bottom of it.`;

test('A concept of a script becomes the image, its headline and title, and texts on a face and under the duration badge get hints whose buttons move them', async ({
  page,
  visit,
  home,
  creator,
}) => {
  // A browser that finds one face, in the middle of the picture.
  await page.addInitScript(`globalThis.FaceDetector = class {
    detect = async () => [{ boundingBox: { x: 540, y: 260, width: 200, height: 200 } }];
  };`);
  await visit('/', creator);
  await page.getByRole('button', { name: 'Start from a script' }).click();
  const sheet = page.getByRole('dialog', { name: 'Start from a script' });
  await sheet.getByRole('textbox', { name: 'Script' }).fill(TRANSCRIPT);
  await sheet.getByRole('button', { name: 'Suggest concepts' }).click();
  const concept = sheet.getByRole('list', { name: 'Concepts' }).getByRole('listitem').nth(1);
  const parts = concept.getByRole('definition');
  await expect(parts).toHaveCount(3);
  const [, headline = '', prompt = ''] = await parts.allInnerTexts();
  await concept.getByRole('button', { name: 'Use concept 2' }).click();
  await expect(home.prompt).toHaveValue(prompt);
  await expect(page.getByText(`Headline for the finish page: ${headline}`)).toBeVisible();
  await home.generate.click();
  await page.getByRole('link', { name: 'Finish', exact: true }).click();

  await expect(page.getByRole('list', { name: /^Layers/ })).toBeVisible();
  await openTab(page, 'Preview');
  await page.getByRole('button', { name: 'Suggest titles and headlines' }).click();
  const title = page.getByRole('list', { name: 'Video titles' }).getByRole('button').first();
  const words = (await title.textContent()) ?? '';
  await title.click();
  await expect(title).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(words);
  const preview = page.getByRole('region', { name: 'On YouTube' });
  await expect(canvas(page)).toBeHidden();
  await expect(preview.getByRole('img', { name: 'Your thumbnail on the home page' })).toBeVisible();
  await openTab(page, 'Design');
  await page.getByRole('button', { name: 'Add your headline' }).click();
  await expect(verdict(page, 'All checks pass')).toBeVisible();
  const x = page.getByRole('spinbutton', { name: 'X of the middle, from the left' });
  const y = page.getByRole('spinbutton', { name: 'Y of the middle, from the top' });
  const [left, top] = [await x.inputValue(), await y.inputValue()];
  await addLayer(page, 'Add a box');
  await x.fill(left);
  await y.fill(top);
  await page.getByRole('slider', { name: 'Edge' }).fill('0');
  await page.getByRole('button', { name: /^Bring it to the front: Another layer covers/ }).click();
  await expect(verdict(page, 'All checks pass')).toBeVisible();
  await page
    .getByRole('list', { name: /^Layers/ })
    .getByRole('button', { name: headline, exact: true })
    .click();
  await page.getByRole('radio', { name: 'Centre' }).check();
  await x.fill('640');
  await y.fill('360');
  await page.getByRole('button', { name: `Move it off the face: “${headline}” covers a face` }).click();
  await expect(verdict(page, 'All checks pass')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(verdict(page, 'One thing needs a look')).toBeVisible();
  await page.getByRole('radio', { name: 'Centre' }).check();
  await x.fill('900');
  await y.fill('600');

  await openTab(page, 'Checks');
  await expect(checks(page)).toContainText(`The duration badge covers “${headline}”`);
  await expectAccessible(page);
  await checks(page)
    .getByRole('button', { name: /^Move it (up|left)/ })
    .press('Enter');
  await expect(verdict(page, 'All checks pass')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Checks' })).toBeFocused();

  await openTab(page, 'Design');
  await addLayer(page, 'Add text');
  await page.keyboard.press('Escape');
  await openTab(page, 'Checks');
  await checks(page)
    .getByRole('button', {
      name: 'Write the words: Text: “YOUR HEADLINE” still has the words of the layout',
      exact: true,
    })
    .click();
  const field = page.getByRole('textbox', { name: 'Words' });
  await expect(field).toBeFocused();
  await page.keyboard.type('IN A WEEK');
  await expect(field).toHaveValue('IN A WEEK');
});

test('An export whose font cannot be loaded says so and saves nothing', async ({
  page,
  visit,
  creator,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  await page.route(/anton.*\.woff2/, (route) => route.abort());
  await openFinishPage({ page, visit, creator });
  await page.getByRole('button', { name: 'Add your headline' }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();

  await expect(toasts(page)).toHaveText(
    /Nothing was exported: The font Anton could not be loaded\. Check your connection and try again\./,
  );
});

test('Two tabs with different designs ask which design to keep, and a reload shows that design', async ({
  page,
  visit,
  creator,
  context,
  guard,
}) => {
  guard.allow(/409/);
  const path = await openFinishPage({ page, visit, creator });
  const other = await context.newPage();
  await other.goto(path);
  await addLayer(other, 'Add text');
  await words(other).fill('FROM THE OTHER TAB');
  await expect(saved(other)).toBeVisible();
  await other.close();

  await addLayer(page, 'Add text');
  await words(page).fill('FROM THIS TAB');
  const dialog = page.getByRole('dialog', { name: 'Two versions of this design' });
  await dialog.getByRole('button', { name: 'Use the other version' }).click();
  await expect(dialog).toBeHidden();
  await expect(words(page)).toHaveValue('FROM THE OTHER TAB');
  await expect(saved(page)).toBeVisible();
  await page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key.startsWith('outbox/')) localStorage.removeItem(key)`,
  );
  await reloadPage(page);
  await expect(words(page)).toHaveValue('FROM THE OTHER TAB');
});

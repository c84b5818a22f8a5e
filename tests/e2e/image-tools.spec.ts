import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { readPngSize } from '../../functions/platform/png.ts';
import { guardPages } from './support/page-guard.ts';
import { expectAccessible, reloadPage } from './support/page.ts';
import { expect, test } from './support/test.ts';

const HEADLINE = 'HELLO 4K';
const NAMES = ['Original', 'Erased', 'Flags red', 'Room right', '4K'];

const versions = (page: Page) => page.getByRole('list', { name: 'Versions of the image' });
const chosen = (page: Page) => versions(page).getByRole('button', { pressed: true });
const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Image tools' }).getByRole('button', { name });
const start = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
const fileSettings = (page: Page) => page.getByRole('dialog', { name: 'File settings' });

type Point = readonly [right: number, down: number];

/** Moves fingers over an element, which Playwright cannot. The points of each finger are parts of the element. */
async function moveFingers(page: Page, element: Locator, ...fingers: (readonly Point[])[]) {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touch = await page.context().newCDPSession(page);
  for (const index of fingers[0]?.keys() ?? []) {
    const points = fingers.map((finger) => finger[index] ?? [0, 0]);
    await touch.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: points.map(([right, down], id) => ({ id, x: x + width * right, y: y + height * down })),
    });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

/** Compares an element with a box: returns its left and upper edge and its size, relative to the box. */
async function comparePlaces(element: Locator, box: Awaited<ReturnType<Locator['boundingBox']>>) {
  const now = await element.boundingBox();
  if (!now || !box) return undefined;
  const { x, y, width, height } = box;
  const parts = [(now.x - x) / width, (now.y - y) / height, now.width / width, now.height / height];
  return parts.map((part) => Math.round(part * 10) / 10);
}

/** Exports the design with 3840 x 2160 pixels, after the size of the file is shown. */
async function exportLarge(page: Page, format: 'JPEG' | 'PNG', limit: RegExp): Promise<Buffer> {
  await page.getByRole('button', { name: 'File settings' }).click();
  await fileSettings(page)
    .getByRole('radio', { name: /^3840 × 2160/ })
    .check();
  await fileSettings(page).getByRole('radio', { name: format }).check();
  await fileSettings(page).getByRole('radio', { name: limit }).check();
  await expect(fileSettings(page).locator('.export-file-size strong')).toHaveText(/^[\d.]+ (kB|MB)$/);
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return readFile(await (await downloading).path());
}

/**
 * Compares the letters of an exported file with letters that the browser draws at that size, white on their outline.
 * @returns the share of their pixels that differ by more than a quarter, and the same share for letters that are enlarged from 1280 x 720
 */
const compareLetters = (page: Page, file: Buffer, text: string) =>
  page.evaluate<{ native: number; enlarged: number }>(`(async () => {
    const draw = (scale) => {
      const canvas = new OffscreenCanvas(1280 * scale, 720 * scale);
      const context = canvas.getContext('2d');
      context.scale(scale, scale);
      context.font = '400 150px Anton';
      context.textAlign = 'center';
      context.lineJoin = 'round';
      context.lineWidth = 24;
      context.strokeStyle = '#190a2d';
      context.fillStyle = '#ffffff';
      const baseline = 360 + (0.859 * 150) / 2;
      context.strokeText('${text}', 640, baseline);
      context.fillText('${text}', 640, baseline);
      return canvas;
    };
    // Reads only the rows with the letters, which are in the middle: the other rows take most of the time.
    const read = (image) => {
      const context = new OffscreenCanvas(3840, 600).getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, -780, 3840, 2160);
      return context.getImageData(0, 0, 3840, 600).data;
    };
    const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (character) => character.charCodeAt(0));
    const exported = read(await createImageBitmap(new Blob([bytes])));
    const [native, enlarged] = [read(draw(3)), read(draw(1))];
    const compare = (letters) => {
      let [compared, different] = [0, 0];
      for (let index = 0; index < letters.length; index += 4) {
        if (native[index + 3] < 255 || enlarged[index + 3] < 255) continue;
        compared += 1;
        if (Math.abs(letters[index] - exported[index]) > 64) different += 1;
      }
      return different / compared;
    };
    return { native: compare(native), enlarged: compare(enlarged) };
  })()`);

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('An image is erased with a finger, changed by a sentence, moved, given a headline and made 4K, and another device continues with it', async ({
    page,
    visit,
    creator,
    home,
    browser,
    site,
    devTools,
  }) => {
    test.slow(); // Four edits, and files of eight megapixels.
    await devTools.setBalance(creator.userId, 5);
    await visit('/', creator);
    await home.submit('A castle on a hill');
    await expect(home.image).toBeVisible();
    await home.preview.getByRole('link', { name: 'Edit' }).click();

    await test.step('erase with a finger', async () => {
      await tool(page, 'Erase').click();
      await expectAccessible(page);
      const painted = page.getByRole('img', { name: 'The painted area' });
      await moveFingers(page, painted, [
        [0.2, 0.3],
        [0.3, 0.35],
        [0.4, 0.3],
      ]);
      await start(page, 'Erase');
      await expect(chosen(page)).toHaveText('Erased');
    });

    await test.step('recolour by a sentence, which runs nothing by itself', async () => {
      await page.getByRole('textbox', { name: 'Say what to change' }).fill('Make the flags red');
      await page.getByRole('button', { name: 'Show the change' }).click();
      const field = page.getByRole('form', { name: 'Say what to change' });
      await expect(field.getByRole('status')).toHaveText('Recolour “flags” to “red”');
      await expect(versions(page).getByRole('button')).toHaveText(['Original', 'Erased']);
      await field.getByRole('button', { name: 'Recolour' }).click();
      await expect(chosen(page)).toHaveText('Flags red');
    });

    await test.step('make room on the right', async () => {
      await tool(page, 'Move').click();
      await page.getByRole('radio', { name: 'Room right' }).check();
      await start(page, 'Fill');
      await expect(chosen(page)).toHaveText('Room right');
    });

    await test.step('write a headline, make the image 4K, and export both', async () => {
      await page.getByRole('button', { name: 'Add your headline' }).click();
      await page.getByRole('textbox', { name: 'Words' }).fill(HEADLINE);
      await page.getByRole('spinbutton', { name: 'Size' }).fill('150');
      await page.getByRole('radio', { name: 'Centre' }).check();
      await page.getByRole('spinbutton', { name: 'X of the middle, from the left' }).fill('640');
      await page.getByRole('spinbutton', { name: 'Y of the middle, from the top' }).fill('360');
      await page.getByRole('tab', { name: 'Image' }).click();
      await tool(page, '4K').click();
      await start(page, 'Make it 4K');
      await expect(chosen(page)).toHaveText('4K', { timeout: 60_000 });
      const file = await exportLarge(page, 'PNG', /^50 MB/);
      expect(readPngSize(file)).toEqual({ width: 3_840, height: 2_160 });
      const { native, enlarged } = await compareLetters(page, file, HEADLINE);
      expect(native).toBeLessThan(0.001);
      expect(enlarged).toBeGreaterThan(0.01);
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    });

    await test.step('continue after a reload', async () => {
      await reloadPage(page);
      await expect(versions(page).getByRole('button')).toHaveText(NAMES);
      await expect(chosen(page)).toHaveText('4K');
      await page.getByRole('button', { name: 'Before/After' }).click();
      await page.getByRole('slider', { name: 'Before' }).fill('40');
      await versions(page).getByRole('button', { name: 'Version Original' }).click();
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await expect(chosen(page)).toHaveText('4K');
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    });

    await test.step('export on another device', async () => {
      const { storageState } = creator;
      const viewport = { width: 1_440, height: 900 };
      const context = await browser.newContext({ baseURL: site.url, storageState, viewport });
      const guard = await guardPages(site, context);
      const device = await context.newPage();
      await device.goto('/thumbnails');
      await device.getByRole('button', { name: 'More actions' }).click();
      await device.getByRole('link', { name: 'Edit' }).last().click();
      await expect(versions(device).getByRole('button')).toHaveText(NAMES);
      await expect(chosen(device)).toHaveText('4K');
      await expect(device.getByRole('img', { name: `The image with ${HEADLINE}` })).toBeVisible();
      expect((await exportLarge(device, 'JPEG', /^2 MB/)).length).toBeLessThan(2_000_000);
      expect(guard.report()).toEqual([]);
      await context.close();
    });
  });

  test('Two fingers enlarge what is painted, and make the image smaller in its frame', async ({
    page,
    visit,
    creator,
  }) => {
    const [id] = await creator.generate('A castle on a hill');
    await visit(`/thumbnails/${id}?tab=image`, creator);
    await tool(page, 'Erase').click();
    const painted = page.getByRole('img', { name: 'The painted area' });
    await painted.click({ trial: true }); // Waits until it stands still.
    const whole = await painted.boundingBox();
    await moveFingers(
      page,
      painted,
      [
        [0.4, 0.5],
        [0.3, 0.5],
        [0.2, 0.5],
      ],
      [
        [0.6, 0.5],
        [0.7, 0.5],
        [0.8, 0.5],
      ],
    );
    await expect.poll(async () => await comparePlaces(painted, whole)).toEqual([-1, -1, 3, 3]);
    // A pinch paints nothing.
    await expect(page.getByText('Paint on the image first.')).toBeVisible();
    // The ring shows the brush where the pointer is, in its true size.
    await page.mouse.move(120, 200);
    const ring = page.locator('.mask-cursor');
    const brush = (48 / 1_344) * 3 * (whole?.width ?? 0); // The image has 1,344 columns.
    const place = async () => {
      const { x, y, width, height } = (await ring.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return [x + width / 2, y + height / 2, width].map(Math.round);
    };
    await expect.poll(place).toEqual([120, 200, Math.round(brush)]);
    // A pixel of its layout is a pixel of the screen, so the zoom does not make its line thicker.
    expect(await page.evaluate(`document.querySelector('.mask-cursor').offsetWidth`)).toBe(Math.round(brush));

    await tool(page, 'Erase').click();
    await tool(page, 'Move').click();
    const image = page.getByRole('button', { name: /^The image in the frame/ });
    await expect.poll(async () => await comparePlaces(image, whole)).toEqual([0, 0, 1, 1]);
    await moveFingers(
      page,
      image,
      [
        [0.1, 0.5],
        [0.2, 0.5],
        [0.3, 0.5],
      ],
      [
        [0.9, 0.5],
        [0.8, 0.5],
        [0.8, 0.5],
      ],
    );
    await expect.poll(async () => await comparePlaces(image, whole)).toEqual([0.2, 0.2, 0.6, 0.6]);
    await expect(page.getByRole('slider', { name: 'Size' })).toHaveValue('63');
  });
});

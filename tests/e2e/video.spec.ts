import { xmpPacket } from '#contract/design/image-metadata.ts';
import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMark } from '../support/image-metadata.ts';
import { addLayer, expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';

const locate = (name: string) => fileURLToPath(new URL(`../support/videos/${name}`, import.meta.url));

const dialog = (page: Page) => page.getByRole('dialog', { name: 'From a video' });
const timeCode = (page: Page) => dialog(page).getByText(/^\d\d:\d\d\.\d{3}$/);
const slider = (page: Page) => dialog(page).getByRole('slider', { name: 'Position in the video' });
const frames = (page: Page) => dialog(page).getByRole('list', { name: 'Frames of the video' });

async function choose(page: Page, button: string, file: string | { name: string; buffer: Buffer }) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  const chooser = await choosing;
  await chooser.setFiles(typeof file === 'string' ? locate(file) : { mimeType: 'video/mp4', ...file });
}

test('A frame of a portrait clip from a phone becomes an upright picture, and nothing leaves the page before', async ({
  page,
  visit,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await addLayer(page, 'Add a logo or picture');
  await choose(page, 'From a video', 'rotated.mov');
  await expect(slider(page)).toBeFocused();

  const requests: string[] = [];
  page.on('request', (request) => {
    // The page loads its code when it first encodes the design.
    const isCode = request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/assets/');
    if (!isCode && !request.url().startsWith('blob:')) requests.push(request.url());
  });
  await expect(dialog(page).getByText('· 00:02 · 54 × 96')).toBeVisible();
  await expect(dialog(page).getByText(/ that are sharp, bright and different\.$/)).toBeVisible();
  await expectAccessible(page);

  await test.step('move by keys', async () => {
    await page.keyboard.press('Home');
    await expect(timeCode(page)).toHaveText('00:00.000');
    await page.keyboard.press('.');
    await expect(timeCode(page)).toHaveText('00:00.100');
    await page.keyboard.press('ArrowRight');
    await expect(timeCode(page)).toHaveText('00:01.100');
    await page.keyboard.press(',');
    await expect(timeCode(page)).toHaveText('00:01.000');
    await expect(dialog(page).getByText('frame 11')).toBeAttached();
  });
  await frames(page).getByRole('button').first().click();
  await expect(frames(page).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  expect(requests).toEqual([]);

  const stored = page.waitForResponse((response) => response.url().endsWith('/api/cutouts'));
  await dialog(page).getByRole('button', { name: 'Use this frame' }).click();
  await stored;
  await expect(page.getByRole('list', { name: 'Layers' }).getByText('Picture')).toBeVisible();
});

test('Canceling what follows a frame goes back to the same frame of the video', async ({
  page,
  visit,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await visit('/', creator);
  await choose(page, 'Use your own picture', 'steady.mp4');
  await expect(slider(page)).toBeFocused();
  const pick = async () => {
    await page.keyboard.press('Home');
    await expect(timeCode(page)).toHaveText('00:00.000');
    await page.keyboard.press('.');
    await expect(timeCode(page)).not.toHaveText('00:00.000');
    return await timeCode(page).innerText();
  };
  const expectBack = async (at: string) => {
    // The dialog above the video has the keyboard.
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(timeCode(page)).toHaveText(at);
  };
  const onHome = await pick();
  await dialog(page).getByRole('button', { name: 'Use this frame as' }).click();
  await dialog(page)
    .getByRole('button', { name: /^The thumbnail/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Crop to 16:9' })).toBeVisible();
  await expectBack(onHome);

  await visit(`/thumbnails/${id}`, creator);
  await addLayer(page, 'Add a cut-out');
  await choose(page, 'From a video', 'steady.mp4');
  await expect(slider(page)).toBeFocused();
  const onFinish = await pick();
  await dialog(page).getByRole('button', { name: 'Use this frame' }).click();
  await expect(page.getByRole('dialog', { name: 'What is this picture?' })).toBeVisible();
  await expectBack(onFinish);

  // The answer closes both dialogs, and the focus is where it was before them.
  await dialog(page).getByRole('button', { name: 'Use this frame' }).click();
  await page.getByRole('button', { name: /^A picture on the thumbnail/ }).press('Enter');
  await expect(page.getByRole('list', { name: 'Layers' }).getByText('Picture')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused();
});

test('The dialog of a video names what it cannot show, and opens what cameras and recorders write', async ({
  page,
  visit,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await addLayer(page, 'Add a cut-out');
  await choose(page, 'From a video', 'sound.mp4');
  const problem = dialog(page).getByRole('alert').filter({ hasText: /./ });
  await expect(problem).toHaveText('sound.mp4 has sound, but no picture. Choose another file.');

  const buffer = await readFile(locate('steady.mp4'));
  const cut = { name: 'cut.mp4', buffer: buffer.subarray(0, buffer.length / 2) };
  await choose(page, 'Another file', cut);
  await expect(problem).toHaveText(/^cut\.mp4 is incomplete: its end is missing\./);

  await choose(page, 'Another file', 'hevc.mp4');
  await expect(problem).toHaveText(
    /^hevc\.mp4 is encoded with HEVC \(H\.265\), and this browser cannot show it\./,
  );

  for (const [file, facts] of [
    ['ten-bit.mp4', '· 00:01 · 96 × 54'],
    ['av1.mp4', '· 00:01 · 96 × 54'],
    ['uneven.webm', '· 00:00 · 96 × 54'],
    ['uneven.mp4', '· 00:00 · 96 × 54'],
    ['two-hours.mp4', '· 2:00:00 · 96 × 54'],
  ] as const) {
    await choose(page, 'Another file', file);
    await expect(dialog(page).getByText(facts)).toBeVisible();
    await expect(dialog(page).getByText(/ frames that are sharp, bright and different\.$/)).toBeVisible();
  }
  // On a slow machine, the filmstrip of two hours has ten frames: it looks at one frame of each part, and two pairs of them look the same.
  expect(await frames(page).getByRole('button').count()).toBeGreaterThanOrEqual(10);
  // On a tablet, no frame shows below the button that stays in view.
  await page.setViewportSize({ width: 768, height: 900 });
  const findBottom = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    return Math.round(y + height);
  };
  const gap = async () =>
    (await findBottom(dialog(page))) - (await findBottom(dialog(page).locator('.video-foot')));
  await expect.poll(gap).toBe(1); // The border of the dialog.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Add a cut-out' })).toBeVisible();
});

/** The box `uuid` of an MP4 with XMP (XMP Specification Part 3, section 1.2.7.1), which says that AI made the video. */
function createMark(): Buffer {
  const content = Buffer.from(xmpPacket('generated'));
  const header = Buffer.from('0000000075756964be7acfcb97a942e89c71999491e3afac', 'hex');
  header.writeUInt32BE(header.length + content.length);
  return Buffer.concat([header, content]);
}

test('A video that AI made is dropped on the finish page, and its frame keeps the mark of AI', async ({
  page,
  visit,
  creator,
  inspector,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  const video = Buffer.concat([await readFile(locate('av1.mp4')), createMark()]).toString('base64');
  const files = await page.evaluateHandle(
    `(() => {
      const bytes = Uint8Array.from(atob('${video}'), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'clip.mp4', { type: 'video/mp4' }));
      return data;
    })()`,
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: files });
  await dialog(page).getByRole('button', { name: 'Use this frame' }).click();

  const stored = page.waitForResponse((response) => response.url().endsWith('/api/cutouts'));
  await page.getByRole('button', { name: /^A picture on the thumbnail/ }).click();
  const { cutoutId } = (await (await stored).json()) as { cutoutId: string };
  const { source } = readMark(await inspector.readImage(`images/${creator.userId}/${cutoutId}.png`)) ?? {};
  expect(source).toMatch(/\/trainedAlgorithmicMedia$/);
});

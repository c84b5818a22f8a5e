import jpeg from 'jpeg-js';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readMark } from '../support/image-metadata.ts';
import { holdRequests } from './support/network.ts';
import { expectNoSidewaysScroll, reloadPage, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const cards = (page: Page) => page.getByRole('checkbox');
const card = (page: Page, prompt: string) => page.getByRole('listitem').filter({ hasText: prompt });

async function deleteThumbnail(page: Page, prompt: string): Promise<void> {
  await card(page, prompt).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete the selected thumbnails' }).click();
}

test('All thumbnails, which the history and the navigation link to, fills the generator with an old request', async ({
  page,
  visit,
  home,
  collector,
}) => {
  await visit('/', collector);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Thumbnails' })).toHaveAttribute('href', '/thumbnails');
  await home.previous.getByRole('link', { name: 'All thumbnails' }).click();

  await expect(cards(page)).toHaveCount(5);
  await expect(page.getByText('5 thumbnails')).toBeVisible();
  await expect(page.getByRole('listitem').first()).toContainText('A robot');
  const oldest = card(page, 'The oldest');
  await expect(oldest.getByRole('link', { name: 'The oldest' })).toHaveAttribute(
    'href',
    `/thumbnails/${collector.thumbnailIds[0]}`,
  );
  await oldest.hover();
  await oldest.getByRole('button', { name: 'Use again' }).click();
  await expect(home.prompt).toHaveValue('The oldest');
});

test('A search finds prompts, names and headlines, and a reload, the keyboard and the favourites lead back to one thumbnail', async ({
  page,
  visit,
  creator,
}) => {
  const [castle = ''] = await creator.generate('A CASTLE of glass', '東京の夜景', 'Another city');
  await visit('/thumbnails', creator);
  await expect(cards(page)).toHaveCount(3);
  await card(page, 'A CASTLE').hover();
  await card(page, 'A CASTLE').getByRole('button', { name: 'Favourite' }).click();
  await card(page, 'A CASTLE').getByRole('button', { name: 'More actions' }).click();
  await card(page, 'A CASTLE').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Straße');
  // The card has its name before the server.
  const named = page.waitForResponse((response) => response.request().postData() === '{"name":"Straße"}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'Straße')).toBeVisible();
  await named;

  await page.keyboard.press('/');
  await page.keyboard.type('STRASSE glass');
  await expect(cards(page)).toHaveCount(1);
  await reloadPage(page);
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=STRASSE\+glass/);
  await page.getByRole('searchbox').fill('夜景 castle');
  await expect(page.getByText('No thumbnail matches “夜景 castle”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(cards(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Favourites', exact: true }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect(page.getByRole('combobox', { name: 'Sort' })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/thumbnails/${castle}`));
});

test('A second visit transfers no preview again, because each has the same URL and the browser keeps it', async ({
  page,
  visit,
  creator,
}) => {
  await creator.generate('A castle', 'A city', 'A robot');
  await visit('/thumbnails', creator);
  const loaded = page.locator('img[data-state="loaded"]');
  await expect(loaded).toHaveCount(3);
  // The browser may list a transfer later than it shows the image.
  await expect.poll(async () => (await listTransfers(page)).length).toBe(3);
  const first = await listTransfers(page);
  expect(first.every(({ bytes }) => bytes > 0)).toBe(true);

  await page.goto('/thumbnails');
  await expect(loaded).toHaveCount(3);
  await expect.poll(() => listTransfers(page)).toEqual(first.map(({ url }) => ({ url, bytes: 0 })));
});

/** The images of this page, with the bytes that the browser received for each. */
const listTransfers = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as unknown as { name: string; transferSize: number }[])
      .filter(({ name }) => new URL(name).pathname.startsWith('/images/'))
      .map(({ name: url, transferSize: bytes }) => ({ url, bytes }))
      .sort((one, other) => one.url.localeCompare(other.url)),
  );

test('A deletion can be undone, and is carried out when the page is left', async ({
  page,
  visit,
  inspector,
  creator,
  guard,
}) => {
  guard.allow(/404/);
  const [castle = '', city = ''] = await creator.generate('A castle', 'A city');
  await visit('/thumbnails', creator);
  await expect(cards(page)).toHaveCount(2);
  await deleteThumbnail(page, 'A castle');
  await expect(cards(page)).toHaveCount(1);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(toasts(page)).toHaveCount(0);

  await deleteThumbnail(page, 'A city');
  await expect(toasts(page).filter({ hasText: 'Thumbnail deleted.' })).toBeVisible();
  // The next page repeats the deletion. The page is held until the first deletion is done, so that the repeated one gets a 404.
  const held = await holdRequests(page, '/config.json');
  await reloadPage(page);
  const listed = async () =>
    (await inspector.thumbnails(creator.userId))
      .filter(({ status }) => status === 'succeeded')
      .map(({ generationId }) => generationId);
  await expect.poll(listed).toEqual([castle]);
  const repeated = page.waitForResponse((response) => response.url().endsWith(`/api/thumbnails/${city}`));
  held.release();
  expect((await repeated).status()).toBe(404);
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, 'A castle')).toBeVisible();
});

test('Three versions survive a reload, cost one credit each, and are exported as three named files', async ({
  page,
  visit,
  home,
  devTools,
  inspector,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 4);
  await creator.generate('A castle [[slow:2000]]');
  await visit('/', creator);
  await expect(home.image).toBeVisible();
  await page.getByRole('button', { name: 'Use this prompt' }).click();
  await page.getByRole('radio', { name: 'Three images' }).check();
  await home.generate.click();
  await expect(page.getByText('0 of 3 are ready')).toBeVisible();
  await reloadPage(page);
  await expect(page.getByText('3 of 3 are ready')).toBeVisible();
  await expect(home.tiles).toHaveCount(4);
  expect(await inspector.balance(creator.userId)).toBe(0);

  const zip = await download(page, 'Export three');
  expect(zip.name).toBe('thumbnails.zip');
  expect(Object.keys(readZip(zip.file))).toEqual([
    'a-castle-slow-2000-1280x720.jpg',
    'a-castle-slow-2000-1280x720-2.jpg',
    'a-castle-slow-2000-1280x720-3.jpg',
  ]);
});

test('A finished thumbnail is shown with its text in every list, downloaded as it is finished or as it was made, and tested', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await creator.generate('A robot', 'A city');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Text on the right' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill('I BUILT IT');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'All thumbnails' }).first().click();

  const finished = card(page, 'A castle');
  await expect(finished).toContainText('Finished');
  await expect(card(page, 'A city')).not.toContainText('Finished');
  await expect(finished.getByRole('presentation')).toHaveAttribute('src', /\.jpg\?/);
  await expect(finished.getByRole('presentation')).toHaveJSProperty('naturalWidth', 480);
  await finished.hover();
  await finished.getByRole('button', { name: 'Download', exact: true }).click();
  const exported = await download(page, 'Finished, JPEG');
  expect(exported.name).toBe('a-castle-1280x720.jpg');
  expect(jpeg.decode(exported.file)).toMatchObject({ width: 1_280, height: 720 });
  await finished.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download(page, 'Original')).name).toBe('thumbnail.png');

  for (const box of await cards(page).all()) await box.check();
  await page.getByRole('button', { name: 'Download as zip' }).click();
  const zip = await download(page, 'Finished, JPEG');
  const names = ['a-city-1280x720.jpg', 'a-robot-1280x720.jpg', 'a-castle-1280x720.jpg'];
  expect(Object.keys(readZip(zip.file))).toEqual(names);

  await page.getByRole('button', { name: 'Test pack' }).click();
  await page.getByRole('textbox', { name: 'Title 1' }).fill('A day in the city');
  await page.getByRole('button', { name: 'Winner: 3' }).click();
  const pack = await download(page, 'Download test pack');
  await expect(finished).toContainText('Winner');
  const files = readZip(pack.file);
  const numbered = names.map((name, index) => `${index + 1}-${name}`);
  expect(Object.keys(files)).toEqual([...numbered, 'titles.txt', 'how-to.txt']);
  expect(files['titles.txt']?.toString()).toContain('1. A day in the city\r\n   1-a-city-1280x720.jpg');
  for (const name of numbered) {
    const file = files[name] ?? Buffer.alloc(0);
    expect(jpeg.decode(file)).toMatchObject({ width: 1_280, height: 720 });
    expect(file.length).toBeLessThan(2_000_000);
  }

  await visit('/', creator);
  await expect(home.previous.getByRole('img', { name: 'A castle' })).toHaveAttribute('src', /\.jpg\?/);
});

async function download(page: Page, name: string): Promise<{ name: string; file: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).and(page.locator(':visible')).click();
  const result = await downloading;
  return { name: result.suggestedFilename(), file: await readFile(await result.path()) };
}

test('A history of four transfers at most 200 kB of images beside the large one', async ({
  page,
  home,
  collector,
  visit,
}) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'image' && response.url().includes(collector.userId)) {
      sizes.set(
        new URL(response.url()).pathname,
        response.body().then(({ length }) => length),
      );
    }
  });
  await visit('/', collector);
  await expect(home.image).toBeVisible();
  const small = () => [...sizes].filter(([path]) => path.endsWith('.webp')).map(([, size]) => size);
  await expect.poll(() => small().length).toBe(4);
  expect(sizes.size).toBe(5);
  const bytes = await Promise.all(small());
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000);
});

/** The files of a zip without compression, by their names, from its directory. Each image has to say that AI made it. */
function readZip(zip: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 4)) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const file = zip.subarray(start, start + zip.readUInt32LE(at + 24));
    if (name.endsWith('.jpg')) expect(readMark(file)?.source).toMatch(/\/trainedAlgorithmicMedia$/);
    files[name] = file;
  }
  return files;
}

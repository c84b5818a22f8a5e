import type { Page } from '@playwright/test';
import jpeg from 'jpeg-js';
import { GENERATE } from './support/network.ts';
import { expectAccessible, toasts } from './support/page.ts';
import { CAMERA, GREEN, PHOTO, TURNED_PHOTO } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';

test.skip(({ site }) => site.devTools === undefined, 'Uses the stand-in of YouTube.');

const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const card = (page: Page) => page.getByRole('group', { name: 'Reference' });
const purpose = (page: Page, position: number) =>
  page.getByRole('button', { name: `Purpose of reference ${position}` });

/** The body of the next generation. */
async function readGeneration(page: Page): Promise<unknown> {
  return (await page.waitForRequest(`**${GENERATE}`)).postDataJSON();
}

test('A link alone shows its video, and the thumbnail is made in its style after its title', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await home.prompt.fill(LINK);
  await expect(card(page)).toContainText('Style from this video, its title is the idea');
  await expect(card(page).locator('img')).toHaveJSProperty('complete', true);
  await expect(page.getByLabel('Model')).toHaveText('Stable Image Style Guide (1 credit)');
  await expectAccessible(page);

  const generation = readGeneration(page);
  await home.generate.click();
  await expect(home.image).toBeVisible();
  expect(await generation).toMatchObject({
    prompt: LINK,
    reference: { kind: 'video', videoId: 'dQw4w9WgXcQ', fidelity: 0.5 },
  });
  await expect(home.tiles).toHaveAccessibleName(`${LINK} Style from a video`);
});

test('A link with words takes the idea from the words, and follows the style loosely', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await home.prompt.fill(`A castle ${LINK}`);
  await expect(card(page)).toContainText('Style from this video ·');
  await card(page).getByRole('radio', { name: 'Loose' }).check();

  const generation = readGeneration(page);
  await home.generate.click();
  await expect(home.image).toBeVisible();
  expect(await generation).toMatchObject({ prompt: `A castle ${LINK}`, reference: { fidelity: 0.3 } });
  await card(page).getByRole('button', { name: 'Remove the link' }).click();
  await expect(home.prompt).toHaveValue('A castle');
  await expect(card(page)).toHaveCount(0);
});

test('The card explains a channel without a key, a private video and a removed one', async ({
  page,
  visit,
  home,
  guard,
  collector,
}) => {
  guard.allow(/status of 422/);
  await visit('/', collector);
  await home.prompt.fill('https://www.youtube.com/@northlane');
  await expect(card(page)).toContainText("Paste a link to one of the channel's videos instead.");
  await home.prompt.fill('https://youtu.be/private1234');
  await expect(card(page)).toContainText('This video is private.');
  await expect(home.generate).toBeEnabled();
  await home.prompt.fill('https://youtu.be/deleted1234');
  await expect(card(page)).toContainText('This video does not exist, or it was removed.');
});

for (const { use, label, cost } of [
  { use: 'style', label: 'Style', cost: 'Stable Image Style Guide (1 credit)' },
  { use: 'layout', label: 'Layout', cost: 'Stable Image Control Structure (1 credit)' },
]) {
  test(`An image with the purpose ${label} is uploaded after consent, and used for the thumbnail`, async ({
    page,
    visit,
    home,
    creator,
  }) => {
    await visit('/', creator);
    await home.references.setInputFiles([GREEN, PHOTO]);
    await purpose(page, 2).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Not used' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press(use === 'style' ? 'ArrowDown' : 'End');
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Yes, upload it' }).click();
    await expect(page.getByRole('button', { name: 'Remove reference 2' })).toBeVisible();
    await expect(page.getByLabel('Model')).toHaveText(cost);

    const generation = readGeneration(page);
    await home.submit('A castle');
    await expect(home.image).toBeVisible();
    expect(await generation).toMatchObject({ prompt: 'A castle', reference: { kind: 'image', use } });
    await expect(home.tiles).toHaveAccessibleName(`A castle ${label} from own image`);
  });
}

test('An image that is too small for a purpose is refused with its name, and no other is asked for consent again', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await home.references.setInputFiles([GREEN, PHOTO]);
  await purpose(page, 1).click();
  await page.getByRole('menuitemradio', { name: 'Style' }).click();
  await page.getByRole('button', { name: 'Yes, upload it' }).click();
  await expect(toasts(page)).toHaveText(['green.png is too small: each side needs at least 64 pixels.']);
  await expect(purpose(page, 1)).toHaveAccessibleName('Purpose of reference 1: Not used');

  await purpose(page, 2).click();
  await page.getByRole('menuitemradio', { name: 'Style' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(purpose(page, 2)).toHaveAccessibleName('Purpose of reference 2: Style');
});

test('A photo is uploaded upright, and without the metadata of the camera', async ({
  page,
  visit,
  home,
  creator,
  inspector,
}) => {
  await visit('/', creator);
  await home.references.setInputFiles(TURNED_PHOTO);
  await purpose(page, 1).click();
  await page.getByRole('menuitemradio', { name: 'Style' }).click();
  await page.getByRole('button', { name: 'Yes, upload it' }).click();
  await expect.poll(() => inspector.images(creator.userId)).toHaveLength(1);

  const [key = ''] = await inspector.images(creator.userId);
  const file = await inspector.readImage(key);
  const { width, height, data } = jpeg.decode(file);
  expect([width, height]).toEqual([300, 400]);
  const colourAt = (y: number) => {
    const [red = 0, , blue = 0] = data.subarray((y * width + width / 2) * 4);
    return red > blue ? 'red' : 'blue';
  };
  expect([colourAt(100), colourAt(300)]).toEqual(['red', 'blue']);
  expect(TURNED_PHOTO.buffer.includes(CAMERA)).toBe(true);
  expect(file.includes(CAMERA) || file.includes('Exif')).toBe(false);
});

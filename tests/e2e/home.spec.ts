import type { Locator } from '@playwright/test';
import { WELCOME } from './support/welcome.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 360, height: 800 };
const LAPTOP = { width: 1440, height: 900 };

test('The home page is the generator, with a hero and three feature blurbs @2.route.home @2.home.hero @2.home.blurbs @1.landing-copy', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  await expect(page).toHaveTitle(/Thumbforge/);
  await expect(home.preview).toBeVisible();
  await expect(home.prompt).toBeVisible();
  await expect(home.generate).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thumbnails that earn the click');
  const blurbs = page.getByRole('region', { name: 'Why Thumbforge' });
  await expect(blurbs.getByRole('heading')).toHaveText(['AI-Powered', 'Lightning Fast', 'Style Mimicry']);
  await expect(blurbs).toContainText('Point at a video you admire and borrow its look.');
});

test('A visitor sees what the examples look like, and that they are sketches; a creator sees only their words', async ({
  visit,
  page,
  home,
  site,
  creator,
}) => {
  test.skip(site.devTools === undefined, 'A deployed stage has examples of its own, or none.');
  await visit('/');
  const pictures = home.examples.locator('img');
  await expect(page.getByRole('heading', { name: 'Start from an example' })).toBeVisible();
  await expect(page.getByText('Local sketches, not made by a model')).toBeVisible();
  await expect(pictures).toHaveCount(4);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('naturalWidth', 480);
  }
  await home.examples.last().click();
  await expect(home.prompt).toHaveValue('Programming tutorial with code and a laptop');

  await visit('/', creator);
  await expect(home.examples).toHaveCount(4);
  await expect(pictures).toHaveCount(0);
});

test('The header shows a visitor the logo, the tagline, Sign In and Sign Up @2.home.header @1.tagline @2.home.header-visitor', async ({
  visit,
  page,
}) => {
  await visit('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Thumbforge' })).toHaveAttribute('href', '/');
  await expect(header.getByText('AI Thumbnail Generator', { exact: true })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/auth?view=sign_up');
  await expect(header.getByRole('link', { name: 'Buy Credits' })).toBeHidden();
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeHidden();
});

test('The header shows a creator the balance, Buy Credits, the email address and Sign Out @2.home.header-signed-in', async ({
  visit,
  page,
  home,
  creator,
}) => {
  await visit('/', creator);
  const header = page.getByRole('banner');
  await expect(home.balance(WELCOME)).toBeVisible();
  await expect(header.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits');
  await expect(header.getByRole('button', { name: creator.email })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeHidden();
});

test('The preview has an aspect ratio of 16:9 at every width @2.home.preview @9.preview', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  for (const viewport of [PHONE, { width: 768, height: 1024 }, LAPTOP]) {
    await page.setViewportSize(viewport);
    const { width, height } = await getBox(home.preview);
    expect(width / height, `at ${viewport.width} px`).toBeCloseTo(16 / 9, 1);
  }
});

test('The selector block offers reference images and every model with its price @2.home.selector', async ({
  visit,
  page,
  home,
  devTools,
}) => {
  await visit('/');
  await expect(home.references).toBeEnabled();
  const { models } = devTools.config;
  const picker = page.getByRole('combobox', { name: 'Model' });
  await expect(picker.getByRole('option')).toHaveText(
    models.map(({ label, cost }) => `${label} (${cost} credit)`),
  );
  await expect(picker).toHaveValue(models[0]?.id ?? '');
});

test('Only a creator has a negative prompt @2.home.negative-prompt @1.negative-prompt', async ({
  visit,
  home,
  collector,
}) => {
  await visit('/');
  await expect(home.prompt).toBeVisible();
  await expect(home.negativePrompt).toBeHidden();
  await visit('/', collector);
  await home.negativePrompt.fill('blur, watermarks');
  await expect(home.negativePrompt).toHaveValue('blur, watermarks');
});

test('Previous Thumbnails has 2 columns on a small screen and 4 on a wide screen @2.home.previous', async ({
  visit,
  page,
  home,
  collector,
}) => {
  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  for (const [viewport, columns] of [
    [PHONE, 2],
    [LAPTOP, 4],
  ] as const) {
    await page.setViewportSize(viewport);
    const boxes = await Promise.all((await home.tiles.all()).map(getBox));
    expect(boxes.filter(({ y }) => y === boxes[0]?.y)).toHaveLength(columns);
  }
});

test('On a phone, the parts follow each other in the order of the specification @2.home.prompt', async ({
  visit,
  page,
  home,
  collector,
}) => {
  await page.setViewportSize(PHONE);
  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  const parts = [
    page.getByRole('banner'),
    page.getByRole('heading', { level: 1 }),
    home.preview,
    home.references,
    home.prompt,
    home.examples.first(),
    home.negativePrompt,
    home.previous,
    page.getByRole('region', { name: 'Why Thumbforge' }),
  ];
  const tops = (await Promise.all(parts.map(getBox))).map(({ y }) => y);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

async function getBox(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('The part is not on the page.');
  return box;
}

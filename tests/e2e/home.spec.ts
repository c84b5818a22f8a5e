import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';

const PHONE = { width: 360, height: 800 };
const DESK = { width: 1440, height: 900 };

test('[2.route.home] / is the generator', async ({ visit, page, home }) => {
  await visit('/');
  await expect(page).toHaveTitle(/Thumbforge/);
  await expect(home.preview).toBeVisible();
  await expect(home.prompt).toBeVisible();
  await expect(home.generate).toBeVisible();
});

test('[2.home.header 1.tagline] The header has the logo and what the product is', async ({ visit, page }) => {
  await visit('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Thumbforge' })).toHaveAttribute('href', '/');
  await expect(header.getByText('AI Thumbnail Generator', { exact: true })).toBeVisible();
});

test('[2.home.header-visitor] A visitor finds Sign In and Sign Up in the header', async ({ visit, page }) => {
  await visit('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/auth?view=sign_up');
  await expect(header.getByRole('link', { name: 'Buy Credits' })).toBeHidden();
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeHidden();
});

test('[2.home.header-signed-in] A creator finds balance, Buy Credits, address and Sign Out', async ({
  visit,
  page,
  home,
  creator,
}) => {
  await visit('/', creator);
  const header = page.getByRole('banner');
  await expect(home.credits('3 credits')).toBeVisible();
  await expect(header.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits');
  await expect(header.getByText(creator.email)).toBeVisible();
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeHidden();
});

test('[2.home.hero] A hero says what it is for', async ({ visit, page }) => {
  await visit('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thumbnails that earn the click');
});

for (const viewport of [PHONE, { width: 768, height: 1024 }, DESK]) {
  test(`[2.home.preview 9.preview] The preview is 16:9 at ${viewport.width} px`, async ({
    visit,
    page,
    home,
  }) => {
    await page.setViewportSize(viewport);
    await visit('/');
    const { width, height } = await boxOf(home.preview);
    expect(width / height).toBeCloseTo(16 / 9, 1);
  });
}

test('[2.home.selector] A selector block takes references and the choice of a model', async ({
  visit,
  page,
  home,
  workshop,
}) => {
  await visit('/');
  await expect(home.references).toBeEnabled();
  const { models } = workshop.config;
  const labels = models.map(({ label, cost }) => `${label} (${cost} credit)`);
  const picker = page.getByRole('combobox', { name: 'Model' });
  await expect(picker.getByRole('option')).toHaveText(labels);
  await expect(picker).toHaveValue(models[0]?.id ?? '');
});

test('[2.home.prompt] A prompt input takes the idea', async ({ visit, home }) => {
  await visit('/');
  await home.prompt.fill('A castle build at sunset');
  await expect(home.prompt).toHaveValue('A castle build at sunset');
});

test('[2.home.negative-prompt] A creator has a negative prompt', async ({ visit, home, creator }) => {
  await visit('/', creator);
  await home.negativePrompt.fill('blur, watermarks');
  await expect(home.negativePrompt).toHaveValue('blur, watermarks');
});

test('[2.home.negative-prompt 1.negative-prompt] A visitor has none', async ({ visit, home }) => {
  await visit('/');
  await expect(home.prompt).toBeVisible();
  await expect(home.negativePrompt).toBeHidden();
});

for (const [name, viewport, columns] of [
  ['2 columns on a small screen', PHONE, 2],
  ['4 columns on a wide one', DESK, 4],
] as const) {
  test(`[2.home.previous] Previous Thumbnails has ${name}`, async ({ visit, page, home, creator }) => {
    await creator.generate('A castle', 'A city', 'A forest');
    await page.setViewportSize(viewport);
    await visit('/', creator);
    await expect(home.tiles).toHaveCount(3);
    const boxes = await Promise.all((await home.tiles.all()).map(boxOf));
    const first = boxes[0]?.y;
    expect(boxes.filter(({ y }) => y === first)).toHaveLength(Math.min(columns, 3));
    const grid = await boxOf(home.previous.getByRole('list'));
    expect(Math.floor(grid.width / (boxes[0]?.width ?? 0))).toBe(columns);
  });
}

test('[2.home.blurbs 1.landing-copy] Three blurbs say why', async ({ visit, page }) => {
  await visit('/');
  const blurbs = page.getByRole('region', { name: 'Why Thumbforge' });
  await expect(blurbs.getByRole('heading')).toHaveText(['AI-Powered', 'Lightning Fast', 'Style Mimicry']);
  await expect(blurbs).toContainText('Point at a video you admire and borrow its look.');
});

test('[2.home.prompt] On a phone the parts follow each other in the order of the specification', async ({
  visit,
  page,
  home,
  creator,
}) => {
  await creator.generate('A castle');
  await page.setViewportSize(PHONE);
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(1);
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
  const tops = (await Promise.all(parts.map(boxOf))).map(({ y }) => y);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not on the page');
  return box;
}
